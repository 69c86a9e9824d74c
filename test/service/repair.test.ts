import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, test } from 'vitest';
import { Failure } from '../../src/kernel/failure.ts';
import { discardDamaged, repairFolder } from '../../src/service/repair.ts';
import { randomBytes } from '../../src/world/random.ts';
import { startService, type ServiceUnderTest } from '../support/service.ts';
import { temporaryFolder } from '../support/temp.ts';

const start = (folder: string): Promise<ServiceUnderTest> => startService({ dataDir: folder, ephemeral: false });

/** A folder with a profile Acme, a snapshot of before it, and no service. */
async function stopped(): Promise<string> {
  const folder = await temporaryFolder();
  const { api, control, close } = await start(folder);
  await control('POST', '/_local/snapshots', { name: 'early' });
  await api('POST', '/v1/profiles', { body: { name: 'Acme' } });
  await close();
  return folder;
}

const repair = (folder: string, more: object = {}) =>
  repairFolder({ folder, pid: process.pid, random: randomBytes, lookOnly: false, ...more });

const refusalOf = async (folder: string): Promise<Failure['fields']> => {
  const refusal = await start(folder).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Failure);
  return (refusal as Failure).fields;
};

const profiles = async (folder: string): Promise<string[]> => {
  const { api, close } = await start(folder);
  const { body } = await api<{ profiles: { name: string }[] }>('GET', '/v1/profiles');
  await close();
  return body.profiles.map(({ name }) => name);
};

function execute(folder: string, sql: string): void {
  const database = new Database(join(folder, 'service.db'));
  database.exec(sql);
  database.close();
}

test('a whole folder has no problems, and looking changes nothing', async () => {
  const folder = await stopped();
  const before = await readFile(join(folder, 'service.db'));
  expect(await repair(folder)).toEqual({ dataDir: folder, problems: [], actions: [], setAside: null });
  expect(await readFile(join(folder, 'service.db'))).toEqual(before);
});

test('a database that is no database is named at the start, and replaced by the newest good snapshot', async () => {
  const folder = await stopped();
  await writeFile(
    join(folder, 'service.db'),
    'this is not a database, and it is long enough to be looked at'.repeat(99),
  );
  expect(await refusalOf(folder)).toMatchObject({
    code: 'data_damaged',
    message: expect.stringMatching(new RegExp(`${folder} is damaged. service.db: It cannot be read`)),
    hint: expect.stringContaining('svc local repair'),
  });

  const report = await repair(folder);
  expect(report).toMatchObject({ actions: ['Restored the snapshot early.'], setAside: join(folder, 'earlier', '1') });
  expect(await readFile(join(folder, 'earlier', '1', 'service.db'), 'utf8')).toContain('this is not a database');
  expect(await profiles(folder)).toEqual(['Default']);
});

test('rows that are not UTF-8 are lost alone', async () => {
  const folder = await stopped();
  execute(folder, "INSERT INTO record VALUES (999, 'profile', 'x', 'x', NULL, NULL, 0, CAST(x'7bff7d' AS TEXT))");
  // As the process that died of reading it left it.
  await writeFile(join(folder, 'lock.pid'), '1');
  expect(await refusalOf(folder)).toMatchObject({
    code: 'data_damaged',
    message: expect.stringContaining('1 row of the table record cannot be read'),
  });
  expect((await repair(folder)).actions).toEqual([
    expect.stringMatching(/^Saved \d+ rows; 1 could not be read. The lost data belonged to record.$/),
  ]);
  expect(await profiles(folder)).toEqual(['Default', 'Acme']);
});

test('a database that was cut short is refused, and repaired from what is left or a snapshot', async () => {
  const folder = await stopped();
  await truncate(join(folder, 'service.db'), 40_000);
  expect(await refusalOf(folder)).toMatchObject({ code: 'data_damaged' });
  expect((await repair(folder)).actions).toHaveLength(1);
  expect(await profiles(folder)).toContain('Default');
});

test('without a snapshot and without a readable row nothing is replaced, and a reset is the way out', async () => {
  const folder = await stopped();
  await rm(join(folder, 'snapshots'), { recursive: true });
  await writeFile(join(folder, 'service.db'), 'nothing '.repeat(999));
  await expect(repair(folder)).rejects.toThrow('there is no snapshot to restore');
  expect(await readFile(join(folder, 'service.db'), 'utf8')).toContain('nothing');

  expect(await discardDamaged({ folder, pid: process.pid })).toMatchObject({
    problems: [expect.stringContaining('service.db')],
    setAside: join(folder, 'earlier', '1'),
  });
  expect(await profiles(folder)).toEqual(['Default']);
});

test('keys that are missing or broken are named, and made anew for the same team', async () => {
  const folder = await stopped();
  await writeFile(join(folder, 'keys.json'), '{"apiKey":');
  expect((await refusalOf(folder)).message).toContain('keys.json: It does not contain both keys.');
  await rm(join(folder, 'keys.json'));
  expect((await refusalOf(folder)).message).toContain('keys.json: It is missing, although there is data.');
  expect((await repair(folder)).actions).toEqual([expect.stringContaining('Created new keys')]);
  expect(await profiles(folder)).toEqual(['Default', 'Acme']);
});

test('a store without its team is never founded over', async () => {
  const folder = await stopped();
  execute(folder, "DELETE FROM meta WHERE key = 'team'");
  expect((await refusalOf(folder)).message).toContain('service.db: It holds no team.');
  expect((await repair(folder)).actions).toEqual(['Restored the snapshot early.']);
});

test('a store that a newer svc wrote is not repaired', async () => {
  const folder = await stopped();
  execute(folder, 'PRAGMA user_version=999');
  await expect(repair(folder)).rejects.toThrow('newer svc');
  expect(await readdir(folder)).not.toContain('earlier');
});

test('damaged snapshots are named and stay; a folder that does not exist is a mistake in the call', async () => {
  const folder = await stopped();
  await writeFile(join(folder, 'snapshots', 'half.db'), '');
  expect(await repair(folder, { lookOnly: true })).toMatchObject({
    problems: ['Snapshot half: It is empty.'],
    actions: [],
  });
  await expect(repair(join(folder, 'none'))).rejects.toMatchObject({ fields: { code: 'usage' } });
});
