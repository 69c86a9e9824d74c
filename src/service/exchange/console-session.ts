/** Who looks through the console: a one-time address becomes a cookie, and the cookie takes the place of the keys. Read by http/server.ts, control/console.ts and console/. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Bytes } from '../../kernel/ids.ts';
import { isFromElsewhere } from './same-site.ts';

export interface ConsoleSessions {
  /** A word that opens the console once, within a minute. */
  issue(): string;
  /** @returns the header that sets the cookie, or undefined when the word is used, old or unknown */
  redeem(word: string): string | undefined;
  isOpen(headers: Headers): boolean;
  /** The key that the cookie of a request gives it; undefined where the request has none, or was not sent by the console's own pages. */
  keyFor(request: ConsoleRequest): string | undefined;
}

export interface ConsoleRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Headers;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface SessionParts {
  readonly controlKey: string;
  readonly apiKey: string;
  /** Bytes that nobody can foresee. */
  readonly random: Bytes;
  /** The machine's clock, in ms. */
  readonly now: () => number;
}

const WORD_MS = 60_000;

/** Words that wait to be used; the oldest go first. */
const MOST_WORDS = 32;

/** What the requests of the console are logged as. */
export const CONSOLE_AGENT = 'svc console';

export function openConsoleSessions({ controlKey, apiKey, random, now }: SessionParts): ConsoleSessions {
  const words = new Map<string, number>();
  const sign = (text: string): string => createHmac('sha256', controlKey).update(`console\n${text}`).digest('hex');
  // Cookies know no ports: those of two services on one machine have two names.
  const name = `svc_console_${sign('name').slice(0, 12)}`;
  const pattern = new RegExp(`(?:^|;\\s*)${name}=([0-9a-f]{64})\\.([0-9a-f]{64})(?:;|$)`);
  const isOpen = ({ cookie }: Headers): boolean => {
    const [, id = '', signature = ''] = typeof cookie === 'string' ? (pattern.exec(cookie) ?? []) : [];
    return signature !== '' && isSame(signature, sign(id));
  };
  return {
    issue() {
      const word = hexOf(random);
      words.set(word, now() + WORD_MS);
      for (const [first] of words) if (words.size > MOST_WORDS) words.delete(first);
      return word;
    },
    redeem(word) {
      const until = words.get(word);
      words.delete(word);
      if (until === undefined || until < now()) return undefined;
      const id = hexOf(random);
      return `${name}=${id}.${sign(id)}; Path=/; HttpOnly; SameSite=Strict`;
    },
    isOpen,
    keyFor({ method, url, headers }) {
      if (headers.cookie === undefined || headers['authorization'] !== undefined) return undefined;
      if (!isOpen(headers) || !isSentFromHere(method, headers)) return undefined;
      return url.startsWith('/_local/') ? controlKey : apiKey;
    },
  };
}

const hexOf = (random: Bytes): string => Buffer.from(random(32)).toString('hex');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** A page at another port of this machine has the cookie sent as well; its browser says where the request comes from. */
function isSentFromHere(method: string, headers: Headers): boolean {
  if (isFromElsewhere(headers)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers['origin'] !== undefined || method === 'GET';
}
