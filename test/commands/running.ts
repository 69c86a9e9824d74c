/** Runs a command line in process against a scripted API that knows accounts, uploads and posts. */
import { run } from '../../src/main.ts';
import { scriptedApi, type Asked, type Scripted } from '../support/scripted-api.ts';
import { testWorld, type TestWorld, type WorldOptions } from '../support/world.ts';

export const PROFILE = '1'.repeat(24);
export const OTHER_PROFILE = '2'.repeat(24);
export const TWITTER = 'a'.repeat(24);
export const INSTAGRAM = 'b'.repeat(24);
export const LINKEDIN = 'c'.repeat(24);
export const POST = 'd'.repeat(24);

export const ACCOUNTS = [
  { _id: TWITTER, platform: 'twitter', username: 'acme', profileId: PROFILE, isActive: true },
  { _id: INSTAGRAM, platform: 'instagram', username: 'brand', profileId: PROFILE, isActive: true },
  { _id: LINKEDIN, platform: 'linkedin', username: 'acme-co', profileId: OTHER_PROFILE, isActive: true },
];

/** Answers one request; undefined leaves it to the API that always works. */
export type Special = (asked: Asked, count: number) => Scripted | undefined | Promise<Scripted>;

export interface Ran extends TestWorld {
  readonly code: number;
  /** Standard output as JSON. */
  readonly result: Readonly<Record<string, unknown>> & { post?: Record<string, unknown> };
  /** The error on standard error. */
  readonly error: Readonly<Record<string, unknown>> & { message: string; hint?: string; details?: unknown };
  readonly asked: readonly Asked[];
  /** `METHOD path` of everything that was asked. */
  readonly calls: readonly string[];
  /** The JSON body of the first request to that path. */
  sent(call: string): Record<string, unknown>;
}

export interface Running extends WorldOptions {
  readonly special?: Special;
  /** Does something to the world before the command runs. */
  readonly before?: (made: TestWorld) => void | Promise<void>;
}

/** Runs `svc WORDS -o json`. */
export async function ran(argv: readonly string[], { special, before, ...options }: Running = {}): Promise<Ran> {
  const api = await scriptedApi(async (asked, count) => (await special?.(asked, count)) ?? usual(asked));
  const env = { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_test', ...options.env };
  const made = testWorld({ ...options, argv: [...argv.slice(0, 2), '-o', 'json', ...argv.slice(2)], env });
  await before?.(made);
  const code = await run(made.world);
  const error = /^\{"error".*$/m.exec(made.err())?.[0] ?? '{"error":{"message":""}}';
  return {
    ...made,
    code,
    result: (made.out() === '' ? {} : JSON.parse(made.out())) as Ran['result'],
    error: (JSON.parse(error) as { error: Ran['error'] }).error,
    asked: api.asked,
    calls: api.asked.map(({ method, url }) => `${method} ${url.split('?')[0]}`),
    sent(call) {
      const found = api.asked.find(({ method, url }) => `${method} ${url.split('?')[0]}` === call);
      return JSON.parse(found?.body.toString() || '{}') as Record<string, unknown>;
    },
  };
}

function usual({ method, url, headers, body }: Asked): Scripted {
  const base = `http://${headers.host}`;
  const [path = ''] = url.split('?');
  if (path === '/v1/accounts') return { body: { accounts: ACCOUNTS } };
  if (path === '/v1/media/presign') {
    const { filename } = JSON.parse(body.toString()) as { filename: string };
    return {
      body: {
        uploadUrl: `${base}/up/${filename}?sig=s`,
        publicUrl: `${base}/pub/${filename}`,
        key: filename,
        expiresIn: 900,
      },
    };
  }
  if (path.startsWith('/up/') || path.startsWith('/pub/')) return { status: 200 };
  if (method === 'POST' && path === '/v1/posts') return { status: 201, body: { message: 'ok', post: postOf(body) } };
  return { status: 404, body: { error: 'Not here.', code: 'not_found', type: 'not_found' } };
}

function postOf(body: Buffer): Record<string, unknown> {
  const { publishNow, isDraft, ...sent } = JSON.parse(body.toString()) as Record<string, unknown>;
  const time = sent['queuedFromProfile'] === undefined ? {} : { scheduledFor: '2026-01-06T08:00:00.000Z' };
  const scheduled = sent['scheduledFor'] !== undefined || sent['queuedFromProfile'] !== undefined;
  const status = publishNow === true ? 'published' : scheduled && isDraft !== true ? 'scheduled' : 'draft';
  return { _id: POST, status, ...time, ...sent };
}
