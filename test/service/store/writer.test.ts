import { expect, test, vi } from 'vitest';
import { StoreUnavailable, type Connection } from '../../../src/service/store/connection.ts';
import type { Tx } from '../../../src/service/store/store.ts';
import { transactionsOn } from '../../../src/service/store/transactions.ts';
import { openWriter, type Writer } from '../../../src/service/store/writer.ts';

/** Records the SQL it is given; `broken` says which statement the disk refuses. */
function fakeConnection() {
  const said: string[] = [];
  let open = false;
  const state = { broken: undefined as string | undefined };
  const connection: Connection = {
    exec(sql) {
      said.push(sql);
      if (sql === state.broken) throw new StoreUnavailable('disk full');
      if (sql.startsWith('BEGIN')) open = true;
      if (sql === 'COMMIT' || sql === 'ROLLBACK') open = false;
    },
    raw: () => [],
    inTransaction: () => open,
    close: () => undefined,
    all: async () => [],
    one: async () => undefined,
    run: async () => 0,
  };
  return { connection, said, state };
}

function writerOn(connection: Connection): Writer {
  return openWriter({
    transactions: transactionsOn(connection),
    tx: {} as Tx,
    turn: () => new Promise((resolve) => void setImmediate(resolve)),
    beforeCommit: async () => undefined,
    notes: [],
    committed: () => undefined,
    abandoned: () => undefined,
  });
}

test('units that wait at the same time share one commit', async () => {
  const { connection, said } = fakeConnection();
  const writer = writerOn(connection);

  const results = await Promise.all([1, 2, 3].map((n) => writer.transact(async () => n * 10)));

  expect(results).toEqual([10, 20, 30]);
  expect(said.filter((sql) => sql === 'COMMIT')).toHaveLength(1);
  expect(said.filter((sql) => sql === 'SAVEPOINT unit')).toHaveLength(3);
});

test('a unit resolves only after the commit', async () => {
  const { connection, said } = fakeConnection();
  let atSettling: string | undefined;
  await writerOn(connection)
    .transact(async () => 1)
    .then(() => (atSettling = said.at(-1)));

  expect(atSettling).toBe('COMMIT');
});

test('units never run side by side', async () => {
  const writer = writerOn(fakeConnection().connection);
  let inside = 0;
  let most = 0;
  const unit = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await Promise.resolve();
    await Promise.resolve();
    inside -= 1;
  };

  await Promise.all(Array.from({ length: 20 }, () => writer.transact(unit)));

  expect(most).toBe(1);
});

test('a unit that throws is rolled back to its savepoint and the others are kept', async () => {
  const { connection, said } = fakeConnection();
  const writer = writerOn(connection);

  const outcomes = await Promise.allSettled([
    writer.transact(async () => 'first'),
    writer.transact(async () => Promise.reject(new Error('no'))),
    writer.transact(async () => 'third'),
  ]);

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(said).toContain('ROLLBACK TO unit');
  expect(said.at(-1)).toBe('COMMIT');
});

test('when the disk refuses the commit every unit of the batch is told and the writer is unhealthy until one works', async () => {
  const { connection, state } = fakeConnection();
  const writer = writerOn(connection);
  state.broken = 'COMMIT';

  const outcomes = await Promise.allSettled([writer.transact(async () => 1), writer.transact(async () => 2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(writer.healthy()).toBe(false);

  state.broken = undefined;
  await expect(writer.transact(async () => 3)).resolves.toBe(3);
  expect(writer.healthy()).toBe(true);
});

test('when not even a transaction can begin nobody waits for ever', async () => {
  const { connection, state } = fakeConnection();
  const writer = writerOn(connection);
  state.broken = 'BEGIN IMMEDIATE';
  const work = vi.fn(async () => 1);

  await expect(Promise.allSettled([writer.transact(work), writer.transact(work)])).resolves.toMatchObject([
    { reason: { name: 'StoreUnavailable' } },
    { reason: { name: 'StoreUnavailable' } },
  ]);
  expect(work).not.toHaveBeenCalled();
});

test('a unit that must be alone runs with no transaction open', async () => {
  const { connection } = fakeConnection();
  const writer = writerOn(connection);
  const seen: boolean[] = [];

  await Promise.all([
    writer.transact(async () => void seen.push(connection.inTransaction())),
    writer.alone(async () => void seen.push(connection.inTransaction())),
    writer.transact(async () => void seen.push(connection.inTransaction())),
  ]);

  expect(seen).toEqual([true, false, true]);
});

test('a closed writer finishes what waits and refuses what comes later', async () => {
  const writer = writerOn(fakeConnection().connection);
  const waiting = writer.transact(async () => 'kept');
  await writer.close();

  await expect(waiting).resolves.toBe('kept');
  await expect(writer.transact(async () => 'late')).rejects.toBeInstanceOf(StoreUnavailable);
});
