/** The two calls of a device login: start it, and poll its status. Next stop: login.ts, which keeps polling. */
import { instantOf } from '../kernel/instant.ts';
import { answerLines, requestLines } from '../client/debug.ts';
import { failureOf, failureOfFault, type CallWords } from '../client/failure.ts';
import { failure, type Failure } from '../kernel/failure.ts';
import { canBeKey } from '../kernel/secret.ts';
import { idsFrom } from '../kernel/ids.ts';
import { TransportFault } from '../kernel/transport.ts';
import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';
import { REQUEST_ID } from '../kernel/request-id.ts';
import type { HttpRequest } from '../world/http-call.ts';
import type { World } from '../world/world.ts';
import { isConfidential } from './base-url.ts';

/** What a device login begins with. Source: ASM-01 */
export interface Begun {
  /** A secret: whoever has it gets the key. */
  readonly deviceCode: string;
  readonly userCode: string;
  readonly browserUrl: string;
  /** ISO 8601, by the service's clock. */
  readonly expiresAt: string;
  /** Milliseconds for which the code is good, by the service's own clock. */
  readonly lifeMs: number;
  readonly intervalMs: number;
}

/** The status of a login. `unclear` is a network fault, or an answer without a status. Source: ASM-02, ASM-03 */
export type Standing =
  | { readonly status: 'pending' | 'denied' | 'expired' | 'too_fast' }
  | { readonly status: 'authorized'; readonly apiKey: string }
  | { readonly status: 'unclear'; readonly reason: string };

export interface DeviceDoors {
  readonly world: Pick<World, 'http' | 'clock' | 'random' | 'installation'>;
  readonly signal?: AbortSignal;
  /** Lines for --debug. */
  readonly debug?: (line: string) => void;
}

const LIMIT_MS = 30_000;
const DEFAULT_INTERVAL_MS = 5_000;
const LONGEST_INTERVAL_MS = MINUTE_MS;
/** For a service that does not say, or whose clock differs. */
const DEFAULT_LIFE_MS = 15 * MINUTE_MS;
const LONGEST_LIFE_MS = HOUR_MS;

/** Source: ASM-01 */
const originFor = (baseUrl: string): string => baseUrl.replace(/\/api$/, '');

const initiateUrl = (baseUrl: string): string => `${originFor(baseUrl)}/api/auth/cli/initiate`;

/**
 * @throws Failure by what came instead of a code; `bad_answer` for an unusable code or an unsafe URL
 */
export async function beginLogin(baseUrl: string, deviceName: string, doors: DeviceDoors): Promise<Begun> {
  const url = initiateUrl(baseUrl);
  const words = callWords(doors);
  const answer = await sendWords(
    {
      method: 'POST',
      url,
      headers: headersFor(doors, { 'content-type': 'application/json' }),
      body: JSON.stringify({ deviceName }),
    },
    doors,
  ).catch((error: unknown) => failUnreached(error, url, doors));
  if (answer.status >= 400) throw refusal(answer, url, words);
  if (answer.status >= 300) throw elsewhere(`${new URL(url).origin} redirects elsewhere (${answer.status})`);
  if (/^text\/html/i.test(answer.headers['content-type'] ?? ''))
    throw elsewhere(`The response from ${url} is a web page`);
  return begunFrom(answer, doors.world.clock.now());
}

/** Whatever it answers will do. @throws Failure `network` when nothing answers at that address */
export async function requireAnswer(baseUrl: string, doors: DeviceDoors): Promise<void> {
  const url = initiateUrl(baseUrl);
  await sendWords({ method: 'GET', url, headers: headersFor(doors, {}) }, doors).catch((error: unknown) =>
    failUnreached(error, url, doors),
  );
}

function failUnreached(error: unknown, url: string, doors: DeviceDoors): never {
  doors.signal?.throwIfAborted();
  throw error instanceof TransportFault ? failureOfFault(error, url, callWords(doors)) : error;
}

/** @throws Failure for an answer that no waiting mends, and the signal's reason */
export async function standing(baseUrl: string, deviceCode: string, doors: DeviceDoors): Promise<Standing> {
  const url = `${originFor(baseUrl)}/api/auth/cli/poll`;
  try {
    const headers = headersFor(doors, { authorization: `Bearer ${deviceCode}` });
    return standingIn(await sendWords({ method: 'GET', url, headers }, doors), url, doors);
  } catch (error) {
    if (doors.signal?.aborted || !(error instanceof TransportFault)) throw doors.signal?.reason ?? error;
    return { status: 'unclear', reason: error.message };
  }
}

function standingIn(answer: Answered, url: string, doors: DeviceDoors): Standing {
  const { status, body } = answer;
  if (status === 410) return { status: 'expired' };
  if (status === 429) return { status: 'too_fast' };
  if (status >= 500 || status === 408) return { status: 'unclear', reason: `the service answered ${status}` };
  if (status >= 400) throw refusal(answer, url, callWords(doors));
  const { status: word, apiKey } = body;
  if (word === 'authorized') return { status: 'authorized', apiKey: keyIn(apiKey) };
  if (word === 'pending' || word === 'denied') return { status: word };
  return word === 'expired' ? { status: word } : { status: 'unclear', reason: 'the response has no status' };
}

function keyIn(apiKey: unknown): string {
  if (typeof apiKey === 'string' && canBeKey(apiKey)) return apiKey;
  throw failure('bad_answer', { message: 'The login was confirmed, but the service did not send a valid key.' });
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when it is not a JSON object. */
  readonly body: Readonly<Record<string, unknown>>;
}

async function sendWords(request: HttpRequest, { world, signal, debug }: DeviceDoors): Promise<Answered> {
  const begin = world.clock.monotonic();
  const whole: HttpRequest = { ...request, timeoutMs: LIMIT_MS, sameOrigin: true, ...(signal && { signal }) };
  if (debug) requestLines(whole).forEach(debug);
  const answer = await world.http.single.send(whole);
  const bytes = await answer.bytes();
  if (debug) answerLines(answer, world.clock.monotonic() - begin).forEach(debug);
  return { status: answer.status, headers: answer.headers, body: fieldsIn(bytes) };
}

function fieldsIn(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const headersFor = ({ world }: DeviceDoors, more: Readonly<Record<string, string>>) => ({
  'user-agent': `svc/${world.installation.version}`,
  accept: 'application/json',
  [REQUEST_ID]: idsFrom(world.random).uuid(),
  ...more,
});

const callWords = ({ world }: DeviceDoors): CallWords => ({
  write: false,
  check: '',
  requestId: idsFrom(world.random).uuid(),
  nowMs: world.clock.now(),
});

function refusal(answer: Answered, url: string, words: CallWords): Failure {
  const known = failureOf(answer, words);
  if (answer.status !== 404 && answer.status !== 405) return known;
  const { origin } = new URL(url);
  return failure('bad_answer', {
    message: `${origin} does not support device login.`,
    status: answer.status,
    hint: 'Check the base URL. If you have a key, store it with `svc login --with-token`.',
  });
}

function begunFrom({ body, headers }: Answered, nowMs: number): Begun {
  const { deviceCode, userCode, browserUrl, expiresAt, interval } = body;
  if (typeof deviceCode !== 'string' || !/^[\x21-\x7e]{8,4096}$/.test(deviceCode)) throw strange('no device code');
  if (typeof userCode !== 'string' || !/^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$/.test(userCode) || userCode.length > 40)
    throw strange('a code that cannot be typed');
  const expiry = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN;
  const serviceNow = Date.parse(headers['date'] ?? '');
  const lifeMs = expiry - (Number.isNaN(serviceNow) ? nowMs : serviceNow);
  return {
    deviceCode,
    userCode,
    browserUrl: followable(browserUrl),
    lifeMs: lifeMs > 0 && lifeMs <= LONGEST_LIFE_MS ? lifeMs : DEFAULT_LIFE_MS,
    expiresAt: Number.isNaN(expiry) ? instantOf(nowMs + DEFAULT_LIFE_MS) : instantOf(expiry),
    intervalMs:
      typeof interval === 'number' && interval > 0
        ? Math.min(interval * 1000, LONGEST_INTERVAL_MS)
        : DEFAULT_INTERVAL_MS,
  };
}

/** An address that a person may be sent to: encrypted, or on this machine; never one that holds credentials. */
function followable(text: unknown): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !isConfidential(url) || url.username !== '' || url.password !== '')
    throw strange('a URL that is neither https nor on this machine');
  return url.href;
}

const strange = (what: string): Failure => elsewhere(`The service started the login with ${what}`);

const elsewhere = (what: string): Failure =>
  failure('bad_answer', { message: `${what}.`, hint: 'Check the base URL.' });
