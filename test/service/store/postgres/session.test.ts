import { expect, onTestFinished, test } from 'vitest';
import { StoreUnavailable } from '../../../../src/service/store/connection.ts';
import { openSession } from '../../../../src/service/store/postgres/session.ts';
import { testDatabase } from '../../../support/database.ts';

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
