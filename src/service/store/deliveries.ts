/** The table `delivery`: written at emit time and after each attempt, read by delivery/ in due order. Used by reader.ts and tx.ts. */
import { sql } from 'kysely';
import {
  MOST_EVENTS,
  type Delivery,
  type DeliveryPlace,
  type DeliveryState,
  type DueDeliveries,
  type Move,
  type NewDelivery,
  type Outcome,
} from './delivery.ts';
import { builder, place, places, send, shapes, statement, type Executor } from './statement.ts';
import type { DeliveryTable } from './tables.ts';

type Row = Omit<DeliveryTable, 'seq'> & { seq: number };

const COLUMNS = ['seq', 'event_id', 'webhook_id', 'state', 'tries', 'attempts', 'due_at'] as const;

/** Written out and not a value, so that the index of what waits serves. */
const PENDING = sql.lit('pending');

const insert = statement(() =>
  builder
    .insertInto('delivery')
    .values({
      ...places(['event_id', 'webhook_id', 'state', 'due_at']),
      tries: 0,
      attempts: 0,
    })
    .onConflict((conflict) => conflict.columns(['event_id', 'webhook_id']).doNothing()),
);

export async function addDelivery(run: Executor, delivery: NewDelivery): Promise<void> {
  await send(run, insert(), {
    event_id: delivery.eventId,
    webhook_id: delivery.webhookId,
    state: delivery.state,
    due_at: delivery.dueAt,
  });
}

const ending = () =>
  builder
    .updateTable('delivery')
    .set((eb) => {
      const moves = eb.or([eb(place<string>('state'), '=', 'delivered'), eb('state', '=', place<string>('from'))]);
      return {
        attempts: eb('attempts', '+', 1),
        tries: eb('tries', '+', place<number>('counted')),
        state: eb.case().when(moves).then(place<string>('state')).else(eb.ref('state')).end(),
        due_at: eb.case().when(moves).then(place<number>('due_at')).else(eb.ref('due_at')).end(),
      };
    })
    .returning('attempts');

const endOf = () =>
  ending().where('event_id', '=', place<string>('event_id')).where('webhook_id', '=', place<string>('webhook_id'));

const end = statement(endOf);

/** By its number; the names stand beside, since after a reset the number may be another's. */
const endAt = statement(() => endOf().where('seq', '=', place<number>('seq')));

/** @returns the number of the attempt; 1 when the delivery is gone */
export async function endAttempt(run: Executor, outcome: Outcome): Promise<number> {
  const row = await run.one(outcome.seq === undefined ? end() : endAt(), {
    seq: outcome.seq ?? null,
    event_id: outcome.eventId,
    webhook_id: outcome.webhookId,
    state: outcome.state,
    due_at: outcome.dueAt,
    from: outcome.counts ? 'pending' : 'asked',
    counted: outcome.counts ? 1 : 0,
  });
  return row?.attempts ?? 1;
}

const moveShapes = shapes<unknown>();

export function moveDeliveries(run: Executor, of: DeliveryPlace, { from, to, dueAt }: Move): Promise<number> {
  const { eventId, webhookId } = of;
  const shape = `${from} ${eventId === undefined ? '' : 'event'} ${webhookId === undefined ? '' : 'webhook'}`;
  const target = moveShapes(shape, () =>
    builder
      .updateTable('delivery')
      .set({ state: place<string>('to'), due_at: place<number>('due_at') })
      .where('state', '=', sql.lit(from))
      .$if(eventId !== undefined, (query) => query.where('event_id', '=', place<string>('event_id')))
      .$if(webhookId !== undefined, (query) => query.where('webhook_id', '=', place<string>('webhook_id'))),
  );
  return run.run(target, { to, due_at: dueAt, event_id: eventId ?? null, webhook_id: webhookId ?? null });
}

const waiting = () =>
  builder.selectFrom('delivery').where('webhook_id', '=', place<string>('webhook_id')).where('state', '=', PENDING);

const due = statement(() =>
  waiting()
    .select(COLUMNS)
    .where('due_at', '<=', place<number>('due_by'))
    .where(sql<boolean>`(due_at, seq) > (${place('after_at')}, ${place('after_seq')})`)
    .orderBy('due_at')
    .orderBy('seq')
    .limit(place<number>('limit')),
);

export async function dueDeliveries(run: Executor, wanted: DueDeliveries): Promise<Delivery[]> {
  const { webhookId, dueBy, after, limit } = wanted;
  const values = { webhook_id: webhookId, due_by: dueBy, after_at: after.dueAt, after_seq: after.seq, limit };
  return (await run.all(due(), values)).map(deliveryFrom);
}

const next = statement(() => waiting().select('due_at').orderBy('due_at').limit(1));

export async function nextDelivery(run: Executor, webhookId: string): Promise<number | undefined> {
  return (await run.one(next(), { webhook_id: webhookId }))?.due_at;
}

const ofEventsShapes = shapes<Row>();

export async function listDeliveries(run: Executor, eventIds: readonly string[]): Promise<Delivery[]> {
  const rows: Row[] = [];
  for (let at = 0; at < eventIds.length; at += MOST_EVENTS) {
    const ids = eventIds.slice(at, at + MOST_EVENTS);
    const names = ids.map((_, index) => `id${String(index)}`);
    const target = ofEventsShapes(String(ids.length), () =>
      builder
        .selectFrom('delivery')
        .select(COLUMNS)
        .where(
          'event_id',
          'in',
          names.map((name) => place<string>(name)),
        )
        .orderBy('seq'),
    );
    rows.push(...(await run.all(target, Object.fromEntries(names.map((name, index) => [name, ids[index] ?? ''])))));
  }
  return rows.map(deliveryFrom);
}

const deliveryFrom = (row: Row): Delivery => ({
  seq: row.seq,
  eventId: row.event_id,
  webhookId: row.webhook_id,
  state: row.state as DeliveryState,
  tries: row.tries,
  attempts: row.attempts,
  dueAt: row.due_at,
});
