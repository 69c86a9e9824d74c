import { expect, test, vi } from 'vitest';
import { openSession } from '../../../src/service/store/postgres/session.ts';
import { FENCE_LOCK } from '../../../src/service/store/postgres/fence.ts';
import { startCluster } from '../../../src/build/postgres/cluster.ts';
import { bodyOf, call } from './http.ts';
import { linkTo } from './outage.ts';
import { openTeam } from './team.ts';

// Beside each other: most of their time is a term that runs out.
const SOON = { timeout: 30_000, interval: 5 };

test.concurrent('processes survive restarts of their database, and calls wait for that', async ({ onTestFinished }) => {
  const cluster = await startCluster({ settings: { fsync: false } });
  onTestFinished(() => cluster.stop());
  const team = await openTeam({ database: await cluster.newDatabase(), onTestFinished });
  const members = [await team.join(), await team.join(), await team.join()];
  for (const mode of ['fast', 'immediate'] as const) {
    const epoch = team.epochs.at(-1) ?? 0;
    await cluster.restart(mode);
    await vi.waitFor(() => expect(members.filter((member) => member.isPrimary())).toHaveLength(1), SOON);
    const answers = await Promise.all(
      members.map(({ url }) => bodyOf(call(`${url}/x`, { method: 'POST', body: 'a' }))),
    );
    expect(new Set(answers.map((answer) => answer.epoch)).size).toBe(1);
    expect(answers[0]?.epoch).toBeGreaterThan(epoch);
    expect(await members[0]?.processes()).toHaveLength(3);
  }
});

test.concurrent(
  'a primary whose link to the database hangs answers nothing more before another one can serve',
  async ({ onTestFinished }) => {
    const team = await openTeam({ onTestFinished });
    const link = await linkTo(team.database, onTestFinished);
    const first = await team.join({ database: link.url });
    const second = await team.join();
    const term = team.open[0]?.term;
    link.freeze();
    const validWhenTaken = await vi.waitFor(() => {
      expect(team.epochs).toHaveLength(2);
      return term?.isValid();
    }, SOON);
    expect(validWhenTaken).toBe(false);
    expect((await call(`${first.url}/x`)).status).toBe(503);
    expect(term?.lost.aborted).toBe(true);
    link.mend();
    await vi.waitFor(() => expect(first.primary()?.processId).toBe(second.id), SOON);
    expect(await bodyOf(call(`${first.url}/x`))).toMatchObject({ by: second.id, epoch: 2 });
  },
);

test.concurrent(
  'a standby whose link to the database hung and broke forwards again, and can take over',
  async ({ onTestFinished }) => {
    const team = await openTeam({ onTestFinished });
    const link = await linkTo(team.database, onTestFinished);
    const first = await team.join();
    const second = await team.join({ database: link.url });
    link.freeze();
    await vi.waitFor(() => expect(second.primary()).toBeUndefined(), SOON);
    link.mend();
    await vi.waitFor(() => expect(second.primary()?.processId).toBe(first.id), SOON);
    await first.close();
    expect(second.isPrimary()).toBe(true);
  },
);

test.concurrent(
  'what an earlier primary has not committed is rolled back before the next term begins',
  async ({ onTestFinished }) => {
    const team = await openTeam({ onTestFinished });
    const first = await team.join();
    const second = await team.join();
    await team.sql('CREATE TABLE svc.written (epoch int)');
    let isLost = false;
    const writing = await openSession({
      url: team.database,
      name: `svc ${String(first.id)} store`,
      lost: () => (isLost = true),
    });
    onTestFinished(() => writing.close());
    await writing.exec(
      `BEGIN; SELECT pg_advisory_xact_lock_shared(${String(FENCE_LOCK)}); INSERT INTO written VALUES (1)`,
    );
    await team.kill(first, 'term');
    await vi.waitFor(() => expect(second.isPrimary()).toBe(true), SOON);
    await vi.waitFor(() => expect(isLost).toBe(true), SOON);
    expect(await team.sql('SELECT * FROM svc.written')).toEqual([]);
  },
);

test.concurrent('a term does not begin while a transaction of the last one is open', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  const first = await team.join();
  const second = await team.join();
  const writing = await openSession({ url: team.database, name: 'another name' });
  onTestFinished(() => writing.close());
  await writing.exec(`BEGIN; SELECT pg_advisory_xact_lock_shared(${String(FENCE_LOCK)})`);
  const stepping = first.stepDown();
  const waits = `SELECT count(*) AS n FROM pg_locks WHERE objid = ${String(FENCE_LOCK)} AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await vi.waitFor(async () => expect(await team.sql(waits)).toEqual([{ n: 1 }]), SOON);
  await stepping;
  expect(team.epochs).toHaveLength(1);
  await writing.exec('COMMIT');
  await vi.waitFor(() => expect(second.isPrimary()).toBe(true), SOON);
});
