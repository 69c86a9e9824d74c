/** The servers that other tests use are real, come back, and leave nothing behind. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../support/database.ts';
import { installedBinaries } from '../../../src/build/postgres/binaries.ts';
import { startCluster } from '../../../src/build/postgres/cluster.ts';
import { ROOT } from '../../support/process.ts';

const SETTINGS = { fsync: false };

describe.each(installedBinaries().map((binaries) => ({ binaries })))('the $binaries server', ({ binaries }) => {
  test('takes queries, keeps what is committed over a restart and a crash, and leaves nothing behind', async () => {
    const cluster = await startCluster({ binaries, settings: SETTINGS });
    onTestFinished(() => cluster.stop());
    const url = await cluster.newDatabase();
    await ask(url, 'CREATE TABLE kept (n int)');
    const pids = new Set([cluster.pid()]);
    for (const mode of ['fast', 'immediate'] as const) {
      await ask(url, 'INSERT INTO kept VALUES (1)');
      await cluster.restart(mode);
      pids.add(cluster.pid());
    }
    process.kill(cluster.pid(), 'SIGKILL');
    await cluster.restart('immediate');
    expect(await ask(url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 2 }]);
    expect(pids.size).toBe(3);
    const pid = cluster.pid();
    await cluster.stop();
    expect([isAlive(pid), existsSync(cluster.folder)]).toEqual([false, false]);
    expect(() => cluster.pid()).toThrow('does not run');
  });

  test('ends, with its folder, when its starter is killed', async () => {
    const starter = startStarter(binaries);
    const [line] = (await once(createInterface({ input: starter.stdout }), 'line')) as [string];
    const { pid, folder } = JSON.parse(line) as { pid: number; folder: string };
    expect([isAlive(pid), existsSync(folder)]).toEqual([true, true]);
    starter.kill('SIGKILL');
    await vi.waitFor(() => expect([isAlive(pid), existsSync(folder)]).toEqual([false, false]), { timeout: 30_000 });
  });
});

test('each test has an empty database of its own', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()]);
  expect(one).not.toBe(other);
  await ask(one, 'CREATE TABLE here (n int)');
  const tables = `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`;
  expect([await ask(one, tables), await ask(other, tables)]).toEqual([[{ tablename: 'here' }], []]);
});

const PROGRAM = `
const { startCluster } = await import(process.argv[1]);
const cluster = await startCluster({ binaries: process.argv[2], settings: { fsync: false } });
console.log(JSON.stringify({ pid: cluster.pid(), folder: cluster.folder }));
setInterval(() => undefined, 60_000);
`;

function startStarter(binaries: string) {
  const module = join(ROOT, 'src/build/postgres/cluster.ts');
  const words = ['--import', 'tsx', '--input-type=module', '--eval', PROGRAM, module, binaries];
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function ask(url: string, statement: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
