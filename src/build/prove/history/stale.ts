/** A read sees every write that was acknowledged to the same client before it, and a post that it saw published stays published. */
import { attemptsIn, doneIn, effectsOf, postsIn, type PostEffects } from './effects.ts';
import { grouped } from './grouped.ts';
import type { Call, History, Violation } from './history.ts';
import { misread } from './lost.ts';

/** @returns a violation for every read that missed an acknowledged write of its client */
export function staleIn(history: History): readonly Violation[] {
  return [...grouped(history.calls, ({ client }) => client).values()].flatMap((calls) => [
    ...stalePostsIn(calls, history.goneMs),
    ...staleMessagesIn(calls),
  ]);
}

function stalePostsIn(calls: readonly Call[], goneMs: History['goneMs']): readonly Violation[] {
  return [...postsIn(calls).values()].flatMap((ofPost) => {
    const effects = effectsOf(ofPost, goneMs);
    const reads = ofPost.filter(isPostRead);
    return [...reads.flatMap((read) => staleRead(read, ofPost, effects)), ...unpublishedIn(reads)];
  });
}

/** A read, or a write that did not find the post. */
const isPostRead = ({ act, answer }: Call): boolean =>
  act.does === 'read' || act.does === 'search'
    ? answer?.posts !== undefined
    : (act.does === 'edit' || act.does === 'delete') && answer?.status === 404;

const postOf = ({ act }: Call): string => ('post' in act ? act.post : '');

function staleRead(read: Call, ofPost: readonly Call[], effects: PostEffects): readonly Violation[] {
  const found = read.answer?.posts ?? [];
  const shown = ofPost.filter(({ sentMs }) => sentMs <= read.sentMs);
  if (found.length > 1)
    return [{ sentence: `A search found the post ${postOf(read)} ${String(found.length)} times.`, calls: shown }];
  const allowed = effects.allowed(read.sentMs, read.endedMs);
  return allowed.has(found[0]?.content)
    ? []
    : [{ sentence: misread(postOf(read), found[0]?.content, allowed), calls: shown }];
}

/** @param reads of one post by one client, which calls one after the other */
function unpublishedIn(reads: readonly Call[]): readonly Violation[] {
  const statusOf = ({ answer }: Call): string | undefined => answer?.posts?.[0]?.status;
  const published = reads.find((read) => statusOf(read) === 'published');
  const after = reads.find((read) => read.sentMs > (published?.endedMs ?? Infinity) && statusOf(read) !== 'published');
  if (published === undefined || after === undefined) return [];
  const sentence = `The post ${postOf(after)} was published and then ${statusOf(after) ?? 'gone'}.`;
  return [{ sentence, calls: [published, after] }];
}

function staleMessagesIn(calls: readonly Call[]): readonly Violation[] {
  const done = [...attemptsIn(calls).values()].flatMap((attempts) => doneIn(attempts) ?? []);
  const written = grouped(done, ({ answer }) => answer?.conversation);
  return calls.flatMap((read) => {
    const { act, answer } = read;
    if (act.does !== 'messages' || answer?.messages === undefined) return [];
    const texts = answer.messages.map(({ text }) => text);
    return (written.get(act.conversation) ?? [])
      .filter((write) => 'text' in write.act && write.endedMs < read.sentMs && !texts.includes(write.act.text))
      .map((write) => ({
        sentence: `The message “${'text' in write.act ? write.act.text : ''}” was acknowledged and a later read of its conversation does not have it.`,
        calls: [write, read],
      }));
  });
}
