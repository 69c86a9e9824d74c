/** `svc posts create`: a text, accounts by name, a time as people say it, files from disk. The words become a body in client/compose. */
import { instantOf } from '../../kernel/instant.ts';
import type { Said } from '../../client/compose.ts';
import type { CallInput } from '../../client/request.ts';
import { failure } from '../../kernel/failure.ts';
import type { DateOrder } from '../../kernel/formats.ts';
import { REQUEST_ID } from '../../kernel/request-id.ts';
import { dateOrderFlag } from '../../cli/date-order.ts';
import { override, type Context, type Outcome, type Send } from '../../cli/command.ts';
import { afterWait, postIn, waitFlag } from '../../cli/post-wait.ts';
import { atFlag, contentFileFlag, draftFlag, mediaFlag, nowFlag } from '../../cli/post-flags.ts';

export default override('posts create', {
  args: { text: { summary: 'Text of the post; `-` reads it from standard input' } },
  flags: {
    to: {
      type: 'string',
      repeat: true,
      common: true,
      placeholder: 'account',
      values: 'target',
      summary: 'Account to post to: its id, a platform, a username, or platform:username',
    },
    at: atFlag,
    repeat: {
      type: 'string',
      common: true,
      placeholder: 'rule',
      summary: 'Create a post for each time of a rule: "every Monday 9:00"; with --until or --count',
    },
    until: { type: 'string', placeholder: 'day', summary: 'Last day of --repeat, such as 2027-03-01' },
    count: { type: 'integer', placeholder: 'n', summary: 'Number of posts of --repeat' },
    dateOrder: dateOrderFlag,
    now: nowFlag,
    queue: {
      type: 'string',
      common: true,
      implied: 'default',
      placeholder: 'queue-id',
      values: 'queue',
      summary: 'Use the next free slot of a queue (default: the default queue of the profile)',
    },
    draft: draftFlag,
    media: mediaFlag,
    contentFile: contentFileFlag,
    profile: {
      type: 'string',
      placeholder: 'profile-id',
      values: 'profile',
      summary: 'Profile for account names and the queue',
    },
    permanent: {
      type: 'boolean',
      summary: 'Require permanent URLs for uploads; always required for a time more than seven days ahead',
    },
    wait: waitFlag,
  },
  description:
    'Set the time with --at, --now or --queue; without one, or with --draft, the post is a draft. ' +
    'The exact instant of a time is always shown. --repeat creates a series: stopped, the same command creates what is missing, ' +
    'and `svc posts series` lists and cancels it. A retried call never creates a second post. ' +
    'Without arguments, on a terminal, you compose the post step by step.',
  examples: [
    'svc posts create "Open at nine" --to twitter --at "tomorrow 9:00"',
    'svc posts create "Doors open at nine" --to twitter --to instagram:@acme --at "2026-12-01 09:00" --timezone Europe/Berlin',
    'svc posts create "We are live" --to twitter --now --wait',
    'svc posts create "New in the shop" --to 64f0a1b2c3d4e5f60123abcd --media photo.jpg --at +2h',
    'svc posts create --content-file article.txt --to linkedin --queue',
    'svc posts create "Soup of the day" --to twitter --repeat "every weekday 11:00" --until 2027-03-31',
    'svc posts create "An idea for later" --draft',
  ],
  exits: ['rejected', 'forbidden', 'pending', 'partial', 'rate_limited', 'unavailable'],

  answered: ['platforms', 'queuedFromProfile'],

  async instead(input, context, { args, flags }) {
    const { repeat, until, count, wait } = flags;
    if (repeat === undefined) {
      const stray = until === undefined ? (count === undefined ? undefined : '--count') : '--until';
      if (stray !== undefined) throw failure('usage', { message: `${stray} goes with --repeat.`, param: stray });
      return undefined;
    }
    if (wait !== undefined)
      throw failure('usage', { message: '--wait is about one post, not --repeat.', param: '--wait' });
    const { createSeries } = await import('../../cli/series/create.ts');
    const given = (input.body ?? {}) as Readonly<Record<string, unknown>>;
    const said = { ...wordsFrom(flags), ...saidFrom(flags), text: args.text };
    return createSeries({ given, said, repeat, until, count }, context);
  },

  async prepare(input, context, { args, flags }) {
    const given = (input.body ?? {}) as Readonly<Record<string, unknown>>;
    if (isBare(input, { ...args, ...flags }) && canAsk(context)) return composedHere(input, context);
    refuseWaitForDraft(given, flags);
    const { composePost: composed } = await import('../../client/compose.ts');
    return { ...input, body: await composed(given, { ...flags, ...wordsFrom(flags), text: args.text }, context) };
  },

  async run(context, input, send, { flags }) {
    const outcome = canAsk(context) ? await sendComposed(input, context, send) : await send(input);
    const post = postIn(outcome);
    if (flags.queue !== undefined && post !== undefined) sayTime(post, context);
    return afterWait(outcome, flags.wait, context);
  },
});

type Words = Readonly<Record<string, unknown>>;

/** Nothing was said: no text, no flag of the command, no field of the body. */
const isBare = ({ body, headers }: CallInput, words: Words): boolean =>
  Object.keys((body ?? {}) as Words).length + Object.keys(headers).length === 0 &&
  Object.values(words).every(
    (word) => word === undefined || word === false || (Array.isArray(word) && word.length === 0),
  );

const canAsk = ({ flags, world }: Context): boolean => flags.input && !flags.dryRun && world.prompt.possible;

/** The conversation. Its request id is decided here, so that the draft on disk and the create belong together. */
async function composedHere(input: CallInput, context: Context): Promise<CallInput> {
  const [{ idsFrom }, { composedPost }, { openLimits }, { composePost: composed }, { withWords }] = await Promise.all([
    import('../../kernel/ids.ts'),
    import('../../cli/composer/compose.ts'),
    import('../../cli/composer/limits.ts'),
    import('../../client/compose.ts'),
    import('../../client/uploads.ts'),
  ]);
  const id = idsFrom(context.world.random).uuid();
  const { given, said, kept } = await composedPost(id, await openLimits(), context);
  try {
    return { ...input, headers: { ...input.headers, [REQUEST_ID]: id }, body: await composed(given, said, context) };
  } catch (error) {
    throw withWords(error, `The draft was saved in ${kept}.`, { kept });
  }
}

/** What was not composed has no draft, and need not load what keeps it. */
async function sendComposed(input: CallInput, { world }: Context, send: Send): Promise<Outcome> {
  if (input.headers[REQUEST_ID] === undefined) return send(input);
  const keep = await import('../../cli/composer/keep.ts');
  return keep.sendComposed(input, 'md', () => send(input), world);
}

interface Typed {
  readonly now?: boolean | undefined;
  readonly draft?: boolean | undefined;
  readonly permanent?: boolean | undefined;
  readonly dateOrder?: string | undefined;
}

const wordsFrom = ({ now, draft, permanent, dateOrder }: Typed): Required<Pick<Said, keyof Typed>> => ({
  now: now === true,
  draft: draft === true,
  permanent: permanent === true,
  dateOrder: dateOrder as DateOrder | undefined,
});

type Flags = Pick<Said, 'to' | 'at' | 'queue' | 'media' | 'profile' | 'contentFile'>;

const saidFrom = ({ to, at, queue, media, profile, contentFile }: Flags): Flags => ({
  to,
  at,
  queue,
  media,
  profile,
  contentFile,
});

interface Timed {
  readonly at: string | undefined;
  readonly now: boolean | undefined;
  readonly queue: string | undefined;
  readonly wait: string | undefined;
}

/** A draft goes nowhere by itself: the wait would never end. */
function refuseWaitForDraft(given: Readonly<Record<string, unknown>>, { at, now, queue, wait }: Timed): void {
  const goes =
    now === true || [at, queue, given['scheduledFor'], given['queuedFromProfile']].some((time) => time !== undefined);
  if (wait === undefined || goes || given['publishNow'] === true) return;
  throw failure('usage', {
    message: '--wait needs a post that is published: add --now, --at or --queue.',
    param: '--wait',
  });
}

/** Only a real time and a plain zone name: what the service sends is not written to the terminal as it comes. */
function sayTime({ scheduledFor, timezone }: Readonly<Record<string, unknown>>, context: Context): void {
  const atMs = Date.parse(String(scheduledFor));
  if (Number.isNaN(atMs)) return;
  const zone = /^[\w/+-]+$/.test(String(timezone)) ? String(timezone) : 'UTC';
  context.say(`Queued for ${instantOf(atMs)} (zone ${zone}).`);
}
