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

export async function deliveryFigures(folder: string): Promise<Figure[]> {
  return [await rateFigure(folder), await isolationFigure(folder)];
}

/** A backlog is queued while the worker is paused; the time runs from resuming it to the last arrival. */
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
    const over = sink.waitForCount(total);
    const started = performance.now();
    await control(service, 'POST', '/_local/worker', { state: 'running' });
    await over;
    const rate = total / ((performance.now() - started) / 1_000);
    await waitUntilLogged(service, total);
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
  const over = sink.waitForCount(before.count + STREAM * (ENDPOINTS - 1));
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
async function waitUntilLogged(service: Started, total: number): Promise<void> {
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
