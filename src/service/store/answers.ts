/** Answers kept under idempotency keys, and the small facts a store keeps about itself. */
import type { StoredAnswer } from './store.ts';
import { builder, place, places, send, statement, type Executor } from './statement.ts';

const one = statement(() =>
  builder
    .selectFrom('answer')
    .select(['fingerprint', 'reply', 'made'])
    .where('key', '=', place<string>('key'))
    .where('at', '>', place<number>('since')),
);

const upsert = statement(() =>
  builder
    .insertInto('answer')
    .values(places(['key', 'at', 'fingerprint', 'reply', 'made']))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        at: eb.ref('excluded.at'),
        fingerprint: eb.ref('excluded.fingerprint'),
        reply: eb.ref('excluded.reply'),
        made: eb.ref('excluded.made'),
      })),
    ),
);

const expire = statement(() => builder.deleteFrom('answer').where('at', '<=', place<number>('before')));

export async function getAnswer(run: Executor, key: string, since: number): Promise<StoredAnswer | undefined> {
  const row = await run.one(one(), { key, since });
  if (row === undefined) return undefined;
  return {
    fingerprint: row.fingerprint,
    reply: row.reply === null ? null : (JSON.parse(row.reply) as { status: number; body: unknown }),
    ...(row.made === null ? {} : { made: row.made }),
  };
}

/** @param at milliseconds */
export async function keepAnswer(run: Executor, key: string, at: number, answer: StoredAnswer): Promise<void> {
  await send(run, upsert(), {
    key,
    at,
    fingerprint: answer.fingerprint,
    reply: answer.reply === null ? null : JSON.stringify(answer.reply),
    made: answer.made ?? null,
  });
}

/** Removes answers kept at or before `before` (ms). */
export async function expireAnswers(run: Executor, before: number): Promise<void> {
  await send(run, expire(), { before });
}

const metaOne = statement(() => builder.selectFrom('meta').select('value').where('key', '=', place<string>('key')));

const metaPut = statement(() =>
  builder
    .insertInto('meta')
    .values(places(['key', 'value']))
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') }))),
);

const metaRemove = statement(() => builder.deleteFrom('meta').where('key', '=', place<string>('key')));

export async function removeMeta(run: Executor, key: string): Promise<void> {
  await send(run, metaRemove(), { key });
}

export async function getMeta(run: Executor, key: string): Promise<string | undefined> {
  const row = await run.one(metaOne(), { key });
  return row?.value;
}

export async function putMeta(run: Executor, key: string, value: string): Promise<void> {
  await send(run, metaPut(), { key, value });
}
