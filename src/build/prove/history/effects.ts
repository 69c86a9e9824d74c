/** When a call may have taken effect, and what a post may then read as. */
import { grouped } from './grouped.ts';
import type { Act, Call, History } from './history.ts';

/** `unknown` may have been done, and may still be. */
export type Outcome = 'done' | 'refused' | 'unknown';

/** @param earlier attempts of the same call */
export function outcomeOf({ act, answer }: Call, earlier: readonly Call[]): Outcome {
  if (answer === undefined || answer.status >= 500) return 'unknown';
  if (answer.status < 300) return 'done';
  // Only the client that made a post deletes it: an earlier attempt did.
  return act.does === 'delete' && answer.status === 404 && earlier.length > 0 ? 'done' : 'refused';
}

/** The attempts of each call, by its key, in the order in which they were sent. */
export function attemptsIn(calls: readonly Call[]): ReadonlyMap<string, readonly Call[]> {
  return grouped(
    calls.toSorted((one, other) => one.sentMs - other.sentMs),
    ({ key }) => key,
  );
}

/** The attempt that was done, where one was. */
export const doneIn = (attempts: readonly Call[]): Call | undefined =>
  attempts.find((call, index) => outcomeOf(call, attempts.slice(0, index)) === 'done');

/** A change of a post that was made, or may have been, within a span of the machine's clock. */
interface Effect {
  readonly isSure: boolean;
  readonly fromMs: number;
  readonly untilMs: number;
  /** Undefined when the post is gone after it. */
  readonly content: string | undefined;
}

const NOT_YET: Effect = { isSure: true, fromMs: -Infinity, untilMs: -Infinity, content: undefined };

/** What is known of one post. */
export interface PostEffects {
  /** What a reading between two instants of the machine's clock may find; undefined is no post. */
  allowed(fromMs: number, untilMs: number): ReadonlySet<string | undefined>;
}

/** @param calls writes and reads of one post */
export function effectsOf(calls: readonly Call[], goneMs: History['goneMs']): PostEffects {
  const attempts = [...attemptsIn(calls.filter(isWrite)).values()];
  const written = attempts.flatMap((some) => effectsFrom(some, goneMs));
  const effects = [NOT_YET, ...written];
  const sure = [...effects, ...calls.flatMap((call) => effectSeen(call, written))].filter(({ isSure }) => isSure);
  return {
    allowed(fromMs, untilMs) {
      const before = sure.filter((effect) => effect.untilMs < fromMs);
      // A post that was deleted does not come back.
      if (before.some((effect) => effect !== NOT_YET && effect.content === undefined)) return new Set([undefined]);
      const isOver = (one: Effect): boolean => before.some((other) => other.fromMs > one.untilMs);
      const possible = effects.filter((effect) => effect.fromMs <= untilMs && !isOver(effect));
      return new Set(possible.map(({ content }) => content));
    },
  };
}

/** What a read has shown was done by then, even where the write itself has no answer. */
function effectSeen({ answer, endedMs }: Call, written: readonly Effect[]): readonly Effect[] {
  if (answer?.posts === undefined) return [];
  const content = answer.posts[0]?.content;
  const fromMs = Math.min(...written.filter((effect) => effect.content === content).map((effect) => effect.fromMs));
  return fromMs === Infinity ? [] : [{ isSure: true, fromMs, untilMs: endedMs, content }];
}

/** An edit takes effect with each of its attempts, a create and a delete once for all of them. */
function effectsFrom(attempts: readonly Call[], goneMs: History['goneMs']): readonly Effect[] {
  const [first] = attempts;
  if (first === undefined) return [];
  const content = contentAfter(first.act);
  const each = attempts.flatMap((call, index): Effect[] => {
    const outcome = outcomeOf(call, attempts.slice(0, index));
    if (outcome === 'refused') return [];
    const isSure = outcome === 'done';
    return [{ isSure, fromMs: call.sentMs, untilMs: isSure ? call.endedMs : overAt(call, goneMs), content }];
  });
  if (first.act.does === 'edit' || each.length === 0) return each;
  const done = each.find(({ isSure }) => isSure);
  const untilMs = done?.untilMs ?? Math.max(...each.map((effect) => effect.untilMs));
  return [{ isSure: done !== undefined, fromMs: first.sentMs, untilMs, content }];
}

const contentAfter = (act: Act): string | undefined =>
  act.does === 'create' || act.does === 'edit' ? act.content : undefined;

const overAt = ({ sentMs }: Call, goneMs: History['goneMs']): number =>
  goneMs.find((instant) => instant >= sentMs) ?? Infinity;

const isWrite = ({ act }: Call): boolean => act.does === 'create' || act.does === 'edit' || act.does === 'delete';

/** Every post that was written to, by its name, with its writes and reads. */
export function postsIn(calls: readonly Call[]): ReadonlyMap<string, readonly Call[]> {
  const ofPosts = grouped(calls, ({ act }) => ('post' in act ? act.post : undefined));
  const named = [...ofPosts].flatMap(([post, some]) => (post === undefined ? [] : [[post, some] as const]));
  return new Map(named.filter(([, some]) => some.some(isWrite)));
}
