/** `svc posts create`: a text, accounts by name, a time as people say it, files from disk. The words become a body in client/compose. */
import { failure } from '../../kernel/failure.ts';
import { override, type Context } from '../../cli/command.ts';
import { afterWait, postIn, waitFlag } from '../../cli/post-wait.ts';

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
    at: {
      type: 'string',
      common: true,
      placeholder: 'time',
      summary: 'When to publish: ISO 8601, +2h, "tomorrow 9:00"; in --timezone or the zone of the context',
    },
    now: { type: 'boolean', common: true, summary: 'Publish at once' },
    queue: {
      type: 'string',
      common: true,
      implied: 'default',
      placeholder: 'queue-id',
      values: 'queue',
      summary: 'Take the next free time of a queue; alone, of the default queue of the profile',
    },
    draft: { type: 'boolean', common: true, summary: 'Keep it as a draft' },
    media: {
      type: 'file',
      repeat: true,
      common: true,
      placeholder: 'file|url',
      summary: 'Picture, video or document to add; files are uploaded first',
    },
    contentFile: { type: 'file', summary: 'Read the text from this file; `-` reads standard input' },
    profile: {
      type: 'string',
      placeholder: 'profile-id',
      values: 'profile',
      summary: 'Look names up in this profile; whose queue to use',
    },
    permanent: {
      type: 'boolean',
      summary: 'Refuse unless uploaded files are sure to stay; always so for a time more than seven days away',
    },
    wait: waitFlag,
  },
  description:
    'Say when with one of --at, --now, --queue and --draft; without any it becomes a draft. ' +
    'The instant that a time stands for is always shown. A call that had to be repeated never makes a second post.',
  examples: [
    'svc posts create "Doors open at nine" --to twitter --to instagram:@acme --at "2026-12-01 09:00" --timezone Europe/Berlin',
    'svc posts create "We are live" --to twitter --now --wait',
    'svc posts create "New in the shop" --to 64f0a1b2c3d4e5f60123abcd --media photo.jpg --at +2h',
    'svc posts create --content-file article.txt --to linkedin --queue',
    'svc posts create "An idea for later" --draft',
  ],
  exits: ['rejected', 'forbidden', 'pending', 'partial', 'rate_limited', 'unavailable'],

  async prepare(input, context, { args, flags }) {
    const given = (input.body ?? {}) as Readonly<Record<string, unknown>>;
    refuseWaitForDraft(given, flags);
    const { composed } = await import('../../client/compose.ts');
    return { ...input, body: await composed(given, { ...flags, text: args.text, ...switches(flags) }, context) };
  },

  async run(context, input, send, { flags }) {
    const outcome = await send(input);
    const post = postIn(outcome);
    if (flags.queue !== undefined && post !== undefined) sayTime(post, context);
    return afterWait(outcome, flags.wait, context);
  },
});

interface Switches {
  readonly now?: boolean | undefined;
  readonly draft?: boolean | undefined;
  readonly permanent?: boolean | undefined;
}

const switches = ({ now, draft, permanent }: Switches): Required<{ [K in keyof Switches]: boolean }> => ({
  now: now === true,
  draft: draft === true,
  permanent: permanent === true,
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
  context.say(`Queued for ${new Date(atMs).toISOString()} (zone ${zone}).`);
}
