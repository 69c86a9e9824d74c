/** Due work: the table that owns time. Written by areas through schedule and cancel, claimed by timeline/worker.ts. */
import type { DueRow, NewDue } from './store.ts';
import { builder, place, places, send, shapes, statement, type Executor } from './statement.ts';
import type { DueTable } from './tables.ts';

/** A row that this process holds; a claim number of its own tells it from the same row scheduled again. */
export interface ClaimedRow extends DueRow {
  readonly claim: number;
}

export interface Claim {
  /** Rows due at or before this instant (ms, service clock) are taken. */
  readonly dueBy: number;
  /** Now on the clock that leases live on. */
  readonly now: number;
  readonly leaseUntil: number;
  readonly limit: number;
}

const COLUMNS = ['id', 'due_at', 'kind', 'ref', 'attempt', 'payload', 'lease_until', 'claim', 'last_error'] as const;

const upsert = statement(() =>
  builder
    .insertInto('due')
    .values(places(['due_at', 'kind', 'ref', 'attempt', 'payload', 'lease_until']))
    .onConflict((conflict) =>
      conflict.columns(['kind', 'ref']).doUpdateSet((eb) => ({
        due_at: eb.ref('excluded.due_at'),
        attempt: eb.ref('excluded.attempt'),
        payload: eb.ref('excluded.payload'),
        lease_until: eb.ref('excluded.lease_until'),
        claim: null,
        last_error: null,
      })),
    ),
);

const bringForward = statement(() =>
  builder
    .insertInto('due')
    .values(places(['due_at', 'kind', 'ref', 'attempt', 'payload', 'lease_until']))
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'ref'])
        .doUpdateSet((eb) => ({ due_at: eb.ref('excluded.due_at') }))
        .whereRef('due.due_at', '>', 'excluded.due_at'),
    ),
);

/** Schedules, or moves a row to an earlier instant and leaves it with whoever works on it. */
export async function pull(run: Executor, { dueAt, kind, ref }: NewDue): Promise<void> {
  await send(run, bringForward(), { due_at: dueAt, kind, ref, attempt: 1, payload: '{}', lease_until: null });
}

const erase = statement(() =>
  builder.deleteFrom('due').where('kind', '=', place<string>('kind')).where('ref', '=', place<string>('ref')),
);

/** @param leaseUntil on the clock that leases live on, when the caller does the work at once */
export async function schedule(run: Executor, due: NewDue, leaseUntil: number | null): Promise<void> {
  await send(run, upsert(), {
    due_at: due.dueAt,
    kind: due.kind,
    ref: due.ref,
    attempt: due.attempt ?? 1,
    payload: JSON.stringify(due.payload ?? {}),
    lease_until: leaseUntil,
  });
}

export const cancel = async (run: Executor, kind: string, ref: string): Promise<boolean> =>
  (await run.run(erase(), { kind, ref })) > 0;

const free = () =>
  builder
    .selectFrom('due')
    .where('due_at', '<=', place<number>('due_by'))
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', place<number>('now'))]));

const take = statement(() =>
  builder
    .updateTable('due')
    .set({ lease_until: place<number>('lease_until'), claim: place<number>('claim') })
    .where('id', 'in', free().select('id').orderBy('due_at').orderBy('id').limit(place<number>('limit')))
    .returning(COLUMNS),
);

/** Takes the earliest free rows, in due order. @param claim.claim a number that no other claim has */
export async function claimDue(
  run: Executor,
  { dueBy, now, leaseUntil, claim, limit }: Claim & { readonly claim: number },
): Promise<ClaimedRow[]> {
  const rows = await run.all(take(), { due_by: dueBy, now, lease_until: leaseUntil, claim, limit });
  return rows
    .map((row) => ({ ...dueFrom(row), claim: row.claim ?? 0 }))
    .sort((a, b) => a.dueAt - b.dueAt || a.id - b.id);
}

const settle = statement(() =>
  builder.deleteFrom('due').where('id', '=', place<number>('id')).where('claim', '=', place<number>('claim')),
);

/** Removes a row whose work is done, unless it was scheduled again meanwhile. */
export async function settleDue(run: Executor, { id, claim }: ClaimedRow): Promise<void> {
  await send(run, settle(), { id, claim });
}

const postpone = statement(() =>
  builder
    .updateTable('due')
    .set({
      due_at: place<number>('due_at'),
      attempt: place<number>('attempt'),
      last_error: place<string>('last_error'),
      lease_until: null,
      claim: null,
    })
    .where('id', '=', place<number>('id'))
    .where('claim', '=', place<number>('claim')),
);

/** Puts a row whose work threw back into the timeline, one attempt later. */
export async function postponeDue(run: Executor, row: ClaimedRow, dueAt: number, error: string): Promise<void> {
  await send(run, postpone(), {
    id: row.id,
    claim: row.claim,
    due_at: dueAt,
    attempt: row.attempt + 1,
    last_error: error,
  });
}

const release = statement(() => builder.updateTable('due').set({ lease_until: null, claim: null }));

/** Frees every row: the process that held the leases is gone. */
export async function releaseDue(run: Executor): Promise<void> {
  await send(run, release(), {});
}

const renew = statement(() =>
  builder
    .updateTable('due')
    .set({ lease_until: place<number>('lease_until') })
    .where('claim', '=', place<number>('claim')),
);

/** Extends the lease of the rows of one claim. */
export async function renewDue(run: Executor, claim: number, leaseUntil: number): Promise<void> {
  await send(run, renew(), { claim, lease_until: leaseUntil });
}

const next = statement(() =>
  builder
    .selectFrom('due')
    .select('due_at')
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', place<number>('now'))]))
    .orderBy('due_at')
    .orderBy('id')
    .limit(1),
);

/** The instant (ms) of the earliest free row. */
export async function nextDue(run: Executor, now: number): Promise<number | undefined> {
  const row = await run.one(next(), { now });
  return row?.due_at;
}

const listShapes = shapes<DueTable & { id: number }>();

export async function listDue(
  run: Executor,
  filter: { kind?: string; ref?: string; limit?: number },
): Promise<DueRow[]> {
  const shape = `${filter.kind === undefined ? '' : 'kind'} ${filter.ref === undefined ? '' : 'ref'}`;
  const target = listShapes(shape, () =>
    builder
      .selectFrom('due')
      .select(COLUMNS)
      .$if(filter.kind !== undefined, (query) => query.where('kind', '=', place<string>('kind')))
      .$if(filter.ref !== undefined, (query) => query.where('ref', '=', place<string>('ref')))
      .orderBy('due_at')
      .orderBy('id')
      .limit(place<number>('limit')),
  );
  const values = { kind: filter.kind ?? null, ref: filter.ref ?? null, limit: filter.limit ?? -1 };
  return (await run.all(target, values)).map(dueFrom);
}

type Row = Omit<DueTable, 'id'> & { id: number };

const dueFrom = (row: Row): DueRow => ({
  id: row.id,
  dueAt: row.due_at,
  kind: row.kind,
  ref: row.ref,
  attempt: row.attempt,
  payload: JSON.parse(row.payload) as Record<string, unknown>,
  leaseUntil: row.lease_until,
  lastError: row.last_error,
});
