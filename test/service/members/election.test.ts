import { expect, test, vi } from 'vitest';
import type { Member } from '../../../src/service/members/member.ts';
import { LOCKS } from '../../../src/service/members/term.ts';
import { openClock } from '../../../src/world/clock.ts';
import { openTeam, type Team } from './team.ts';

// Beside each other: most of their time is a term that runs out.
const SOON = { timeout: 20_000, interval: 5 };

const primaries = (members: readonly Member[]): readonly number[] =>
  members.filter((member) => member.isPrimary()).map(({ id }) => id);

/** Waits until all know that this one is the primary. */
const agree = (members: readonly Member[], id: number): Promise<void> =>
  vi.waitFor(() => expect(members.map((member) => member.primary()?.processId)).toEqual(members.map(() => id)), SOON);

const joinThree = async (team: Team): Promise<[Member, Member, Member]> =>
  await Promise.all([team.join(), team.join(), team.join()]);

/** How many processes wait for the lock. */
const WAITING = `SELECT count(*) AS n FROM pg_locks WHERE objid = ${String(LOCKS.term)} AND NOT granted
  AND locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** A machine's clock that can be stopped: nothing is renewed while time goes on. */
function pausable() {
  const real = openClock();
  let isPaused = false;
  return {
    now: real.now,
    monotonic: real.monotonic,
    async sleep(ms: number, signal?: AbortSignal): Promise<void> {
      await real.sleep(ms, signal);
      while (isPaused) await real.sleep(20, signal);
    },
    pause: () => void (isPaused = true),
    resume: () => void (isPaused = false),
  };
}

test.concurrent(
  'of processes that start at the same time on an empty database, exactly one is the primary',
  async ({ onTestFinished }) => {
    const team = await openTeam({ onTestFinished });
    const members = await Promise.all([1, 2, 3, 4, 5, 6].map(() => team.join()));
    expect(primaries(members)).toHaveLength(1);
    expect(team.open).toHaveLength(1);
    await agree(members, primaries(members)[0] ?? 0);
    const processes = await members[0]?.processes();
    expect(processes?.map(({ role }) => role).sort()).toEqual(['primary', ...Array(5).fill('standby')]);
    expect(processes?.[0]).toMatchObject({ pid: process.pid, host: 'test', version: '1.0.0', schemaVersion: 1 });
  },
);

test.concurrent(
  'a primary that loses its session is followed by another one, in a later term',
  async ({ onTestFinished }) => {
    const team = await openTeam({ onTestFinished });
    const first = await team.join();
    const others = [await team.join(), await team.join()];
    const epoch = team.epochs[0] ?? 0;
    await team.kill(first);
    await vi.waitFor(() => expect(primaries(others)).toHaveLength(1), SOON);
    expect(first.isPrimary()).toBe(false);
    expect(team.epochs.at(-1)).toBeGreaterThan(epoch);
    await agree([first, ...others], primaries(others)[0] ?? 0);
    await vi.waitFor(() => expect(team.open).toHaveLength(1), SOON);
  },
);

test.concurrent('a primary that loses its session and is alone serves again', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  const only = await team.join();
  await team.kill(only, 'term');
  await vi.waitFor(() => expect(team.epochs).toHaveLength(2), SOON);
  await vi.waitFor(() => expect(only.isPrimary()).toBe(true), SOON);
});

test.concurrent('a primary that steps down is followed by another one at once', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  const first = await team.join();
  const second = await team.join();
  await first.stepDown();
  await vi.waitFor(() => expect(second.isPrimary()).toBe(true), SOON);
  await agree([first, second], second.id);
  await second.stepDown();
  await vi.waitFor(() => expect(first.isPrimary()).toBe(true), SOON);
  expect(team.epochs).toEqual([1, 2, 3]);
});

test.concurrent(
  'a primary that is paused for longer than its term is not valid any more, and another one takes over',
  async ({ onTestFinished }) => {
    const team = await openTeam({ onTestFinished });
    const clock = pausable();
    const paused = await team.join({ clock });
    const term = team.open[0]?.term;
    const second = await team.join();
    clock.pause();
    await vi.waitFor(() => expect(second.isPrimary()).toBe(true), SOON);
    expect(term?.isValid()).toBe(false);
    expect(term?.lost.aborted).toBe(true);
    expect(paused.isPrimary()).toBe(false);
    expect(team.said.join()).toContain('let its term run out');
    clock.resume();
    await agree([paused, second], second.id);
  },
);

test.concurrent(
  'a primary that is paused takes itself for invalid before anybody else can be the primary',
  async ({ onTestFinished }) => {
    const team = await openTeam({ onTestFinished });
    const clock = pausable();
    await team.join({ clock });
    const term = team.open[0]?.term;
    clock.pause();
    await vi.waitFor(() => expect(term?.isValid()).toBe(false), SOON);
    const [row] = await team.sql(
      'SELECT until > extract(epoch from clock_timestamp()) * 1000 AS lasts, epoch FROM svc.term',
    );
    expect(row).toEqual({ lasts: true, epoch: term?.epoch });
  },
);

test.concurrent('a process whose program is older than the tables does not take over', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  const first = await team.join();
  const old = await team.join({ canServe: async () => false });
  const third = await team.join();
  await first.close();
  await vi.waitFor(() => expect(third.isPrimary()).toBe(true), SOON);
  await third.close();
  expect(old.isPrimary()).toBe(false);
  expect(old.primary()).toBeUndefined();
  expect(team.said.filter((sentence) => sentence.includes('newer version'))).toHaveLength(1);
});

test.concurrent(
  'a process that got the lock and was paused there does not keep the others from serving',
  async ({ onTestFinished }) => {
    const team = await openTeam({ onTestFinished });
    const first = await team.join();
    let resume: (may: boolean) => void = () => undefined;
    const resumed = new Promise<boolean>((resolve) => (resume = resolve));
    let asked = 0;
    await team.join({ canServe: async () => ++asked === 1 || resumed });
    await vi.waitFor(async () => expect(await team.sql(WAITING)).toEqual([{ n: 1 }]), SOON);
    const third = await team.join();
    await first.close();
    await vi.waitFor(() => expect(third.isPrimary()).toBe(true), SOON);
    expect(team.said.join()).toContain('has the lock and does not begin its term');
    resume(true);
  },
);

test.concurrent('processes that ended without leaving vanish from the table', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  const member = await team.join();
  await team.sql(`INSERT INTO svc.process (url, pid, host, version, schema_version, started_at, seen_at)
    VALUES ('http://127.0.0.1:1', 1, 'gone', '0', 1, 0, 0)`);
  await vi.waitFor(async () => expect(await member.processes()).toHaveLength(1), SOON);
});

test.concurrent('a process that was taken for dead is entered again under its number', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  const member = await team.join();
  await team.sql('DELETE FROM svc.process');
  await vi.waitFor(async () => expect((await member.processes()).map(({ id }) => id)).toEqual([member.id]), SOON);
});

test.concurrent(
  'what fails in the first term fails the start, and nothing of the process stays',
  async ({ onTestFinished }) => {
    const team = await openTeam({ onTestFinished });
    const failing = team.join({ openTerm: () => Promise.reject(new Error('no seed')) });
    await expect(failing).rejects.toThrow('no seed');
    expect(await team.sql('SELECT id FROM svc.process')).toEqual([]);
    expect(await team.sql('SELECT process FROM svc.term')).toEqual([{ process: null }]);
  },
);

test.concurrent('a database that cannot be reached fails the start', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  const failing = team.join({ database: 'postgres://postgres@127.0.0.1:1/none' });
  await expect(failing).rejects.toThrow('The store cannot reach its database.');
});

test.concurrent('three processes hand over to each other in turn', async ({ onTestFinished }) => {
  const team = await openTeam({ onTestFinished });
  const members = await joinThree(team);
  for (let round = 0; round < 6; round += 1) {
    const [id] = primaries(members);
    await members.find((member) => member.id === id)?.stepDown();
    await vi.waitFor(() => expect(primaries(members).filter((one) => one !== id)).toHaveLength(1), SOON);
    expect(team.open.length).toBeLessThanOrEqual(1);
  }
  expect(team.epochs).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
