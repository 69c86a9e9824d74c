import { appendFile, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isJournal, openJournal, readJournal, type JournalRecord } from '../../src/listener/journal.ts';
import { temporaryFolder } from '../support/temp.ts';
import { testWorld } from '../support/world.ts';

const AT = Date.parse('2026-01-05T09:00:00.000Z');

const arrival = (body: string | Buffer) => ({
  at: AT,
  method: 'POST',
  target: '/hook?a=1',
  headers: [
    ['X-Service-Event', 'post.published'],
    ['x-service-event', 'post.published'],
  ] as const,
  body: Buffer.from(body),
  verdict: 'valid' as const,
  event: 'post.published',
  id: 'e1',
});

async function place() {
  const { world } = testWorld();
  const folder = join(await temporaryFolder(), 'kept', 'here');
  return { world, folder, file: join(folder, 'journal.ndjson') };
}

async function all(records: AsyncIterable<JournalRecord>): Promise<JournalRecord[]> {
  const found: JournalRecord[] = [];
  for await (const record of records) found.push(record);
  return found;
}

describe('a journal', () => {
  test('gives back the exact bytes of a body, whatever they are', async () => {
    const { world, folder } = await place();
    const bodies = [
      '{"text":"caf\u00e9 \u{1f305} \\u0000"}',
      '\ufeff{"a" :  1}\r\n',
      '',
      Buffer.from([0, 255, 254, 10, 13, 34]),
      Buffer.from('"\u2028"'),
    ];
    const journal = await openJournal(world, folder);
    for (const body of bodies) await journal.deliver(arrival(body));
    await journal.close();
    const records = await all(readJournal(world, folder));
    expect(records.map((record) => 'body' in record && Buffer.from(record.body))).toEqual(
      bodies.map((body) => Buffer.from(body)),
    );
    expect(records[0]).toMatchObject({ ...arrival(bodies[0] ?? ''), type: 'delivery', n: 1 });
  });

  test('lies in files that only the owner reads, in lines that other programs read', async () => {
    const { world, folder, file } = await place();
    const journal = await openJournal(world, folder);
    await journal.deliver(arrival('{}'));
    await journal.outcome({ of: 1, at: AT, taken: true, status: 200, target: 'http://127.0.0.1:3000/', ms: 4 });
    await journal.close();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { v: 1, type: 'delivery', n: 1, at: '2026-01-05T09:00:00.000Z', text: '{}' },
      { v: 1, type: 'outcome', of: 1, taken: true, status: 200, ms: 4 },
    ]);
  });

  test('takes one writer at a time; one that died holds nobody up', async () => {
    const { world, folder } = await place();
    const first = await openJournal(world, folder);
    const second = { ...world, host: { ...world.host, pid: world.host.pid + 1 } };
    await expect(openJournal(second, folder)).rejects.toMatchObject({
      exit: 'usage',
      message: `Another listener (process ${String(world.host.pid)}) records its deliveries in ${folder}.`,
      fields: { param: '--record', details: { pid: world.host.pid } },
    });
    await first.deliver(arrival('{}'));
    const alive = { ...second, spawn: { ...world.spawn, alive: () => false } };
    const heir = await openJournal(alive, folder);
    expect(await heir.deliver(arrival('{}'))).toBe(2);
    await heir.close();
    await first.close();
    await (await openJournal(second, folder)).close();
  });

  test.each([
    ['our own number, given again after a restart', (pid: number) => `${String(pid)}\n`],
    ['nothing', () => ''],
    ['no number', () => 'gone\n'],
  ])('is not held up by a writer that left %s', async (_, left) => {
    const { world, folder } = await place();
    await (await openJournal(world, folder)).close();
    await writeFile(join(folder, 'writer.pid'), left(world.host.pid));
    const journal = await openJournal(world, folder);
    expect(await readFile(join(folder, 'writer.pid'), 'utf8')).toBe(`${String(world.host.pid)}\n`);
    await journal.close();
    await expect(readFile(join(folder, 'writer.pid'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('is read past empty lines and torn ones', async () => {
    const { world, folder, file } = await place();
    const first = await openJournal(world, folder);
    await first.deliver(arrival('one'));
    await first.close();
    await appendFile(file, '\n\n{"v":1,"type":"deli\n');
    const second = await openJournal(world, folder);
    await second.deliver(arrival('two'));
    await second.close();
    expect((await all(readJournal(world, folder))).map((record) => 'n' in record && record.n)).toEqual([1, 2]);
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(6);
  });

  test('can be read while it is written, up to the last whole line', async () => {
    const { world, folder, file } = await place();
    const journal = await openJournal(world, folder);
    await journal.deliver(arrival('{"a":1}'));
    await appendFile(file, '{"v":1,"type":"delivery","n":2,"at":"2026');
    expect(await all(readJournal(world, folder))).toHaveLength(1);
    await journal.close();
  });

  test('goes on after a writer that died in the middle of a line', async () => {
    const { world, folder, file } = await place();
    const first = await openJournal(world, folder);
    await first.deliver(arrival('one'));
    await first.deliver(arrival('two'));
    await first.close();
    const { size } = await stat(file);
    await truncate(file, size - 20);
    const second = await openJournal(world, folder);
    expect(await second.deliver(arrival('three'))).toBe(2);
    await second.close();
    const records = await all(readJournal(world, folder));
    expect(records.map((record) => 'body' in record && Buffer.from(record.body).toString())).toEqual(['one', 'three']);
  });

  test('numbers what comes at once, and keeps all of it', async () => {
    const { world, folder } = await place();
    const journal = await openJournal(world, folder);
    const numbers = await Promise.all(Array.from({ length: 200 }, (_, at) => journal.deliver(arrival(`{"n":${at}}`))));
    await journal.close();
    expect(numbers).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
    expect(await all(readJournal(world, folder))).toHaveLength(200);
  });

  test('passes over what it does not know', async () => {
    const { world, folder, file } = await place();
    await (await openJournal(world, folder)).close();
    await writeFile(file, 'null\n\n{"v":2,"type":"weather","at":"2026-01-05T09:00:00Z"}\n{"type":"delivery"}\n');
    expect(await all(readJournal(world, folder))).toEqual([]);
    expect(isJournal(world, folder)).toBe(true);
  });

  test('is refused where there is no folder', async () => {
    const { world, folder } = await place();
    expect(isJournal(world, folder)).toBe(false);
    await expect(all(readJournal(world, folder))).rejects.toMatchObject({ exit: 'usage' });
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    await expect(openJournal(world, file)).rejects.toMatchObject({ exit: 'usage' });
  });
});
