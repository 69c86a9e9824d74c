/** Accepted publications of an account, which the posting caps count. */
import { builder, place, places, send, shapes, statement, type Executor } from './statement.ts';

const COLUMNS = ['account_id', 'post_id', 'at', 'bucket'] as const;

const insert = statement(() => builder.insertInto('publication').values(places(COLUMNS)));

const erase = statement(() =>
  builder
    .deleteFrom('publication')
    .where('account_id', '=', place<string>('account_id'))
    .where('post_id', '=', place<string>('post_id'))
    .where('at', '=', place<number>('at')),
);

export interface PublicationRow {
  /** Milliseconds. */
  readonly at: number;
  readonly postId: string;
  readonly bucket: string;
}

export async function addPublication(run: Executor, row: PublicationRow & { accountId: string }): Promise<void> {
  await send(run, insert(), { account_id: row.accountId, post_id: row.postId, at: row.at, bucket: row.bucket });
}

export async function removePublication(
  run: Executor,
  { accountId, postId, at }: { readonly accountId: string; readonly postId: string; readonly at: number },
): Promise<void> {
  await send(run, erase(), { account_id: accountId, post_id: postId, at });
}

const listShapes = shapes<{ at: number; postId: string; bucket: string }>();

/** Oldest first, at or after `from` (ms). */
export async function listPublications(
  run: Executor,
  { accountId, from, bucket }: { accountId: string; from: number; bucket: string | undefined },
): Promise<PublicationRow[]> {
  const target = listShapes(bucket === undefined ? '' : 'bucket', () =>
    builder
      .selectFrom('publication')
      .select(['at', 'post_id as postId', 'bucket'])
      .where('account_id', '=', place<string>('account_id'))
      .where('at', '>=', place<number>('from'))
      .$if(bucket !== undefined, (query) => query.where('bucket', '=', place<string>('bucket')))
      .orderBy('at'),
  );
  return run.all(target, { account_id: accountId, from, bucket: bucket ?? null });
}
