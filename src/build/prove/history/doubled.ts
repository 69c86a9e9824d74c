/** Nothing is done twice: each post and message is once in its list and once on each network, and each of their events was committed once. */
import { attemptsIn, outcomeOf } from './effects.ts';
import { nameIn, type Call, type History, type Violation } from './history.ts';

/** @returns a violation for everything that is there more than once */
export function doubledIn({ calls, final }: History): readonly Violation[] {
  const byName = new Map<string, Call[]>();
  for (const call of calls) {
    const name = nameOf(call);
    if (name !== undefined) byName.set(name, [...(byName.get(name) ?? []), call]);
  }
  const say = (name: string, sentence: string): Violation => ({ sentence, calls: byName.get(name) ?? [] });
  const names = [...final.posts].map(({ content }) => nameIn(content));
  return [
    ...repeatedIn(names).map(([name, times]) => say(name, `The post ${name} is listed ${times}.`)),
    ...Object.entries(final.feeds).flatMap(([account, texts]) =>
      repeatedIn(texts.map(nameIn)).map(([name, times]) => say(name, `${name} is on the feed of ${account} ${times}.`)),
    ),
    ...Object.entries(final.messages).flatMap(([conversation, messages]) =>
      repeatedIn(messages.map(({ text }) => nameIn(text))).map(([name, times]) =>
        say(name, `The message ${name} is in the conversation ${conversation} ${times}.`),
      ),
    ),
    ...repeatedIn(
      final.events.map(({ name, about, account = 'all accounts' }) => `${name} about ${about} for ${account}`),
    ).map(([event, times]) => ({ sentence: `The event ${event} was committed ${times}.`, calls: [] })),
    ...[...attemptsIn(calls).values()].flatMap(answeredDifferently),
  ];
}

/** Name of the post or message that a call makes. */
function nameOf({ act }: Call): string | undefined {
  if (act.does === 'create') return act.post;
  return act.does === 'send' || act.does === 'hear' ? nameIn(act.text) : undefined;
}

/** Repeats of one call that were acknowledged with different ids. */
function answeredDifferently(attempts: readonly Call[]): readonly Violation[] {
  if (attempts[0] === undefined || nameOf(attempts[0]) === undefined) return [];
  const done = attempts.filter((call) => outcomeOf(call, []) === 'done');
  const ids = new Set(done.map(({ answer }) => answer?.id));
  if (ids.size < 2) return [];
  return [{ sentence: `Repeats of one call were answered with the ids ${[...ids].join(' and ')}.`, calls: done }];
}

function repeatedIn(all: readonly string[]): readonly (readonly [string, string])[] {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([one, count]) => [one, `${String(count)} times`] as const);
}
