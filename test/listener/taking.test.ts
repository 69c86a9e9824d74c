import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJournal, type JournalRecord } from '../../src/listener/journal.ts';
import type { WorldClock } from '../../src/world/clock.ts';
import { openClock } from '../../src/world/clock.ts';
import { deliver, eventText, startListener } from '../support/listener.ts';
import { startReceiver } from '../support/receiver.ts';
import { errorIn, svc } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';
import { testWorld } from '../support/world.ts';

const published = (id: string, post = 'p1'): string => eventText('post.published', id, { post: { id: post } });

/** The real clock, on which every wait of at least a second is over at once. */
function hurried(): WorldClock {
  const clock = openClock();
  return { ...clock, sleep: (ms, signal) => (ms >= 1_000 ? clock.turn() : clock.sleep(ms, signal)) };
}

async function recordsIn(folder: string): Promise<JournalRecord[]> {
  const found: JournalRecord[] = [];
  for await (const record of readJournal(testWorld().world, folder)) found.push(record);
  return found;
}

describe('the answer to the sender', () => {
  test('is that of the target: status, type and body', async () => {
    const target = await startReceiver();
    target.answer((_, response) => response.writeHead(422, { 'content-type': 'application/json' }).end('{"no":1}'));
    const { url, until } = await startListener(['--forward-to', target.url]);
    expect(await deliver(url, published('e1'))).toEqual({ status: 422, text: '{"no":1}' });
    expect(await until('response')).toMatchObject([{ status: 422, ok: false, body: '{"no":1}', to: target.url }]);
  });

  test('is 502 when nobody answers there, and says so', async () => {
    const target = await startReceiver();
    await target.close();
    const { url, until } = await startListener(['--forward-to', target.url]);
    expect(await deliver(url, published('e1'))).toMatchObject({ status: 502 });
    const [response] = await until('response');
    expect(response).toMatchObject({ status: null, ok: false });
    expect(response?.['error']).toMatch(/^Nothing is listening there/);
  });

  test('WHK-51 is 504 when the target takes longer than the sender waits, with a warning before', async () => {
    const target = await startReceiver();
    target.answer('hang');
    const { url, until } = await startListener(['--forward-to', target.url], { doors: { clock: hurried() } });
    expect(await deliver(url, published('e1'))).toEqual({ status: 504, text: 'the target did not respond in time\n' });
    expect((await until('warning'))[0]?.['message']).toMatch(/^No response to post\.published for 4 s/);
  });

  test('WHK-52 with --ack now is there as soon as the event is kept, however slow the target is', async () => {
    const target = await startReceiver();
    target.answer('hang');
    const folder = await temporaryFolder();
    const words = ['--forward-to', target.url, '--ack', 'now', '--record', 'kept'];
    const { url, until, of } = await startListener(words, { folder });
    expect(await deliver(url, published('e1'))).toMatchObject({ status: 200 });
    const kept = await recordsIn(join(folder, 'kept'));
    expect(kept).toMatchObject([
      { type: 'delivery', n: 1, id: 'e1', verdict: 'valid', secretName: 'HOOK_SECRET' },
      { type: 'outcome', of: 1, taken: true },
    ]);
    await until('event');
    expect(of('response')).toEqual([]);
  });

  test('redirects are not followed', async () => {
    const [target, other] = [await startReceiver(), await startReceiver()];
    target.answer((_, response) => response.writeHead(307, { location: other.url }).end());
    const { url, until } = await startListener(['--forward-to', target.url]);
    expect(await deliver(url, published('e1'))).toMatchObject({ status: 307 });
    expect(await until('response')).toMatchObject([{ ok: false, error: 'Redirects are not followed.' }]);
    expect(other.arrived).toEqual([]);
  });
});

describe('passing on', () => {
  test('keeps the bytes and the headers, without those of the connection', async () => {
    const target = await startReceiver();
    const { url } = await startListener(['--forward-to', `${target.url}?a=1`]);
    const body = '{ "id":"e1",\r\n"event" : "post.published", "text":"caf\u00e9 \ud83c\udf05\\u0000" }\n';
    const more = { 'X-Mine': 'caf\u00e9', 'X-Hop': 'x', Connection: 'X-Hop, keep-alive', 'Keep-Alive': 'timeout=5' };
    expect(await deliver(url, body, { headers: more })).toMatchObject({ status: 200 });
    const [came] = await target.until(1);
    expect(came?.body).toEqual(Buffer.from(body));
    expect(came?.path).toBe('/hook?a=1');
    const names = came?.rawHeaders.map(([name]) => name) ?? [];
    expect(names).toEqual(
      expect.arrayContaining(['X-Service-Signature', 'X-Legacy-Signature', 'X-Mine', 'User-Agent']),
    );
    expect(came?.headers).toMatchObject({ 'user-agent': 'Service-Webhooks/1.0', 'x-mine': 'caf\u00e9' });
    expect(came?.headers['host']).toBe(new URL(target.url).host);
    for (const name of ['X-Hop', 'Keep-Alive']) expect(names).not.toContain(name);
  });

  test('goes by routes, to all that mean the event; the rest goes where the rest goes', async () => {
    const [posts, failures, rest] = [await startReceiver(), await startReceiver(), await startReceiver()];
    const { url, until, ready } = await startListener([
      '--route',
      `post.*=${posts.url}`,
      '--route',
      `post.failed,account.disconnected=${failures.url}`,
      '--forward-to',
      rest.url,
    ]);
    expect(ready['forwardTo']).toEqual([posts.url, failures.url, rest.url]);
    for (const [at, name] of ['post.failed', 'post.published', 'account.disconnected', 'lead.received'].entries())
      await deliver(url, eventText(name, `e${String(at)}`));
    await until('response', 5);
    expect(posts.names()).toEqual(['post.failed', 'post.published']);
    expect(failures.names()).toEqual(['post.failed', 'account.disconnected']);
    expect(rest.names()).toEqual(['lead.received']);
  });

  test('one target that fails makes the answer a failure', async () => {
    const [good, bad] = [await startReceiver(), await startReceiver()];
    bad.answer(500);
    const { url } = await startListener(['--route', `post.*=${good.url}`, '--route', `post.published=${bad.url}`]);
    expect(await deliver(url, published('e1'))).toMatchObject({ status: 500 });
  });

  test('does no more at once than it may; in order, what is about one post waits for the one before', async () => {
    const target = await startReceiver();
    const free: (() => void)[] = [];
    target.answer((_, response) => void free.push(() => response.writeHead(200).end()));
    const { url } = await startListener(['--forward-to', target.url, '--ordered', '--concurrency', '2']);
    const sent = ['p1', 'p1', 'p2', 'p3'].map((post, at) => deliver(url, published(`e${String(at)}`, post)));
    await target.until(2);
    const first = target.arrived.map(({ payload }) => (payload['post'] as { id: string }).id);
    expect(new Set(first).size).toBe(2);
    for (let at = 0; at < sent.length; at += 1) {
      await target.until(at + 1);
      free.shift()?.();
    }
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const ofFirst = target.arrived.filter(({ payload }) => (payload['post'] as { id: string }).id === 'p1');
    expect(ofFirst).toHaveLength(2);
  });

  test('is refused to the listener itself', async () => {
    const words = ['--forward-to', '4999/hook', '--verify', 'off'];
    const receive = async () => ({
      port: 4999,
      broken: new Promise<Error>(() => undefined),
      close: async () => undefined,
    });
    const said = await svc(['webhooks', 'listen', ...words], { doors: { receive } });
    expect(said.code).toBe(2);
    expect(errorIn(said)['message']).toBe('Events would be forwarded to this listener itself.');
  });
});

describe('a program', () => {
  const script = (text: string): string => `${process.execPath} -e '${text}'`;

  test('gets the event on standard input and its ids in the environment, never the key or a word of the command line', async () => {
    const folder = await temporaryFolder();
    const write = `require("fs").writeFileSync("${folder}/seen.json", JSON.stringify({ in: require("fs").readFileSync(0, "utf8"), argv: process.argv.slice(1), env: process.env }))`;
    const evil = eventText('post.published', '$(touch /tmp/never) `id` ; "x"', { text: "'; exit 1; '" });
    const { url, until } = await startListener(['--exec', script(write)], { env: { SVC_API_KEY: 'sk_secret' } });
    expect(await deliver(url, evil)).toMatchObject({ status: 200 });
    expect(await until('response')).toMatchObject([{ to: 'exec', status: 0, ok: true }]);
    const seen = JSON.parse(await readFile(join(folder, 'seen.json'), 'utf8')) as {
      in: string;
      argv: string[];
      env: Record<string, string>;
    };
    expect(seen.in).toBe(evil);
    expect(seen.argv).toEqual([]);
    expect(seen.env).toMatchObject({ SVC_EVENT: 'post.published', SVC_EVENT_ID: '$(touch /tmp/never) `id` ; "x"' });
    expect(seen.env['SVC_API_KEY']).toBeUndefined();
  });

  test('that fails makes the answer 500, and what it writes goes to standard error', async () => {
    const failing = script('console.log("to out"); console.error("to err"); process.exit(3)');
    const { url, stop, of } = await startListener(['--exec', failing]);
    expect(await deliver(url, published('e1'))).toMatchObject({ status: 500 });
    const { stdout, stderr } = await stop();
    expect(of('response')).toMatchObject([{ status: 3, ok: false }]);
    expect(stdout).not.toContain('to out');
    expect(stderr).toMatch(/to out\nto err/);
  });
});

describe('trying again', () => {
  test('fast: until the target takes it; the sender is told that it need not', async () => {
    const target = await startReceiver();
    target.answer(500, 503, 200);
    const words = ['--forward-to', target.url, '--retry', 'fast'];
    const { url, until } = await startListener(words, { doors: { clock: hurried() } });
    expect(await deliver(url, published('e1'))).toMatchObject({ status: 202 });
    expect(await until('response', 3)).toMatchObject([
      { attempt: 1, status: 500, retryInMs: 250 },
      { attempt: 2, status: 503, retryInMs: 1_000 },
      { attempt: 3, status: 200, ok: true },
    ]);
    await deliver(url, published('e1'));
    expect(await until('duplicate')).toHaveLength(1);
  });

  test('WHK-58 WHK-59 WHK-60 WHK-61 WHK-62 WHK-63 real: as long as the service would, and no longer', async () => {
    const target = await startReceiver();
    target.answer(500);
    const words = ['--forward-to', target.url, '--retry', 'real', '--ack', 'now'];
    const { url, until } = await startListener(words, { doors: { clock: hurried() } });
    await deliver(url, published('e1'));
    const tries = await until('response', 7);
    expect(tries.map((line) => line['retryInMs'])).toEqual([
      10_000,
      100_000,
      1_000_000,
      10_000_000,
      86_400_000,
      86_400_000,
      undefined,
    ]);
  });

  test('off: the answer is the failure, and the same event is taken when it comes again', async () => {
    const target = await startReceiver();
    target.answer(500, 200);
    const { url, of, until } = await startListener(['--forward-to', target.url, '--duplicates', 'drop']);
    expect(await deliver(url, published('e1'))).toMatchObject({ status: 500 });
    expect(await deliver(url, published('e1'))).toMatchObject({ status: 200 });
    await until('response', 2);
    expect(of('event')).toMatchObject([{ arrival: 1 }, { arrival: 2 }]);
    expect(of('duplicate')).toEqual([]);
  });
});

describe('WHK-69 WHK-70 an event that comes again', () => {
  test('is one event line, and a duplicate that is passed on, unless told otherwise', async () => {
    const target = await startReceiver();
    const { url, of, stop } = await startListener(['--forward-to', target.url]);
    for (let times = 0; times < 2; times += 1)
      expect(await deliver(url, published('e1'))).toMatchObject({ status: 200 });
    await stop();
    expect(of('event')).toMatchObject([{ id: 'e1', arrival: 1 }]);
    expect(of('duplicate')).toMatchObject([{ id: 'e1', arrival: 2 }]);
    expect(target.arrived).toHaveLength(2);
    expect(of('summary')).toMatchObject([{ received: 2, events: 1, duplicates: 1, forwarded: 2 }]);
  });

  test('is not passed on with drop, and answered like the first, also while that is under way', async () => {
    const target = await startReceiver();
    const free: (() => void)[] = [];
    target.answer((_, response) => void free.push(() => response.writeHead(201).end()));
    const { url, until } = await startListener(['--forward-to', target.url, '--duplicates', 'drop']);
    const first = deliver(url, published('e1'));
    await target.until(1);
    const second = deliver(url, published('e1'));
    await until('duplicate');
    free[0]?.();
    expect((await first).status).toBe(201);
    expect((await second).status).toBe(201);
    expect((await deliver(url, published('e1'))).status).toBe(200);
    expect(target.arrived).toHaveLength(1);
  });

  test('is like any other with forward', async () => {
    const { url, until } = await startListener(['--duplicates', 'forward']);
    await deliver(url, published('e1'));
    await deliver(url, published('e1'));
    expect(await until('event', 2)).toMatchObject([{ arrival: 1 }, { arrival: 2 }]);
  });

  test('that no target took is none that the journal knows, also after a new start', async () => {
    const target = await startReceiver();
    target.answer(500, 200);
    const folder = await temporaryFolder();
    const words = ['--forward-to', target.url, '--record', 'kept', '--duplicates', 'drop'];
    const first = await startListener(words, { folder });
    expect((await deliver(first.url, published('e1'))).status).toBe(500);
    await first.stop();
    const second = await startListener(words, { folder });
    expect((await deliver(second.url, published('e1'))).status).toBe(200);
    await second.stop();
    expect(target.arrived).toHaveLength(2);
    expect(await recordsIn(join(folder, 'kept'))).toMatchObject([
      { type: 'delivery', n: 1 },
      { type: 'outcome', of: 1, taken: false, status: 500, target: target.url },
      { type: 'outcome', of: 1, taken: false, status: 500 },
      { type: 'delivery', n: 2 },
      { type: 'outcome', of: 2, taken: false, status: 200, target: target.url },
      { type: 'outcome', of: 2, taken: true, status: 200 },
    ]);
  });

  test('is known from the journal after a new start', async () => {
    const folder = await temporaryFolder();
    const first = await startListener(['--record', 'kept'], { folder });
    await deliver(first.url, published('e1'));
    await first.stop();
    const second = await startListener(['--record', 'kept'], { folder });
    await deliver(second.url, published('e1'));
    await deliver(second.url, published('e2'));
    expect(await second.until('event')).toMatchObject([{ n: 3, id: 'e2' }]);
    expect(second.of('duplicate')).toMatchObject([{ n: 2, id: 'e1' }]);
  });
});

test('invalid deliveries are in the journal with their cause', async () => {
  const folder = await temporaryFolder();
  const { url, stop } = await startListener(['--record', 'kept'], { folder });
  await deliver(url, published('e1'), { secret: 'another' });
  await stop();
  expect(await recordsIn(join(folder, 'kept'))).toMatchObject([
    { verdict: 'invalid', reason: 'mismatch', event: 'post.published', id: 'e1' },
  ]);
});

test('a journal that cannot be written ends the listener, and the sender has to come again', async () => {
  const folder = await temporaryFolder();
  const { world } = testWorld({ folder });
  const files = {
    ...world.files,
    openEnd: async () => ({
      sizeBytes: 0,
      add: () => Promise.reject(new Error('the disk is full')),
      close: async () => undefined,
    }),
  };
  const { url, ended } = await startListener(['--record', 'kept'], { folder, doors: { files } });
  expect(await deliver(url, published('e1'))).toMatchObject({ status: 500 });
  const { code, stderr } = await ended;
  expect(code).toBe(1);
  expect(stderr).toContain('the disk is full');
});
