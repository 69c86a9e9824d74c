/** Nothing that was acknowledged is lost: every post, edit, deletion, message and endpoint is there in the end, and what was due is published. */
import { attemptsIn, doneIn, effectsOf, outcomeOf, postsIn } from './effects.ts';
import { grouped } from './grouped.ts';
import { nameIn, type Call, type Final, type History, type SeenPost, type Violation } from './history.ts';

/** @returns a violation for everything that was acknowledged and is not there, or was not asked for and is */
export function lostIn({ calls, final, goneMs }: History): readonly Violation[] {
  const listed = grouped(final.posts, ({ content }) => nameIn(content));
  const posts = postsIn(calls);
  return [
    ...[...posts].flatMap(([name, some]) =>
      lostPost({ name, calls: some, found: listed.get(name)?.[0], final, goneMs }),
    ),
    ...[...listed.keys()].filter((name) => !posts.has(name)).map((name) => unasked(name)),
    ...[...attemptsIn(calls).values()].flatMap((attempts) => lostMessageOrEndpoint(attempts, final)),
  ];
}

const unasked = (name: string): Violation => ({
  sentence: `Nobody created the post ${name} that is listed.`,
  calls: [],
});

interface PostInQuestion {
  readonly name: string;
  readonly calls: readonly Call[];
  readonly found: SeenPost | undefined;
  readonly final: Final;
  readonly goneMs: History['goneMs'];
}

function lostPost({ name, calls, found, final, goneMs }: PostInQuestion): readonly Violation[] {
  const allowed = effectsOf(calls, goneMs).allowed(Infinity, Infinity);
  const say = (sentence: string): Violation[] => [{ sentence, calls }];
  if (!allowed.has(found?.content)) return say(misread(name, found?.content, allowed));
  const create = calls.find(({ act }) => act.does === 'create');
  if (create?.act.does !== 'create') return [];
  const { accounts, dueMs = -Infinity } = create.act;
  const answered = doneIn(calls.filter(({ key }) => key === create.key))?.answer?.id;
  if (found !== undefined && answered !== undefined && answered !== found.id)
    return say(`The post ${name} was acknowledged as ${answered} and is listed as ${found.id}.`);
  if (found !== undefined && dueMs <= final.nowMs && found.status !== 'published')
    return say(`The post ${name} was due and reads ${found.status}.`);
  return accounts.flatMap((account) => {
    const texts = (final.feeds[account] ?? []).filter((text) => nameIn(text) === name);
    const expected = found?.status === 'published' ? found.content : undefined;
    if (texts[0] === expected || (expected !== undefined && mayDiffer(calls, texts[0], dueMs))) return [];
    return say(
      `The post ${name} is listed as ${quoted(expected, 'not published')} and is on the feed of ${account} as ${quoted(texts[0], 'nothing')}.`,
    );
  });
}

/** A post that a cap holds back on one account can be edited when another account has it already. */
const mayDiffer = (calls: readonly Call[], text: string | undefined, dueMs: number): boolean =>
  calls.some(({ act }) => 'content' in act && act.content === text) &&
  calls.some(
    (call) =>
      call.act.does === 'edit' && outcomeOf(call, []) !== 'refused' && (call.answer?.clock?.toMs ?? Infinity) >= dueMs,
  );

/** What a post reads as, and what it would have to. */
export const misread = (name: string, found: string | undefined, allowed: ReadonlySet<string | undefined>): string =>
  `The post ${name} reads ${quoted(found, 'as if it were not there')}; acknowledged was ${[...allowed].map((one) => quoted(one, 'that it is not there')).join(' or ')}.`;

const quoted = (text: string | undefined, none: string): string => (text === undefined ? none : `“${text}”`);

function lostMessageOrEndpoint(attempts: readonly Call[], final: Final): readonly Violation[] {
  const done = doneIn(attempts);
  if (done === undefined) return [];
  const { act, answer } = done;
  const say = (sentence: string): Violation[] => [{ sentence, calls: attempts }];
  if (act.does === 'subscribe')
    return final.endpoints.some(({ id }) => id === answer?.id)
      ? []
      : say(`The endpoint ${act.url} was acknowledged and is not listed.`);
  if (act.does !== 'send' && act.does !== 'hear') return [];
  const messages = final.messages[answer?.conversation ?? ''] ?? [];
  if (!messages.some(({ id, text }) => id === answer?.id && text === act.text))
    return say(`The message “${act.text}” was acknowledged and is not in its conversation.`);
  if (act.does === 'send' && !(final.feeds[act.account] ?? []).includes(act.text))
    return say(`The message “${act.text}” was acknowledged and is not on the feed of ${act.account}.`);
  return [];
}
