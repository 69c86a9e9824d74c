import { expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../../src/service/store/connection.ts';
import { openSession } from '../../../../src/service/store/postgres/session.ts';
import { testDatabase } from '../../../support/database.ts';
import { linkTo } from '../../members/outage.ts';

test('a session that waits for a lock is closed at once', async () => {
  const url = await testDatabase();
  const [holder, waiting] = [
    await openSession({ url, name: 'svc test' }),
    await openSession({ url, name: 'svc test' }),
  ];
  onTestFinished(() => holder.close());
  await holder.exec('SELECT pg_advisory_lock(1)');
  const asked = waiting.query('SELECT pg_advisory_lock(1)', []);
  const refused = expect(asked).rejects.toBeInstanceOf(StoreUnavailable);
  await expect
    .poll(() => holder.exec('SELECT count(*) AS n FROM pg_locks WHERE NOT granted'))
    .toMatchObject([{ n: 1 }]);
  // Nobody gives up the lock meanwhile.
  await waiting.close();
  await refused;
  expect([waiting.isOpen(), holder.isOpen()]).toEqual([false, true]);
});

test('what is written into a connection that has just been closed means that the database cannot be reached', async () => {
  const link = await linkTo(await testDatabase());
  const session = await openSession({ url: link.url, name: 'svc test' });
  onTestFinished(() => session.close());
  link.mend();
  // The first write has the other side say that nobody reads any more, and the second one fails at once.
  const asked = await Promise.allSettled([
    session.exec('SELECT 1'),
    session.exec('SELECT 2'),
    session.exec('SELECT 3'),
  ]);
  const reasons = asked.map((one) => (one.status === 'rejected' ? (one.reason as Error) : undefined));
  expect(reasons.map((one) => one instanceof StoreUnavailable)).toEqual([true, true, true]);
  expect(reasons.map((one) => (one?.cause as { code?: string }).code)).toContain('EPIPE');
});
