/** `svc webhooks listen` under load: events a second verified and passed on, beside a bare server that does only the HMAC. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Figure } from './figure.ts';
import { BINARY, environment, median } from './run.ts';
import { endChild, startSink } from './sink.ts';

const SECRET = 'bench';
const EVENTS = 6_000;
const ROUNDS = 3;

/** Both are asked in turn, so that the machine is the same to both. */
export async function listenerFigures(folder: string): Promise<Figure[]> {
  const sink = await startSink();
  const bare = await startBare();
  const listener = await startListener(folder, sink.url);
  try {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs.push(await perSecond(bare.url));
      ours.push(await perSecond(listener.url));
    }
    const { count } = await sink.drain();
    if (count !== EVENTS * ROUNDS)
      throw new Error(`${String(count)} events were passed on instead of ${String(EVENTS * ROUNDS)}`);
    const ratio = median(ours) / median(theirs);
    return [
      {
        what: 'listener, events verified and passed on',
        measured: `${ratio.toFixed(2)} × (${median(ours).toFixed(0)}/s)`,
        control: `HMAC alone ${median(theirs).toFixed(0)}/s`,
        bar: 'none',
        met: true,
      },
    ];
  } finally {
    await Promise.all([endChild(listener.child), endChild(bare.child), sink.stop()]);
  }
}

interface Listening {
  readonly url: string;
  readonly child: ChildProcess;
}

async function startListener(folder: string, target: string): Promise<Listening> {
  const secret = join(folder, 'secret.txt');
  await writeFile(secret, SECRET);
  const words = ['webhooks', 'listen', '--secret-file', secret, '--forward-to', target, '--concurrency', '64'];
  const child = spawn(process.execPath, [BINARY, ...words, '-o', 'ndjson'], {
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  child.stdout.resume();
  return { url: (JSON.parse(line) as { url: string }).url, child };
}

/** Reads the body, computes the signature, compares, answers. */
async function startBare(): Promise<Listening> {
  const child = spawn(process.execPath, ['-e', BARE, SECRET], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url, child };
}

const BARE = `
const { createHmac, timingSafeEqual } = require('node:crypto');
const server = require('node:http').createServer((request, response) => {
  const pieces = [];
  request.on('data', (piece) => pieces.push(piece));
  request.on('end', () => {
    const expected = createHmac('sha256', process.argv[1]).update(Buffer.concat(pieces)).digest('hex');
    const given = request.headers['x-service-signature'] ?? '';
    const ok = given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
    response.writeHead(ok ? 200 : 401).end();
  });
});
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/'));
`;

/** Signed events, each with an id of its own, over 32 connections by a sender in a process of its own. */
async function perSecond(url: string): Promise<number> {
  const child = spawn(process.execPath, ['-e', SENDER, url, SECRET, String(EVENTS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { seconds, refused } = JSON.parse(line) as { seconds: number; refused: number };
  if (refused > 0) throw new Error(`${String(refused)} events were refused by ${url}`);
  return EVENTS / seconds;
}

const SENDER = `
const { createHmac, randomUUID } = require('node:crypto');
const [, url, secret, count] = process.argv;
const { host, hostname, port } = new URL(url);
const requests = Array.from({ length: Number(count) }, () => {
  const body = JSON.stringify({ id: randomUUID(), event: 'post.published', timestamp: new Date().toISOString(), post: { content: 'x'.repeat(300) } });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return 'POST / HTTP/1.1\\r\\nhost: ' + host + '\\r\\ncontent-type: application/json\\r\\nx-service-event: post.published\\r\\nx-service-event-id: ' + JSON.parse(body).id + '\\r\\nx-service-signature: ' + signature + '\\r\\ncontent-length: ' + body.length + '\\r\\n\\r\\n' + body;
});
const began = performance.now();
let next = 0, done = 0, refused = 0;
for (let n = 0; n < 32; n++) {
  const socket = require('node:net').connect(Number(port), hostname);
  let rest = '';
  const send = () => { if (next < requests.length) socket.write(requests[next++]); else socket.end(); };
  socket.on('connect', send);
  socket.on('data', (piece) => {
    rest += piece.toString('latin1');
    const end = rest.indexOf('\\r\\n\\r\\n');
    if (end < 0) return;
    const length = /content-length: (\\d+)/i.exec(rest);
    if (length ? rest.length < end + 4 + Number(length[1]) : !rest.endsWith('0\\r\\n\\r\\n')) return;
    if (!rest.startsWith('HTTP/1.1 200')) refused += 1;
    rest = '';
    if (++done === requests.length) console.log(JSON.stringify({ seconds: (performance.now() - began) / 1000, refused }));
    send();
  });
}
`;
