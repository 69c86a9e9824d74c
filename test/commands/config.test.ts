/** `svc config` and `svc context`: settings read and contexts chosen, in a folder of their own. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { VARIABLES } from '../../src/kernel/variables.ts';
import { errorIn, svc } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const CONTEXTS = {
  currentContext: 'one',
  contexts: {
    one: { baseUrl: 'http://127.0.0.1:1', timezone: 'Europe/Berlin' },
    two: { baseUrl: 'https://two.example' },
  },
  kept: true,
};

async function folderWith(settings: object, project?: object): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'config'));
  await writeFile(join(folder, 'config', 'settings.json'), JSON.stringify(settings));
  if (project) await writeFile(join(folder, '.svc.json'), JSON.stringify(project));
  return folder;
}

const jsonOf = async (argv: readonly string[], options: Parameters<typeof svc>[1] = {}): Promise<unknown> =>
  JSON.parse((await svc(argv, options)).stdout) as unknown;

test('config explain shows every candidate in the order of their weight', async () => {
  const folder = await folderWith(CONTEXTS, { timezone: 'Asia/Tokyo' });
  const env = { SVC_TIMEZONE: 'America/Lima' };
  expect(await jsonOf(['config', 'explain', 'timezone'], { folder, env })).toEqual({
    setting: 'timezone',
    value: 'America/Lima',
    candidates: [
      { value: 'America/Lima', source: 'SVC_TIMEZONE', wins: true },
      { value: 'Asia/Tokyo', source: join(folder, '.svc.json'), wins: false },
      { value: 'Europe/Berlin', source: 'context one', wins: false },
    ],
  });
});

test('config explain never shows a key whole', async () => {
  const key = `sk_${'0123456789abcdef'.repeat(4)}`;
  const { stdout } = await svc(['config', 'explain', 'apiKey'], { env: { SVC_API_KEY: key } });
  expect(stdout).not.toContain(key);
  expect(JSON.parse(stdout)).toMatchObject({
    value: 'sk_****cdef',
    candidates: [{ source: 'SVC_API_KEY', wins: true }],
  });
});

test('config explain says when nothing gives a setting, and refuses one that does not exist', async () => {
  expect(await svc(['config', 'explain', 'profile'])).toMatchObject({ code: 0, stderr: 'No source sets profile.\n' });
  expect(errorIn(await svc(['config', 'explain', 'basUrl']))).toMatchObject({ exit: 2, hint: 'Did you mean baseUrl?' });
});

test('every setting that a variable gives can be explained', async () => {
  for (const name of Object.keys(VARIABLES)) expect((await svc(['config', 'explain', name])).code, name).toBe(0);
});

test('config list shows what is in force and where it comes from', async () => {
  const folder = await folderWith(CONTEXTS);
  const { settings } = (await jsonOf(['config', 'list'], { folder })) as { settings: unknown };
  expect(settings).toEqual([
    { setting: 'baseUrl', value: 'http://127.0.0.1:1', source: 'context one' },
    { setting: 'timezone', value: 'Europe/Berlin', source: 'context one' },
    { setting: 'context', value: 'one', source: join(folder, 'config', 'settings.json') },
  ]);
});

test('config path names the settings file', async () => {
  const folder = await temporaryFolder();
  expect((await svc(['config', 'path', '-o', 'lines'], { folder })).stdout).toBe(
    `${join(folder, 'config', 'settings.json')}\n`,
  );
});

test('context list marks the one in force', async () => {
  const folder = await folderWith(CONTEXTS);
  expect(await jsonOf(['context', 'list', '--context', 'two', '--fields', 'name,current'], { folder })).toEqual({
    contexts: [
      { name: 'one', current: false },
      { name: 'two', current: true },
    ],
  });
});

test('context use changes the current one and nothing else', async () => {
  const folder = await folderWith(CONTEXTS);
  expect(await jsonOf(['context', 'use', 'two'], { folder })).toMatchObject({ name: 'two', current: true });
  expect(await jsonOf(['context', 'show'], { folder })).toEqual({ name: 'two', baseUrl: 'https://two.example' });
  expect(await jsonOf(['context', 'show', 'one'], { folder })).toMatchObject({
    name: 'one',
    timezone: 'Europe/Berlin',
  });
  expect((await svc(['context', 'use', 'three'], { folder })).code).toBe(2);
});

test('context show without any context says how to get one', async () => {
  expect(errorIn(await svc(['context', 'show']))).toMatchObject({
    exit: 2,
    hint: expect.stringContaining('svc local start') as string,
  });
});
