import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { openSpawn } from '../../../src/world/spawn.ts';
import { binary, errorIn, type Said } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const EMPTY = ['--seed-pack', 'empty', '--rate-limits', 'off'];

/** A service that was started once, has a profile Acme, and is stopped. */
async function stopped() {
  const folder = await temporaryFolder();
  const dataDir = join(folder, '.local', 'state', 'svc', 'local');
  const svc = (...words: string[]): Promise<Said> => binary(words, { env: { HOME: folder } });
  onTestFinished(async () => {
    const pid = Number(await readFile(join(dataDir, 'lock.pid'), 'utf8').catch(() => '0'));
    if (pid > 0) openSpawn({}).kill(pid, 'SIGKILL');
  });
  await svc('local', 'start', ...EMPTY);
  await svc('profiles', 'create', '--name', 'Acme');
  await svc('local', 'stop');
  const profiles = async (): Promise<number> => {
    const listed = await svc('profiles', 'list', '-o', 'json');
    return (JSON.parse(listed.stdout) as { total: number }).total;
  };
  return { dataDir, svc, profiles };
}

test('a reset works on a stopped service, with the options that it was started with', async () => {
  const { svc, dataDir, profiles } = await stopped();
  const reset = await svc('local', 'reset', '--yes');
  expect([reset.code, JSON.parse(reset.stdout)]).toEqual([0, { dataDir, problems: [], setAside: null }]);
  expect((await svc('local', 'start')).code).toBe(0);
  expect(await profiles()).toBe(1);
  expect((await svc('local', 'repair')).code).toBe(3);
});

test('a text that is not UTF-8 ends the process without a word, and the start says what is wrong all the same', async () => {
  const { svc, dataDir, profiles } = await stopped();
  const database = new Database(join(dataDir, 'service.db'));
  database.exec(
    "INSERT INTO meta VALUES ('other', 'x'); UPDATE meta SET value = CAST(x'ff61' AS TEXT) WHERE key = 'requests'",
  );
  database.exec("INSERT OR REPLACE INTO meta VALUES ('ids', CAST(x'ff61' AS TEXT))");
  database.close();
  const started = await svc('local', 'start');
  expect([started.code, errorIn(started)]).toMatchObject([
    1,
    {
      code: 'data_damaged',
      message: expect.stringContaining(`The data folder ${dataDir} is damaged. service.db: 1 row`),
    },
  ]);

  // The start before never became ready, so this one looks before it reads.
  const foreground = await svc('local', 'start', '--foreground');
  expect([foreground.code, errorIn(foreground)['code']]).toEqual([1, 'data_damaged']);

  const looked = await svc('local', 'repair', '--check');
  expect(JSON.parse(looked.stdout)).toMatchObject({ problems: [expect.stringContaining('meta')], actions: [] });
  expect((await svc('local', 'repair')).code).toBe(0);
  expect((await svc('local', 'start')).code).toBe(0);
  expect(await profiles()).toBe(2);
});

test('a folder whose database is no database is reset, and what was there is set aside', async () => {
  const { svc, dataDir, profiles } = await stopped();
  await writeFile(join(dataDir, 'service.db'), 'nothing '.repeat(999));
  const started = await svc('local', 'start');
  expect([started.code, errorIn(started)['code']]).toEqual([1, 'data_damaged']);
  const foreground = await svc('local', 'start', '--foreground');
  expect([foreground.code, errorIn(foreground)['code']]).toEqual([1, 'data_damaged']);
  const repaired = await svc('local', 'repair');
  expect([repaired.code, errorIn(repaired)['message']]).toEqual([1, expect.stringContaining('no snapshot to restore')]);

  const reset = await svc('local', 'reset', '--yes');
  expect([reset.code, JSON.parse(reset.stdout)]).toMatchObject([0, { setAside: join(dataDir, 'earlier', '1') }]);
  expect((await svc('local', 'start')).code).toBe(0);
  expect(await profiles()).toBe(1);
});

test('without its keys a folder says so, and repair makes new ones', async () => {
  const { svc, dataDir, profiles } = await stopped();
  await rm(join(dataDir, 'keys.json'));
  expect(errorIn(await svc('local', 'start'))['message']).toContain('keys.json: It is missing');
  expect((await svc('local', 'repair')).code).toBe(0);
  expect((await svc('local', 'start')).code).toBe(0);
  expect(await profiles()).toBe(2);
});
