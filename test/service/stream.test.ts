import { expect, test } from 'vitest';
import { openStream } from '../../src/service/stream.ts';

const EPOCHS = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'] as const;

const stream = (epoch: string = EPOCHS[0]) => openStream(() => Buffer.from(epoch, 'hex'));

test('nothing is kept before somebody reads, and a reader gets what comes after it began', async () => {
  const { say, readFrom, isRead } = stream();
  say('clock', { now: 1 });
  expect(isRead()).toBe(false);
  const reader = readFrom(undefined);
  say('clock', { now: 2 });
  expect(await reader.next()).toEqual([{ id: `${EPOCHS[0]}-1`, event: 'clock', data: { now: 2 } }]);
});

test('a reader that comes back with the id it saw last gets the rest, once', async () => {
  const { say, readFrom } = stream();
  const first = readFrom(undefined);
  for (const now of [1, 2, 3]) say('clock', { now });
  const [seen] = await first.next();
  const later = readFrom(seen?.id);
  expect((await later.next()).map(({ data }) => data)).toEqual([{ now: 2 }, { now: 3 }]);
});

test('an id of an earlier start, of the future, or too old is a gap', async () => {
  const { say, readFrom } = stream();
  readFrom(undefined);
  say('clock', { now: 1 });
  for (const id of [`${EPOCHS[1]}-1`, `${EPOCHS[0]}-9`, 'nonsense'])
    expect((await readFrom(id).next()).map(({ event }) => event)).toEqual(['gap']);
  for (let now = 2; now < 20_000; now += 1) say('clock', { now });
  expect((await readFrom(`${EPOCHS[0]}-1`).next()).map(({ event }) => event)).toEqual(['gap']);
});

test('a reader that does not read holds nothing back: it gets a gap, and goes on from there', async () => {
  const { say, readFrom } = stream();
  const slow = readFrom(undefined);
  for (let now = 1; now < 20_000; now += 1) say('clock', { now });
  expect((await slow.next()).map(({ event }) => event)).toEqual(['gap']);
  say('clock', { now: 0 });
  expect((await slow.next()).map(({ data }) => data)).toEqual([{ now: 0 }]);
});

test('a commit that changed very many things names their kinds', async () => {
  const { change, readFrom } = stream();
  const reader = readFrom(undefined);
  change(Array.from({ length: 1_000 }, (_, at) => ({ of: 'record' as const, kind: 'contact', id: String(at) })));
  change([
    { of: 'post', id: '1' },
    { of: 'post', id: '1' },
  ]);
  expect((await reader.next()).map(({ data }) => data)).toEqual([
    { changes: [{ of: 'record', kind: 'contact' }] },
    { changes: [{ of: 'post', id: '1' }] },
  ]);
});

test('closing ends every wait', async () => {
  const { readFrom, close, isClosed } = stream();
  const waiting = readFrom(undefined).next();
  close();
  expect(await waiting).toEqual([]);
  expect(isClosed()).toBe(true);
});
