/** Deliveries of the local service: how many a second with logging, and what one dead endpoint does to the others. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Figure } from '../bench.ts';
import { median, startService, type Started } from './run.ts';

const EVENT = 'account.connected';
const ENDPOINTS = 50;

/** Events of the rate, each of which goes to every endpoint. */
const BACKLOG = 600;

/**
 * Events of one run of the comparison, and the pause between two, in ms: about a thousand deliveries a second, well below
 * what the service can do. Near saturation every further delivery, wherever it goes, moves the p99, and the question is
 * whether an endpoint that never answers does. The load of both runs of a pair is the same.
 */
const STREAM = 120;
const PAUSE_MS = 50;
const ROUNDS = 7;

export async function deliveryFigures(folder: string): Promise<Figure[]> {
  return [await rateFigure(folder), await isolationFigure(folder)];
}

/** A backlog is laid down while the worker is paused; the time is that from letting it go to the last arrival. */
async function rateFigure(folder: string): Promise<Figure> {
  const sink = await startSink();
  const service = await startService(join(folder, 'rate'), '--data-dir', join(folder, 'rate-data'));
  try {
    await subscribe(
      service,
      Array.from({ length: ENDPOINTS }, () => sink.url),
    );
    await control(service, 'POST', '/_local/worker', { state: 'paused' });
    for (let n = 0; n < BACKLOG; n += 50) await Promise.all(Array.from({ length: 50 }, () => emit(service)));
    const total = BACKLOG * ENDPOINTS;
    const over = sink.reached(total);
    const started = performance.now();
    await control(service, 'POST', '/_local/worker', { state: 'running' });
    await over;
    const rate = total / ((performance.now() - started) / 1_000);
    await settled(service, total);
    return {
      what: 'deliveries, signed and logged',
      measured: `${rate.toFixed(0)}/s`,
      control: `${String(total)} logged`,
      bar: '≥ 5000/s',
      met: rate >= 5_000,
    };
  } finally {
    await service.stop();
    await sink.stop();
  }
}

/** p99 from emission to arrival at the live endpoints, alternating without and with the dead one. */
async function isolationFigure(folder: string): Promise<Figure> {
  const sink = await startSink();
  const dead = await startSink('hang');
  const service = await startService(join(folder, 'apart'), '--data-dir', join(folder, 'apart-data'));
  try {
    const ids = await subscribe(service, [...Array.from({ length: ENDPOINTS - 1 }, () => sink.url), dead.url]);
    const deadId = ids.at(-1) ?? '';
    const without: number[] = [];
    const withDead: number[] = [];
    await stream(service, sink);
    for (let round = 0; round < ROUNDS; round += 1) {
      await update(service, { _id: deadId, isActive: false });
      without.push(await stream(service, sink));
      await update(service, { _id: deadId, isActive: true });
      withDead.push(await stream(service, sink));
    }
    const [base, moved] = [median(without), median(withDead)];
    const change = median(withDead.map((one, pair) => one / (without[pair] ?? one))) - 1;
    return {
      what: 'p99 of 49 endpoints beside one that never answers',
      measured: `${moved.toFixed(1)} ms (${(change * 100).toFixed(1)} %)`,
      control: `without it ${base.toFixed(1)} ms`,
      bar: '< 10 % moved',
      met: change < 0.1,
    };
  } finally {
    await service.stop();
    await Promise.all([sink.stop(), dead.stop()]);
  }
}

/** Emits a row of events at a steady pace. @returns p99 in ms of their way to the live endpoints */
async function stream(service: Started, sink: Sink): Promise<number> {
  const before = await sink.drain();
  const over = sink.reached(before.count + STREAM * (ENDPOINTS - 1));
  const emitted = new Map<string, number>();
  for (let n = 0; n < STREAM; n += 1) {
    const at = performance.timeOrigin + performance.now();
    void emit(service).then((id) => emitted.set(id, at));
    await new Promise((wait) => setTimeout(wait, PAUSE_MS));
  }
  await over;
  const { arrivals } = await sink.drain();
  const waits = arrivals.flatMap(({ id, at }) => (emitted.has(id) ? [at - (emitted.get(id) ?? 0)] : []));
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
}

interface Sink {
  readonly url: string;
  /** Resolves when so many requests have come in all. */
  reached(count: number): Promise<void>;
  /** What came since the last time, with the instants on the wall clock in ms. */
  drain(): Promise<{ count: number; arrivals: { id: string; at: number }[] }>;
  stop(): Promise<void>;
}

/** A receiver that costs next to nothing, in a process of its own: it reads requests off the wire by their length. */
async function startSink(how: 'answer' | 'hang' = 'answer'): Promise<Sink> {
  const child = spawn(process.execPath, ['-e', SINK, how], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const asking: ((line: string) => void)[] = [];
  lines.on('line', (line) => asking.shift()?.(line));
  const ask = (words: string): Promise<string> =>
    new Promise((told) => {
      asking.push(told);
      child.stdin.write(`${words}\n`);
    });
  const url = await new Promise<string>((told) => asking.push(told));
  return {
    url,
    reached: async (count) => void (await askAlone(url, count)),
    drain: async () => JSON.parse(await ask('drain')) as { count: number; arrivals: { id: string; at: number }[] },
    stop: () => ended(child),
  };
}

/** Waits on a connection of its own, so that what is asked otherwise is answered meanwhile. */
async function askAlone(url: string, count: number): Promise<void> {
  const answer = await fetch(`${url}?until=${String(count)}`);
  await answer.text();
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

const SINK = `
const how = process.argv[1];
const OK = Buffer.from('HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\nok');
const DONE = 'HTTP/1.1 200 OK\\r\\ncontent-length: 0\\r\\nconnection: close\\r\\n\\r\\n';
let count = 0, arrivals = [];
const waiting = [];
const tell = () => { for (let i = waiting.length - 1; i >= 0; i--) if (count >= waiting[i].until) waiting.splice(i, 1)[0].socket.end(DONE); };
const server = require('node:net').createServer((socket) => {
  let rest = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.on('data', (piece) => {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      const end = rest.indexOf('\\r\\n\\r\\n');
      if (end < 0) return;
      const head = rest.toString('latin1', 0, end);
      if (head.startsWith('GET')) { waiting.push({ until: Number(/until=(\\d+)/.exec(head)[1]), socket }); tell(); return; }
      const whole = end + 4 + Number(/content-length: (\\d+)/i.exec(head)[1]);
      if (rest.length < whole) return;
      rest = rest.subarray(whole);
      if (how === 'hang') continue;
      count += 1;
      arrivals.push({ id: /x-service-event-id: (\\S+)/i.exec(head)[1], at: performance.timeOrigin + performance.now() });
      socket.write(OK);
      if (waiting.length > 0) tell();
    }
  });
});
process.stdin.on('data', () => { console.log(JSON.stringify({ count, arrivals })); arrivals = []; });
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port + '/'));
`;

async function subscribe(service: Started, urls: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, url] of urls.entries()) {
    const body = { name: `endpoint ${String(index)}`, url, events: [EVENT], secret: 'bench' };
    const { webhook } = (await api(service, 'POST', body)) as { webhook: { _id: string } };
    ids.push(webhook._id);
  }
  return ids;
}

const update = (service: Started, body: object): Promise<unknown> => api(service, 'PUT', body);

const api = (service: Started, method: string, body: object): Promise<unknown> =>
  call(service, { method, path: '/v1/webhooks/settings', key: service.apiKey, body });

const control = (service: Started, method: string, path: string, body: object): Promise<unknown> =>
  call(service, { method, path, key: service.controlKey, body });

/** @returns the event's id */
async function emit(service: Started): Promise<string> {
  const body = { type: 'event', event: EVENT };
  const { eventIds } = (await control(service, 'POST', '/_local/inbound', body)) as { eventIds: string[] };
  return eventIds[0] ?? '';
}

/** The log knows every delivery: what was counted was recorded. */
async function settled(service: Started, total: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${service.url}/v1/webhooks/logs?status=success&limit=1`, {
      headers: { authorization: `Bearer ${service.apiKey}` },
    });
    const { pagination } = (await answer.json()) as { pagination: { total: number } };
    if (pagination.total >= total) return;
  }
}

async function call(
  service: Started,
  { method, path, key, body }: { method: string; path: string; key: string; body: object },
): Promise<unknown> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`);
  return answer.json();
}
