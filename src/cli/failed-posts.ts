/** Posts that failed, on all of their targets or on some: as one list, and all of them run again. Used by posts list and posts retry. */
import { failure, Failure } from '../kernel/failure.ts';
import type { ExitName } from '../kernel/exits.ts';
import type { Fields } from '../kernel/json.ts';
import { FAILED_STATUSES } from '../client/partial.ts';
import type { Context, Outcome } from './command.ts';
import { readPosts } from './read-posts.ts';

type Post = Fields;

/** Every failed post that fits the filters, in all pages: those that failed as a whole first. */
export async function* readFailed(query: Fields, context: Context): AsyncGenerator<Post> {
  for (const status of FAILED_STATUSES) yield* readPosts({ ...query, status }, context);
}

/** @param query the other filters of the list */
export function failedList(query: Fields, context: Context): Outcome {
  const { limit = Infinity } = context.flags;
  const { view } = context.catalog.card('listPosts');
  const stream = async function* (): AsyncGenerator<Post> {
    let left = limit;
    for await (const post of readFailed(query, context)) {
      if (left-- <= 0) return context.say(`More results available: --limit stopped the list at ${limit}.`);
      yield post;
    }
  };
  return { stream: stream(), whole: (posts) => ({ posts }), ...(view && { columns: view }) };
}

/** What became of one post. */
interface Retried {
  readonly postId: string;
  readonly ok: boolean;
  readonly status?: unknown;
  readonly error?: { readonly code: string; readonly message: string };
}

/** Asks, then runs the failed targets of every failed post again, one post after the other. */
export async function retryAllFailed(query: Fields, context: Context): Promise<Outcome> {
  const ids: string[] = [];
  for await (const { _id } of readFailed(query, context)) ids.push(String(_id));
  if (ids.length === 0) {
    context.say('No post has failed.');
    return { result: { results: [] }, list: 'results' };
  }
  const what = ids.length === 1 ? 'the failed post' : `all ${ids.length} failed posts`;
  await context.confirm(`Publish the failed targets of ${what} again?`);
  const results: Retried[] = [];
  for (const postId of ids) results.push(await retryOne(postId, { context, done: results.length, all: ids.length }));
  return outcomeOf(results);
}

interface Retrying {
  readonly context: Context;
  readonly done: number;
  readonly all: number;
}

/** @throws Failure that would meet every other post as well */
async function retryOne(postId: string, { context, done, all }: Retrying): Promise<Retried> {
  const card = context.catalog.card('retryPost');
  try {
    const { body } = await context.call(card, { path: { postId }, query: {}, headers: {} });
    const { status } = ((body ?? {}) as { post?: Fields }).post ?? {};
    return { postId, ok: status === 'published' || status === 'scheduled', status };
  } catch (error) {
    if (!(error instanceof Failure) || !ITS_OWN.includes(error.exit)) throw withProgress(error, done, all);
    const { code, message } = error.fields;
    return { postId, ok: false, error: { code, message } };
  }
}

/** Exits that say something of one post; any other would meet the next one as well. */
const ITS_OWN: readonly ExitName[] = ['rejected', 'not_found', 'partial', 'platform'];

function withProgress(error: unknown, done: number, all: number): unknown {
  if (!(error instanceof Failure)) return error;
  const details = { ...(error.fields.details as object | undefined), retried: done, notRetried: all - done };
  return new Failure({ ...error.fields, details }, error.exit);
}

function outcomeOf(results: readonly Retried[]): Outcome {
  const failed = results.filter(({ ok }) => !ok);
  return {
    result: { results },
    list: 'results',
    columns: ['postId', 'ok', { field: 'status', form: 'state' }, 'error.message'],
    ...(failed.length > 0 && {
      failure: failure('partial', {
        message: `${failed.length} of ${results.length} posts failed again.`,
        hint: '`svc posts get ID` shows why each target failed.',
      }),
    }),
  };
}
