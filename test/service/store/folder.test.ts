import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '../../../src/kernel/failure.ts';
import { holderOf, takeFolder } from '../../../src/service/store/folder.ts';
import { temporaryFolder } from '../../support/temp.ts';

const refusalOf = async (act: Promise<unknown>): Promise<Failure> => {
  const refusal = await act.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(Failure);
  return refusal as Failure;
};

test('a second service on one folder is refused with the process id of the first', async () => {
  const folder = await temporaryFolder();
  const first = await takeFolder(folder, 4711);

  const refusal = await refusalOf(takeFolder(folder, 4712));
  expect(refusal.fields).toMatchObject({ code: 'service_running', details: { dataDir: folder, pid: 4711 } });
  expect(refusal.message).toContain('4711');
  expect(await holderOf(folder)).toEqual({ pid: 4711 });

  await first.release();
  expect(await holderOf(folder)).toBeUndefined();
  await (await takeFolder(folder, 4712)).release();
});

test('the lock of a process that was killed is taken over', async () => {
  const folder = await temporaryFolder();
  const script = `const { takeFolder } = await import(${JSON.stringify(join(process.cwd(), 'src/service/store/folder.ts'))});
    await takeFolder(${JSON.stringify(folder)}, process.pid); console.log('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  expect(await holderOf(folder)).toEqual({ pid: child.pid });

  child.kill('SIGKILL');
  await once(child, 'exit');

  expect(await holderOf(folder)).toBeUndefined();
  await (await takeFolder(folder, 1)).release();
});

test.each(['media', 'ephemeral'])(
  'a folder of somebody that holds %s is refused, and nothing in it is touched',
  async (name) => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'holiday.jpg'), 'mine');

    const refusal = await refusalOf(takeFolder(folder, 1));
    expect(refusal).toMatchObject({ exit: 'usage', fields: { param: '--data-dir' } });
    expect(await readdir(folder)).toEqual([name]);
    expect(await readdir(join(folder, name))).toEqual(['holiday.jpg']);
  },
);

test('a process id left behind by a dead service does not lock the folder', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'lock.pid'), String(process.pid));
  await (await takeFolder(folder, 1)).release();
});

test('two that take a folder at once do not both get it', async () => {
  const folder = await temporaryFolder();
  const outcomes = await Promise.allSettled([takeFolder(folder, 1), takeFolder(folder, 2), takeFolder(folder, 3)]);
  const winners = outcomes.filter((one) => one.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  await winners[0]?.value.release();
});

test('a folder that does not exist is held by nobody, and is made private when taken', async () => {
  const folder = join(await temporaryFolder(), 'deep', 'data');
  expect(await holderOf(folder)).toBeUndefined();
  const taken = await takeFolder(folder, 1);
  await taken.write('note', 'secret');
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'note'))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'lock.db'))).mode & 0o777).toBe(0o600);
  expect(await taken.read('note')).toBe('secret');
  await taken.release();
});

test('a file in the way of the folder is a clear failure', async () => {
  const place = join(await temporaryFolder(), 'file');
  await writeFile(place, '');
  const refusal = await refusalOf(takeFolder(place, 1));
  expect(refusal.fields.code).toBe('local_io');
  expect(refusal.message).toContain(place);
});

test('a database in the way of the lock is a clear failure', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'lock.db'));
  expect((await refusalOf(takeFolder(folder, 1))).fields.code).toBe('local_io');
});

test('a temporary folder and what is passing in a lasting one vanish at release', async () => {
  const temporary = await takeFolder(undefined, 1);
  await temporary.release();
  await expect(stat(temporary.path)).rejects.toThrow('ENOENT');

  const folder = await temporaryFolder();
  const lasting = await takeFolder(folder, 1);
  await writeFile(join(await lasting.fresh('ephemeral'), 'x'), 'x');
  expect(await readdir(await lasting.fresh('ephemeral'))).toEqual([]);
  await lasting.release();
  expect(await readdir(folder)).not.toContain('ephemeral');
});
