/**
 * Events read from the log of deliveries instead of a port of this machine: `listen --poll` needs no tunnel. What comes
 * is the payload of the log, written as JSON again and signed with the secret that is given. Next stop: taking.ts.
 */
import { Failure } from '../kernel/failure.ts';
import { deliveryHeaders, type Prefixes } from '../webhooks/headers.ts';
import { envelopeIn, isProblem } from '../webhooks/receive.ts';
import { signatureOf } from '../webhooks/sign.ts';
import type { Answer } from '../world/receive.ts';
import { listIn } from './answers.ts';
import { logEntries, type LogEntry } from './delivery-log.ts';
import type { JournalRecord } from './journal.ts';
import type { Delivery } from './receiver.ts';
import type { Api } from './registering.ts';
import { BUSY } from './taking.ts';

export interface Polling {
  readonly api: Api;
  readonly everyMs: number;
  /** Milliseconds since the epoch, on the clock of the service; undefined means from now on, whatever time it is there. */
  readonly since?: number;
  /** Only deliveries to this endpoint. */
  readonly webhookId?: string;
  /** Signs what is passed on. */
  readonly secret?: string;
  readonly prefixes: Prefixes;
  /** JSON with its numbers unbent. */
  write(payload: unknown): Promise<string>;
}

/** Where reading begins, and the events that are not meant. */
export interface PollStart {
  /** Milliseconds since the epoch. */
  readonly begin: number;
  readonly known: Set<string>;
}

export interface PollDesk {
  readonly signal: AbortSignal;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  warn(message: string): void;
  /** Whether an earlier run has taken the event. */
  isTaken(eventId: string): boolean;
  take(delivery: Delivery): Promise<Answer>;
}

/** An entry is written when its attempt has ended, and bears the time at which that began. */
const OVERLAP_MS = 60_000;

/** How many ids are remembered; an event has up to seven entries, over two days. */
const REMEMBERED = 50_000;

/** How many events are taken at once. */
const WIDTH = 50;

const LONGEST_PAUSE_MS = 60_000;

/** Refusals that may be over at the next look. */
const PASSING: readonly string[] = ['rate_limited', 'unavailable', 'network'];

/** @returns a sentence about what can never come; @throws Failure of the API */
export async function pollProblem({ api, webhookId }: Polling): Promise<string | undefined> {
  const webhooks = listIn<{ readonly _id: string }>(await api.call('getWebhookSettings', {}), 'webhooks');
  if (webhooks.length === 0)
    return 'There is no endpoint, so no event is logged. Create one with `svc webhooks create`; its URL need not answer.';
  if (webhookId === undefined || webhooks.some(({ _id }) => _id === webhookId)) return undefined;
  return `There is no endpoint ${webhookId}.`;
}

/** Where a journal has ended: the first event that nobody took, else the last that came. */
export async function endOf(records: AsyncIterable<JournalRecord>): Promise<number | undefined> {
  const [ids, open] = [new Map<number, string>(), new Map<string, number>()];
  let newest: number | undefined;
  for await (const record of records) {
    if (record.type === 'outcome') {
      if (record.taken) open.delete(ids.get(record.of) ?? '');
    } else if (record.verdict !== 'invalid' && record.id !== undefined) {
      newest = Math.max(newest ?? record.at, record.at);
      ids.set(record.n, record.id);
      open.set(record.id, record.at);
    }
  }
  return newest === undefined ? undefined : Math.min(newest, ...open.values());
}

/**
 * Takes every event once, in the order of the log, until it is stopped.
 * @throws Failure of the API that no later look would change; what taking an event throws
 */
export async function pollLog(polling: Polling, { begin, known }: PollStart, desk: PollDesk): Promise<void> {
  const { signal } = desk;
  let newest = begin;
  while (!signal.aborted) {
    const since = Math.max(begin, newest - OVERLAP_MS);
    const fresh = (await freshEntries(polling, since, desk)).filter(
      ({ eventId }) => !known.has(eventId) && !desk.isTaken(eventId),
    );
    for (let at = 0; at < fresh.length; at += WIDTH)
      await Promise.all(fresh.slice(at, at + WIDTH).map((entry) => takeEntry(entry, polling, desk)));
    for (const { eventId, createdAt } of fresh) {
      newest = Math.max(newest, Date.parse(createdAt));
      remember(known, eventId);
    }
    await desk.sleep(polling.everyMs, signal).catch(() => undefined);
  }
}

/** Without an instant to begin at, what is in the log already is not meant: found before the listener is ready. */
export async function pollStart(polling: Polling, desk: Pick<PollDesk, 'signal' | 'warn'>): Promise<PollStart> {
  const known = new Set<string>();
  if (polling.since !== undefined) return { begin: polling.since, known };
  let newest: number | undefined;
  const entries = logEntries(polling.api, { webhookId: polling.webhookId, since: 0 }, desk);
  for await (const { eventId, createdAt } of entries) {
    newest ??= Date.parse(createdAt);
    if (Date.parse(createdAt) < newest - OVERLAP_MS) break;
    remember(known, eventId);
  }
  return { begin: newest ?? 0, known };
}

function remember(known: Set<string>, eventId: string): void {
  known.add(eventId);
  const [oldest] = known.size > REMEMBERED ? known : [];
  if (oldest !== undefined) known.delete(oldest);
}

/** One entry of each event, the earliest attempt first. Looks again while the API cannot be asked. */
async function freshEntries(polling: Polling, since: number, desk: PollDesk): Promise<readonly LogEntry[]> {
  for (let pause = polling.everyMs; ; pause = Math.min(pause * 2, Math.max(LONGEST_PAUSE_MS, polling.everyMs))) {
    try {
      const first = new Map<string, LogEntry>();
      for await (const entry of logEntries(polling.api, { webhookId: polling.webhookId, since }, desk)) {
        first.delete(entry.eventId);
        first.set(entry.eventId, entry);
      }
      return [...first.values()].reverse();
    } catch (error) {
      if (desk.signal.aborted) return [];
      if (!(error instanceof Failure) || !PASSING.includes(error.exit)) throw error;
      if (pause === polling.everyMs)
        desk.warn(`The delivery log cannot be read, and will be tried again: ${error.message}`);
      await desk.sleep(pause, desk.signal).catch(() => undefined);
    }
  }
}

async function takeEntry(entry: LogEntry, polling: Polling, desk: PollDesk): Promise<void> {
  const delivery = await deliveryOf(entry, polling);
  if (delivery === undefined) return desk.warn(`The log has no payload of ${entry.event} ${entry.eventId}.`);
  // Who reads the lines is far behind: the event waits, as a sender would.
  while ((await desk.take(delivery)) === BUSY && !desk.signal.aborted)
    await desk.sleep(polling.everyMs, desk.signal).catch(() => undefined);
}

/** As the endpoint got it, but for spaces of the JSON that no log keeps. */
async function deliveryOf(
  { event, eventId: id, createdAt, requestPayload }: LogEntry,
  { prefixes, secret, write }: Polling,
): Promise<Delivery | undefined> {
  if (requestPayload === undefined) return undefined;
  const body = Buffer.from(await write(requestPayload));
  const signed = secret === undefined ? {} : { signature: signatureOf(body, secret) };
  const headers = Object.entries(deliveryHeaders({ event, id, ...signed }, prefixes));
  const envelope = envelopeIn({ body, headers }, prefixes);
  if (isProblem(envelope)) return undefined;
  const at = Date.parse(createdAt);
  return { method: 'POST', target: '/', headers, body, at, envelope, signature: 'unchecked' };
}
