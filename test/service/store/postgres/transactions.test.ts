import { expect, onTestFinished, test } from 'vitest';
import { migrateServer } from '../../../../src/service/store/postgres/migrate.ts';
import { openSession } from '../../../../src/service/store/postgres/session.ts';
import { transactionsOn } from '../../../../src/service/store/postgres/transactions.ts';
import { builder, compiled, place, places, send } from '../../../../src/service/store/statement.ts';
import { testDatabase } from '../../../support/database.ts';

const put = compiled(builder.insertInto('meta').values(places(['key', 'value'])));
const all = compiled(builder.selectFrom('meta').select('key').orderBy('key'));
const count = compiled(
  builder
    .selectFrom('meta')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('key', '=', place<string>('key')),
);
const broken = compiled(
  builder.selectFrom('meta').select('key').where('value', '=', place<string>('value')).offset(-1),
);

/** Transactions on a database of their own, and what they say to it. */
async function newTransactions() {
  const url = await testDatabase();
  const [session, other] = [await openSession({ url, name: 'svc test' }), await openSession({ url, name: 'svc test' })];
  onTestFinished(async () => void (await Promise.all([session.close(), other.close()])));
  await migrateServer(session);
  const said: string[] = [];
  const spoken = {
    ...session,
    exec: (sql: string) => (said.push(sql), session.exec(sql)),
    query: (sql: string, values: readonly unknown[]) => (said.push(sql), session.query(sql, values)),
  };
  const transactions = transactionsOn({ session: async () => spoken }, undefined);
  const keys = async () => (await other.exec('SELECT key FROM meta ORDER BY key')).map(({ key }) => key);
  /** A unit that writes keys. */
  const unit = async (...written: readonly string[]): Promise<void> => {
    await transactions.mark();
    for (const key of written) await send(transactions.run, put, { key, value: 'v' });
  };
  return { transactions, said, keys, unit };
}

test('units that nobody reads in cost one statement together', async () => {
  const { transactions, said, keys, unit } = await newTransactions();
  await transactions.begin();
  for (let n = 0; n < 50; n += 1) await unit(String(n));
  await transactions.commit();
  expect(said).toHaveLength(3);
  expect(await keys()).toHaveLength(50);
});

test('a unit that is undone before anything of it was sent leaves what those before it wrote', async () => {
  const { transactions, said, keys, unit } = await newTransactions();
  await transactions.begin();
  await unit('a');
  await unit('b');
  await transactions.undo();
  await unit('c');
  await transactions.commit();
  expect(await keys()).toEqual(['a', 'c']);
  expect(said.join()).not.toContain('SAVEPOINT');
});

test('a unit that is undone after it read what it wrote leaves what those before it wrote', async () => {
  const { transactions, keys, unit } = await newTransactions();
  await transactions.begin();
  await unit('a');
  await unit('b');
  expect(await transactions.run.all(all)).toEqual([{ key: 'a' }, { key: 'b' }]);
  await send(transactions.run, put, { key: 'b2', value: 'v' });
  await transactions.undo();
  await unit('c');
  expect(await transactions.run.all(all)).toEqual([{ key: 'a' }, { key: 'c' }]);
  await transactions.undo();
  await unit('d');
  await transactions.commit();
  expect(await keys()).toEqual(['a', 'd']);
});

test('statements that are asked at the same time all see what was written before them', async () => {
  const { transactions, unit } = await newTransactions();
  await transactions.begin();
  await unit('a', 'b');
  const counts = await Promise.all(['a', 'b', 'c'].map((key) => transactions.run.one(count, { key })));
  expect(counts).toEqual([{ count: 1 }, { count: 1 }, { count: 0 }]);
  await transactions.abandon();
});

test('a long row of writes goes out before its unit ends', async () => {
  const { transactions, said, keys, unit } = await newTransactions();
  await transactions.begin();
  await unit(...Array.from({ length: 2_000 }, (_, n) => String(n)));
  expect(said.filter((sql) => sql.startsWith('insert')).length).toBeGreaterThan(1);
  await transactions.undo();
  await unit('a');
  await transactions.commit();
  expect(await keys()).toEqual(['a']);
});

test('what failed of one unit is not forgotten when a later one is undone', async () => {
  const { transactions, keys, unit } = await newTransactions();
  await transactions.begin();
  await unit('a', 'a');
  await unit('b');
  await transactions.run.all(all).catch(() => undefined);
  await expect(transactions.undo()).rejects.toThrow('meta_pkey');
  await transactions.abandon();
  expect(await keys()).toEqual([]);
});

test('after a batch in which something failed that nobody waited for, each unit is waited for and fails alone', async () => {
  const { transactions, keys, unit } = await newTransactions();
  await transactions.begin();
  await unit('a', 'a');
  await expect(transactions.commit()).rejects.toThrow('meta_pkey');
  await transactions.abandon();

  await transactions.begin();
  await unit('b');
  await transactions.settle?.();
  await unit('a', 'a');
  await expect(transactions.settle?.()).rejects.toThrow('meta_pkey');
  await transactions.undo();
  await unit('c');
  await transactions.settle?.();
  await transactions.commit();
  expect(await keys()).toEqual(['b', 'c']);
});

test('a batch in which a reading failed that its unit did not mind is not taken for committed', async () => {
  const { transactions, keys, unit } = await newTransactions();
  await transactions.begin();
  await unit('a');
  await transactions.mark();
  await transactions.run.all(broken, { value: 'v' }).catch(() => undefined);
  await expect(transactions.commit()).rejects.toThrow('OFFSET');
  await transactions.abandon();
  expect(await keys()).toEqual([]);
});

test('a unit that fails by a reading alone takes its batch with it once, and then fails alone', async () => {
  const { transactions, keys, unit } = await newTransactions();
  const fail = async (): Promise<void> => {
    await transactions.mark();
    await expect(transactions.run.all(broken, { value: 'v' })).rejects.toThrow('OFFSET');
    await transactions.undo();
  };
  await transactions.begin();
  await unit('a');
  await expect(fail()).rejects.toThrow('OFFSET');
  await transactions.abandon();

  await transactions.begin();
  await unit('b');
  await transactions.settle?.();
  await fail();
  await transactions.commit();
  expect(await keys()).toEqual(['b']);
});
