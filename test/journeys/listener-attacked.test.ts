/** The listener under attack: everything that is no genuine delivery is refused and counted, memory stays bounded, and it goes on serving. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { signatureOf } from '../../src/webhooks/sign.ts';
import { deliver, eventText, SECRET, type Line } from '../support/listener.ts';
import { BINARY } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';

const MIB = 1024 * 1024;
const ATTACKERS = 60;

test('oversized, slow, malformed, forged, rebound and doubled requests: each refused, counted, and still serving', async () => {
  const listener = await startListener();
  const { port, url } = listener;
  const genuine = (id: string): Promise<unknown> =>
    deliver(url, eventText('post.published', id)).then(({ status }) => status);
  expect(await genuine('before')).toBe(200);
  const before = await peakBytes(listener.pid);

  // Held open for as long as it takes: they must not be in anybody's way.
  for (let n = 0; n < ATTACKERS; n += 1) hold(port, `POST / HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(n)}`);
  for (let n = 0; n < ATTACKERS; n += 1) hold(port, `${HEAD}Content-Length: 5000000\r\n\r\n${'{"a":'.repeat(20_000)}`);
  const flood = Array.from({ length: ATTACKERS }, () => oversized(port));
  const forged = eventText('post.published', 'forged');
  const signature = signatureOf(forged, SECRET);
  const statuses = {
    forged: await deliver(url, forged, { secret: 'guessed' }),
    doubled: await deliver(url, forged, { headers: { 'X-Legacy-Signature': signature.replace(/^./, '0') } }),
    mislabelled: await deliver(url, forged, { headers: { 'X-Service-Event': 'post.failed' } }),
    rebound: await deliver(url, forged, { headers: { host: 'rebound.example' } }),
    form: await deliver(url, forged, { headers: { 'Content-Type': 'text/plain' } }),
  };
  expect(Object.values(statuses).map(({ status }) => status)).toEqual([401, 401, 401, 421, 415]);
  expect(await raw(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toMatch(/ 405 /);
  expect(await raw(port, 'hello\r\n\r\n')).toMatch(/ 400 /);
  expect(await raw(port, `${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toMatch(/ 400 /);
  const duplicated = `${HEAD}X-Service-Signature: ${signature}\r\nX-Service-Signature: ${signature}\r\nConnection: close\r\n`;
  expect(await raw(port, `${duplicated}Content-Length: ${String(forged.length)}\r\n\r\n${forged}`)).toMatch(/ 401 /);
  expect(await genuine('amid')).toBe(200);
  for (const status of await Promise.all(flood)) expect([413, 503]).toContain(status);
  expect(await genuine('after')).toBe(200);

  const grown = ((await peakBytes(listener.pid)) - before) / MIB;
  expect(grown, 'MiB of memory more than before, of 360 that were sent').toBeLessThan(250);
  const lines = await listener.stop();
  expect(lines.filter(({ type }) => type === 'event').map(({ id }) => id)).toEqual(['before', 'amid', 'after']);
  const summary = lines.at(-1);
  expect(summary).toMatchObject({
    type: 'summary',
    events: 3,
    invalid: 4,
    refused: { host: 1, content_type: 1, method: 1 },
  });
  const refused = summary?.['refused'] as Readonly<Record<string, number>>;
  expect(refused['malformed']).toBeGreaterThanOrEqual(2);
  expect((refused['too_large'] ?? 0) + (refused['crowded'] ?? 0)).toBe(ATTACKERS);
}, 60_000);

const HEAD = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

async function startListener() {
  const folder = await temporaryFolder();
  const child = spawn(process.execPath, [BINARY, 'webhooks', 'listen', '--secret-env', 'HOOK_SECRET'], {
    env: { PATH: process.env['PATH'], HOME: folder, SVC_CONFIG_DIR: folder, HOOK_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: Line[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(JSON.parse(line) as Line));
  await once(reader, 'line');
  const url = String(lines[0]?.['url']);
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    async stop() {
      const closed = once(reader, 'close');
      const gone = once(child, 'exit');
      child.kill('SIGINT');
      const [code] = (await gone) as [number];
      await closed;
      expect(code).toBe(0);
      return lines;
    },
  };
}

/** Sends the text and keeps the connection. */
function hold(port: number, text: string): void {
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
}

function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let said = '';
    socket.on('data', (piece) => (said += piece.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(said));
  });
}

/** Six MiB without saying so before. */
function oversized(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const asked = request({ port, host: '127.0.0.1', method: 'POST', headers });
    asked.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('error', reject);
    for (let n = 0; n < 6; n += 1) asked.write(Buffer.alloc(MIB, 'a'));
    asked.end();
  });
}

/** The most memory that a process has had so far. */
async function peakBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
