/** The local service in process, for tests: everything real but the port. Closed, and its folder removed, when the test ends. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFailed, onTestFinished } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import type { ServiceDoors } from '../../src/service/doors.ts';
import type { ServiceOptions } from '../../src/service/options.ts';
import { openService, type Service } from '../../src/service/service.ts';
import type { Carrier } from '../../src/kernel/delivery.ts';
import { openClock } from '../../src/world/clock.ts';
import { randomBytes } from '../../src/world/random.ts';
import { databaseFor } from './database.ts';

/** The instant at which the frozen clock of a test service stands. */
export const TEST_NOW = Date.parse('2026-01-05T09:00:00.000Z');

/** A JSON value one may walk into without knowing its type; `expect` takes it at any depth. */
export interface Json {
  readonly [key: string]: Json;
}

export interface Answer<B = Json> {
  readonly status: number;
  /** Parsed JSON; the text itself when it is not JSON, undefined when empty. */
  readonly body: B;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Sending {
  /** An object becomes JSON; text and bytes go as they are. */
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** API key; null sends none. The service's own unless given. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An event as the control surface lists it. */
export interface ListedEvent {
  readonly id: string;
  readonly event: string;
  readonly timestamp: string;
  readonly payload: Json;
}

export interface ServiceUnderTest {
  readonly service: Service;
  api<B = Json>(method: string, path: string, sending?: Sending): Promise<Answer<B>>;
  /** Calls the control surface, with the control key. */
  control<B = Json>(method: string, path: string, body?: unknown): Promise<Answer<B>>;
  /** Advances the frozen clock; resolves when everything it caused is done. */
  advance(seconds: number): Promise<{ now: string; ran: number }>;
  /** Events so far, oldest first. */
  events(type?: string): Promise<ListedEvent[]>;
  feed(accountId: string, kind?: string): Promise<Json[]>;
  /** Connects a simulated account and returns it as the API shows it. */
  account(platform: string, more?: Readonly<Record<string, unknown>>): Promise<Json & { readonly _id: string }>;
  /** Id of the default profile. */
  profileId(): Promise<string>;
  close(): Promise<void>;
}

/** Brings nothing anywhere: what is posted cannot be connected. */
export const nowhere: Carrier = {
  post: async () => ({ fault: 'connect', sentence: 'There is no network here.', durationMs: 0 }),
  cut: () => undefined,
};

/** Every address answers 200. */
export const receiving: Carrier = {
  post: async () => ({ status: 200, body: '', durationMs: 1 }),
  cut: () => undefined,
};

/** The doors a test service is given: real ones, but no network. */
export const testDoors = (more: Partial<ServiceDoors> = {}): ServiceDoors => {
  const clock = openClock();
  return {
    clock,
    random: randomBytes,
    turn: clock.turn,
    carrier: nowhere,
    probe: async () => undefined,
    isReplaced: () => false,
    say: () => undefined,
    version: '0.0.0-test',
    asset: (name) => readFile(join('dist', 'console', name), 'utf8').catch(() => undefined),
    pid: process.pid,
    ...more,
  };
};

/** Ephemeral, frozen at TEST_NOW, empty pack, seed 1, no request limits; `options` replaces any of that. */
export async function startService(options: Partial<ServiceOptions> = {}): Promise<ServiceUnderTest> {
  const catalog = openCatalog('dist/cards');
  const service = await openService({
    ephemeral: true,
    seedPack: 'empty',
    seed: 1,
    clock: { mode: 'frozen', now: TEST_NOW },
    rateLimits: false,
    catalog,
    tools: async () => (await import('../../src/mcp/server.ts')).openToolServer({ catalog, version: '0.0.0-test' }),
    doors: testDoors(),
    ...(await storeOf(options)),
    ...options,
  });
  const close = closerOf(service);
  onTestFinished(close);
  return underTest(service, close);
}

async function storeOf({ dataDir }: Partial<ServiceOptions>): Promise<Pick<ServiceOptions, 'database'>> {
  const url = await databaseFor(dataDir);
  return url === undefined ? {} : { database: { url, name: 'svc test' } };
}

function closerOf(service: Service): () => Promise<void> {
  let closed: Promise<void> | undefined;
  return () => (closed ??= service.close());
}

function underTest(service: Service, close: () => Promise<void>): ServiceUnderTest {
  const send = <B>(method: string, path: string, sending: Sending): Promise<Answer<B>> =>
    answerOf<B>(service, method, { path, ...sending });
  const control = async <B = Json>(method: string, path: string, body?: unknown): Promise<Answer<B>> =>
    send<B>(method, path, { key: service.controlKey, ...(body === undefined ? {} : { body }) });
  /** When the test fails, it names the cause of a failure inside the service, which callers of the API never see. */
  const noteCause = async ({ headers }: Answer<unknown>): Promise<void> => {
    const { body } = await control('GET', `/_local/requests?requestId=${headers['x-request-id'] ?? ''}`);
    const notes = JSON.stringify(body['requests']?.['0']?.['notes'] ?? []);
    onTestFailed(() => {
      throw new Error(`The service failed: ${notes}`);
    });
  };
  return {
    service,
    api: async <B = Json>(method: string, path: string, sending: Sending = {}) => {
      const answer = await send<B>(method, path, sending);
      if (answer.status === 500) await noteCause(answer);
      return answer;
    },
    control,
    close,
    advance: async (seconds) =>
      fine(await control<{ now: string; ran: number }>('POST', '/_local/clock/advance', { seconds })),
    events: async (type) =>
      fine(await send<{ events: ListedEvent[] }>('GET', '/_local/events', eventQuery(type, service))).events,
    feed: async (accountId, kind) => {
      const query = kind === undefined ? '' : `?kind=${kind}`;
      return fine(await control<{ items: Json[] }>('GET', `/_local/network/${accountId}/feed${query}`)).items;
    },
    account: async (platform, more = {}) => {
      const made = await control<{ account: Json & { _id: string } }>('POST', '/_local/accounts', {
        platform,
        ...more,
      });
      return fine(made).account;
    },
    profileId: async () => {
      const [profile] = await service.desk.store.read.list('profile', { limit: 1 });
      return profile?.id ?? '';
    },
  };
}

const eventQuery = (type: string | undefined, service: Service): Sending => ({
  key: service.controlKey,
  query: { limit: 1_000_000, ...(type === undefined ? {} : { type }) },
});

function fine<B>({ status, body }: Answer<B>): B {
  if (status >= 300) throw new Error(`The service responded with ${String(status)}: ${JSON.stringify(body)}`);
  return body;
}

async function answerOf<B>(
  service: Service,
  method: string,
  { path, body, query, key = service.apiKey, headers = {} }: Sending & { path: string },
): Promise<Answer<B>> {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const response = await service.inject({
    method: method as 'GET',
    url: path,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(query === undefined ? {} : { query: textQuery(query) }),
    ...(body === undefined ? {} : { payload: isText ? (body as string) : JSON.stringify(body) }),
  });
  return {
    status: response.statusCode,
    body: parsed(response.body) as B,
    headers: response.headers as Record<string, string>,
  };
}

const textQuery = (query: NonNullable<Sending['query']>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.map(String) : String(value)]),
  );

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
