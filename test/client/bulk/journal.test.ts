import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal, shortenJournal } from '../../../src/client/bulk/journal-writer.ts';
import { NO_HISTORY, readJournal, type History, type JournalLine } from '../../../src/client/bulk/journal.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { testWorld, TEST_WORLD_NOW as NOW } from '../../support/world.ts';

async function place() {
  const { world } = testWorld();
  const path = join(await temporaryFolder(), 'imports', 'one.ndjson');
  const open = (history: History, idents: readonly string[] = ['a', 'b'], host = world.host) =>
    openJournal({ path, history, idents, target: 't', serviceAt: 5 }, { ...world, host });
  return { world, path, open, read: () => readJournal(path, world.files) };
}

const sent = (row: string): JournalLine => ({
  type: 'sent',
  at: 5,
  row,
  says: `says ${row}`,
  id: `id ${row}`,
  body: { row },
});
const FILE = { contentType: 'image/png', size: 3 };
const UPLOAD = {
  path: '/a.png',
  sizeBytes: 3,
  modifiedMs: 2,
  contentType: FILE.contentType,
  uploaded: { ...FILE, url: 'https://media.example/a', key: 'a', filename: 'a.png' },
};

test('a journal that does not exist, or is empty, tells of nothing', async () => {
  const { path, read } = await place();
  expect(await read()).toBe(NO_HISTORY);
  await writeFile(path.replace('imports/one', 'empty'), '');
  expect(await readJournal(path.replace('imports/one', 'empty'), testWorld().world.files)).toBe(NO_HISTORY);
});

test('what is written is what is read: who began, what was planned, and the last that is known of each row', async () => {
  const { world, open, read } = await place();
  const journal = await open(NO_HISTORY, ['a', 'b', 'c']);
  journal.note({ type: 'upload', at: 4, ...UPLOAD });
  await Promise.all(['a', 'b', 'c'].map((row) => journal.write(sent(row))));
  journal.note({ type: 'made', at: 6, row: 'a', post: 'p1', status: 'scheduled' });
  journal.note({ type: 'refused', at: 6, row: 'b' });
  await journal.close();
  const known = (row: string) => ({ says: `says ${row}`, id: `id ${row}`, body: { row }, sentMs: 5 });
  const history = await read();
  expect(history).toMatchObject({
    begin: { type: 'begin', v: 1, at: NOW, serviceAt: 5, pid: world.host.pid, target: 't' },
    ended: false,
    uploads: [{ ...UPLOAD, atMs: 4 }],
  });
  expect([...history.planned]).toEqual(['a', 'b', 'c']);
  expect(Object.fromEntries(history.entries)).toEqual({
    a: { ...known('a'), state: 'made', post: 'p1', status: 'scheduled' },
    b: { ...known('b'), state: 'refused' },
    c: { ...known('c'), state: 'sent' },
  });
});

test('half a line is no line, and what follows begins on one of its own', async () => {
  const { path, open, read } = await place();
  const first = await open(NO_HISTORY);
  await first.write(sent('a'));
  await first.close();
  await appendFile(path, '{"type":"sent","at":9,"row":"b"');
  const torn = await read();
  expect([...torn.entries.keys()]).toEqual(['a']);
  const second = await open(torn, ['a', 'b', 'new']);
  await second.write(sent('new'));
  await second.close();
  const whole = await read();
  expect([...whole.entries.keys()]).toEqual(['a', 'new']);
  expect([...whole.planned]).toEqual(['a', 'b', 'new']);
});

test('a journal that is not gone on with begins anew', async () => {
  const { open, read } = await place();
  const first = await open(NO_HISTORY);
  await first.write(sent('a'));
  await first.write({ type: 'end', at: 7 });
  await first.close();
  expect((await read()).ended).toBe(true);
  await (await open(NO_HISTORY, ['z'])).close();
  const anew = await read();
  expect([...anew.planned]).toEqual(['z']);
  expect({ ended: anew.ended, rows: anew.entries.size }).toEqual({ ended: false, rows: 0 });
});

test('two processes do not import the same rows at once; one that died or has ended holds nobody up', async () => {
  const { world, path, open, read } = await place();
  const first = await open(NO_HISTORY);
  const host = { ...world.host, pid: world.host.pid + 1 };
  await expect(open(NO_HISTORY, ['a'], host)).rejects.toMatchObject({
    exit: 'usage',
    fields: { details: { journal: path, pid: world.host.pid } },
  });
  const spawn = { ...world.spawn, alive: () => false };
  const history = await read();
  await (
    await openJournal({ path, history, idents: ['a'], target: 't', serviceAt: 5 }, { ...world, host, spawn })
  ).close();
  await first.write({ type: 'end', at: 8 });
  await first.close();
  await (await open(await read(), ['a'])).close();
});

test('at the end the texts of posts are taken out, but not where nobody knows the end', async () => {
  const { world, path, open, read } = await place();
  const journal = await open(NO_HISTORY, ['a', 'b', 'c']);
  for (const row of ['a', 'b', 'c']) await journal.write(sent(row));
  await journal.write({ type: 'made', at: 6, row: 'a', post: 'p1', status: 'draft' });
  await journal.write({ type: 'refused', at: 6, row: 'b' });
  await journal.close();
  const before = await read();
  await shortenJournal(path, world.files);
  const after = await read();
  expect(after).toMatchObject({ begin: before.begin, ended: true, planned: before.planned });
  expect(after.entries.get('a')).toEqual({ ...before.entries.get('a'), body: null });
  expect(after.entries.get('b')).toEqual({ ...before.entries.get('b'), body: null });
  expect(after.entries.get('c')).toEqual(before.entries.get('c'));
  expect(await readFile(path, 'utf8')).toMatch(/\}\n$/);
});

test('a file that is no journal is refused, and one that is gone is not shortened', async () => {
  const { world, path } = await place();
  const other = path.replace('imports/one', 'other');
  await writeFile(other, '{"type":"end","at":1}\n');
  await expect(readJournal(other, world.files)).rejects.toMatchObject({
    exit: 'usage',
    fields: { param: '--journal' },
  });
  await shortenJournal(path, world.files);
  expect(world.files.exists(path)).toBe(false);
});
