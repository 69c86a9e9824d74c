/** An API that lets devices in: codes, polls as the test scripts them, and keys that it recognises. */
import { scriptedApi, type Asked, type Scripted, type ScriptedApi } from './scripted-api.ts';

/** A key in the form of the API. */
export const keyOf = (sign: string): string => `sk_${sign.repeat(64)}`;

/** How a login stands at one poll; a `Scripted` goes out as it is. */
export type Poll = 'pending' | 'denied' | 'expired' | 'too fast' | { readonly key: string } | Scripted;

export interface LoginApi extends ScriptedApi {
  /** Keys that work. */
  readonly works: Set<string>;
  /** Whatever is not about logging in. */
  readonly calls: readonly Asked[];
  readonly polls: () => number;
}

export interface LoginScript {
  /** One for each poll; the last one stays. */
  readonly polls?: readonly Poll[];
  /** Fields of the answer that begins a login. */
  readonly begun?: Readonly<Record<string, unknown>>;
  /** Answers before anything else does. */
  readonly special?: (asked: Asked, count: number) => Scripted | undefined | Promise<Scripted>;
}

export const DEVICE_CODE = 'device-code-that-nobody-may-see';
export const USER_CODE = 'WXYZ-2345';

export async function loginApi({ polls = [], begun = {}, special }: LoginScript = {}): Promise<LoginApi> {
  const works = new Set<string>();
  let polled = 0;
  const script = async (asked: Asked, count: number): Promise<Scripted> => {
    const { method, url, headers } = asked;
    const answer = await special?.(asked, count);
    if (answer !== undefined) return answer;
    if (method === 'POST' && url === '/api/auth/cli/initiate')
      return { headers: { date: 'Mon, 05 Jan 2026 09:00:00 GMT' }, body: { ...begunBy(headers.host), ...begun } };
    if (method === 'GET' && url === '/api/auth/cli/poll') {
      if (headers.authorization !== `Bearer ${DEVICE_CODE}`) return { status: 404, body: { error: 'no such code' } };
      const poll = polls[Math.min(polled++, polls.length - 1)] ?? 'pending';
      if (typeof poll === 'object' && 'key' in poll) works.add(poll.key);
      return standing(poll);
    }
    const key = headers.authorization?.replace('Bearer ', '') ?? '';
    if (!works.has(key)) return refusal;
    return url.endsWith('/v1/auth/verify') ? { body: IDENTITY } : { body: { profiles: [] } };
  };
  const api = await scriptedApi(script);
  return {
    ...api,
    works,
    polls: () => polled,
    get calls() {
      return api.asked.filter(({ url }) => !url.startsWith('/api/auth/'));
    },
  };
}

export const IDENTITY = {
  valid: true,
  userId: 'u1',
  name: 'Ada',
  email: 'ada@example.com',
  authType: 'api_key',
  scope: 'full',
};

const refusal: Scripted = {
  status: 401,
  body: { error: 'Not this one.', type: 'authentication_error', code: 'invalid_credentials' },
};

const begunBy = (host = '') => ({
  deviceCode: DEVICE_CODE,
  userCode: USER_CODE,
  browserUrl: `http://${host}/device?code=${USER_CODE}`,
  expiresAt: '2026-01-05T09:10:00.000Z',
  interval: 5,
});

function standing(poll: Poll): Scripted {
  if (poll === 'too fast') return { status: 429, body: { error: 'slow down' } };
  if (poll === 'expired') return { status: 410, body: { error: 'expired' } };
  if (typeof poll === 'string') return { body: { status: poll } };
  return 'key' in poll ? { body: { status: 'authorized', apiKey: poll.key } } : poll;
}
