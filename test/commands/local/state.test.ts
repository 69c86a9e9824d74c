import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSpawn } from '../../../src/world/spawn.ts';
import { binary, errorIn, type Said } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

async function home() {
  const folder = await temporaryFolder();
  const dataDir = join(folder, '.local', 'state', 'svc', 'local');
  const svc = (words: string, input?: string): Promise<Said> =>
    binary(words.split(' '), { env: { HOME: folder }, ...(input === undefined ? {} : { input }) });
  onTestFinished(async () => {
    const pid = Number(await readFile(join(dataDir, 'lock.pid'), 'utf8').catch(() => '0'));
    if (pid > 0) openSpawn({}).kill(pid, 'SIGKILL');
  });
  const total = async (list: string): Promise<number> =>
    (JSON.parse((await svc(`${list} -o json`)).stdout) as { total: number }).total;
  return { folder, svc, total };
}

test('a state goes to a file and into another service, that runs or is stopped, and through a pipe', async () => {
  const from = await home();
  const file = join(from.folder, 'state.ndjson');
  await from.svc('local start --seed-pack empty');
  await from.svc('profiles create --name Acme');
  const exported = await from.svc(`local export ${file}`);
  const { size, mode } = await stat(file);
  expect(JSON.parse(exported.stdout)).toEqual({ file, records: expect.any(Number), media: 0, sizeBytes: size });
  expect([exported.code, mode & 0o777]).toEqual([0, 0o600]);

  const to = await home();
  await to.svc('local start --seed-pack empty');
  expect(errorIn(await to.svc(`local import ${file}`))).toMatchObject({ code: 'confirmation', exit: 2 });
  expect(await to.total('profiles list')).toBe(1);
  const imported = await to.svc(`local import ${file} --yes -o table`);
  expect([imported.code, imported.stdout]).toEqual([
    0,
    expect.stringMatching(/^Imported \d+ records and 0 media files \(\d+ kB\) from .*state\.ndjson\.\n$/),
  ]);
  expect(await to.total('profiles list')).toBe(2);

  await to.svc('local reset --yes');
  await to.svc('local stop');
  const piped = await from.svc('local export -');
  expect(piped.stderr).toMatch(/^Exported \d+ records and 0 media files/);
  expect((await to.svc('local import - --yes', piped.stdout)).code).toBe(0);
  expect((await to.svc(`local export ${join(to.folder, 'again.ndjson')}`)).code).toBe(0);
  await to.svc('local start');
  expect(await to.total('profiles list')).toBe(2);
});

test('a file that is cut off is refused by line, running or stopped, and an export never leaves a part', async () => {
  const { svc, folder, total } = await home();
  const file = join(folder, 'state.ndjson');
  expect(errorIn(await svc(`local export ${file}`))).toMatchObject({ code: 'service_not_running', exit: 13 });
  await expect(stat(file)).rejects.toThrow('ENOENT');
  await svc('local start --seed-pack empty');
  await svc(`local export ${file}`);
  const lines = (await readFile(file, 'utf8')).split('\n');
  await writeFile(file, lines.slice(0, 3).join('\n'));
  const refusal = {
    code: 'invalid_field_value',
    message: expect.stringMatching(/^Line 4: .*truncated/),
    details: { line: 4 },
  };
  expect(errorIn(await svc(`local import ${file} --yes`))).toMatchObject({ ...refusal, exit: 3 });
  expect(await total('profiles list')).toBe(1);
  expect(errorIn(await svc('local import nothing.ndjson --yes'))).toMatchObject({ code: 'usage', exit: 2 });
  await svc('local stop');
  expect(errorIn(await svc(`local import ${file} --yes`))).toMatchObject({ ...refusal, exit: 3 });
});
