/** Deliveries of the local service: how many a second with logging, and what one dead endpoint does to the others. */
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { median, startService, type Started } from './run.ts';
import { startSink, type Sink } from './sink.ts';

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

/** Between two looks at the log. */
const LOOK_EVERY_MS = 20;

export async function deliveryFigures(folder: string): Promise<Figure[]> {
  return [await rateFigure(folder), await isolationFigure(folder)];
}

async function rateFigure(folder: string): Promise<Figure> {
  const { rate, total } = await deliveriesPerSecond(join(folder, 'rate'), '--data-dir', join(folder, 'rate-data'));
  return {
    what: 'deliveries, signed and logged',
    measured: `${rate.toFixed(0)}/s`,
    control: `${String(total)} logged`,
    bar: '≥ 5000/s',
    met: rate >= 5_000,
  };
}

/**
 * A backlog is queued while the worker is paused; the time runs from resuming it to the last arrival, and to the last line of
 * the log.
 * @param flags of the start
 */
export async function deliveriesPerSecond(
  folder: string,
  ...flags: readonly string[]
): Promise<{ readonly rate: number; readonly logged: number; readonly total: number }> {
  const sink = await startSink();
  const service = await startService(folder, ...flags);
  try {
    await subscribe(
      service,
      Array.from({ length: ENDPOINTS }, () => sink.url),
    );
    await control(service, 'POST', '/_local/worker', { state: 'paused' });
    for (let n = 0; n < BACKLOG; n += 50) await Promise.all(Array.from({ length: 50 }, () => emit(service)));
    const total = BACKLOG * ENDPOINTS;
    const over = sink.waitForCount(total);
    const started = performance.now();
    await control(service, 'POST', '/_local/worker', { state: 'running' });
    await over;
    const since = () => total / ((performance.now() - started) / 1_000);
    const rate = since();
    await waitUntilLogged(service, total);
    return { rate, logged: since(), total };
  } finally {
    await service.stop();
    await sink.stop();
  }
}

async function isolationFigure(folder: string): Promise<Figure> {
  const load = { endpoints: ENDPOINTS, events: STREAM, pauseMs: PAUSE_MS };
  return figureOf('', load, await besideDead(join(folder, 'apart'), load, '--data-dir', join(folder, 'apart-data')));
}

/** @param where words after those of the figure, such as `, on a database` */
export const figureOf = (where: string, { endpoints }: Load, { base, moved, change }: Moved): Figure => ({
  what: `p99 of ${String(endpoints - 1)} endpoints beside one that never answers${where}`,
  measured: `${moved.toFixed(1)} ms (${(change * 100).toFixed(1)} %)`,
  control: `without it ${base.toFixed(1)} ms`,
  bar: '< 10 % moved',
  met: change < 0.1,
});

export interface Load {
  readonly endpoints: number;
  /** Of one run, each of which goes to every endpoint. */
  readonly events: number;
  readonly pauseMs: number;
}

/** In ms; `change` is a part of the base. */
export interface Moved {
  readonly base: number;
  readonly moved: number;
  readonly change: number;
}

/**
 * p99 from emission to arrival at the live endpoints, alternating without and with the dead one.
 * @param flags of the start
 */
export async function besideDead(folder: string, load: Load, ...flags: readonly string[]): Promise<Moved> {
  const sink = await startSink();
  const dead = await startSink('hang');
  const service = await startService(folder, ...flags);
  try {
    const urls = [...Array.from({ length: load.endpoints - 1 }, () => sink.url), dead.url];
    const deadOne = (await subscribe(service, urls)).at(-1);
    if (deadOne === undefined) throw new Error('No endpoint was made.');
    const without: number[] = [];
    const withDead: number[] = [];
    const run = () => stream(service, sink, load);
    await run();
    for (let round = 0; round < ROUNDS; round += 1) {
      await switchTo(service, deadOne, false);
      without.push(await run());
      await switchTo(service, deadOne, true);
      withDead.push(await run());
    }
    const change = median(withDead.map((one, pair) => one / (without[pair] ?? one))) - 1;
    return { base: median(without), moved: median(withDead), change };
  } finally {
    await service.stop();
    await Promise.all([sink.stop(), dead.stop()]);
  }
}

/** Emits a row of events at a steady pace. @returns p99 in ms of their way to the live endpoints */
async function stream(service: Started, sink: Sink, { endpoints, events, pauseMs }: Load): Promise<number> {
  const before = await sink.drain();
  const over = sink.waitForCount(before.count + events * (endpoints - 1));
  const emitted = new Map<string, number>();
  for (let n = 0; n < events; n += 1) {
    const at = performance.timeOrigin + performance.now();
    void emit(service).then((id) => emitted.set(id, at));
    await new Promise((wait) => setTimeout(wait, pauseMs));
  }
  await over;
  const { arrivals } = await sink.drain();
  const waits = arrivals.flatMap(({ id, at }) => (emitted.has(id) ? [at - (emitted.get(id) ?? 0)] : []));
  return waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN;
}

interface Endpoint {
  readonly id: string;
  /** The API key of its user. */
  readonly key: string;
}

/** Endpoints that a user can have. */
const OF_ONE_USER = 50;

async function subscribe(service: Started, urls: readonly string[]): Promise<Endpoint[]> {
  const endpoints: Endpoint[] = [];
  let key = service.apiKey;
  for (const [index, url] of urls.entries()) {
    if (index > 0 && index % OF_ONE_USER === 0) key = await addUser(service);
    const body = { name: `endpoint ${String(index)}`, url, events: [EVENT], secret: 'bench' };
    const { webhook } = (await api(service, key, { method: 'POST', body })) as { webhook: { _id: string } };
    endpoints.push({ id: webhook._id, key });
  }
  return endpoints;
}

/** @returns the API key of a further owner of the team */
async function addUser(service: Started): Promise<string> {
  const { apiKey } = (await control(service, 'POST', '/_local/users', { role: 'owner' })) as { apiKey: string };
  return apiKey;
}

const switchTo = (service: Started, { id, key }: Endpoint, isActive: boolean): Promise<unknown> =>
  api(service, key, { method: 'PUT', body: { _id: id, isActive } });

const api = (service: Started, key: string, { method, body }: { method: string; body: object }): Promise<unknown> =>
  call(service, { method, path: '/v1/webhooks/settings', key, body });

const control = (service: Started, method: string, path: string, body: object): Promise<unknown> =>
  call(service, { method, path, key: service.controlKey, body });

/** @returns the event's id */
async function emit(service: Started): Promise<string> {
  const body = { type: 'event', event: EVENT };
  const { eventIds } = (await control(service, 'POST', '/_local/inbound', body)) as { eventIds: string[] };
  return eventIds[0] ?? '';
}

/** The log knows every delivery: what was counted was recorded. */
async function waitUntilLogged(service: Started, total: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${service.url}/v1/webhooks/logs?status=success&limit=1`, {
      headers: { authorization: `Bearer ${service.apiKey}` },
    });
    const { pagination } = (await answer.json()) as { pagination: { total: number } };
    if (pagination.total >= total) return;
    await new Promise((wait) => setTimeout(wait, LOOK_EVERY_MS));
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
