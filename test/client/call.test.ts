import { expect, test } from 'vitest';
import { failure } from '../../src/kernel/failure.ts';
import { openClient, type ClientOptions } from '../../src/client/call.ts';
import { lookWith } from '../../src/client/look.ts';
import { scriptedApi, type Script, type ScriptedApi } from '../support/scripted-api.ts';
import { testWorld, type TestWorld } from '../support/world.ts';
import { cardOf, catalog, inputOf } from './cards.ts';

interface Client extends TestWorld {
  readonly api: ScriptedApi;
  readonly lines: string[];
  readonly notices: string[];
  readonly call: ReturnType<typeof openClient>['call'];
}

async function clientOf(script: Script, more: Partial<ClientOptions> = {}): Promise<Client> {
  const api = await scriptedApi(script);
  const test = testWorld();
  const [lines, notices]: [string[], string[]] = [[], []];
  const target = { baseUrl: api.url, key: 'sk_secret', source: 'test' };
  const debug = (line: string): void => void lines.push(line);
  const notice = (line: string): void => void notices.push(line);
  return { ...test, api, lines, notices, ...openClient({ world: test.world, target, debug, notice, ...more }) };
}

const post = inputOf({ body: { content: 'hi' } });
const createPost = catalog.card('createPost');
const write = cardOf({ method: 'POST', command: { path: ['things', 'add'], examples: [] } });

test('AUTH-01 GEN-01 GEN-06 a call goes to base URL and path with the key, and its JSON comes back', async () => {
  const api = await scriptedApi(() => ({ body: { profiles: [] }, headers: { 'x-request-id': 'theirs' } }));
  const { world } = testWorld();
  const target = { baseUrl: `${api.url}/api`, key: 'sk_1', source: 'test' };
  const result = await openClient({ world, target }).call(catalog.card('listProfiles'), inputOf());
  expect(api.asked[0]).toMatchObject({ method: 'GET', url: '/api/v1/profiles' });
  expect(api.asked[0]?.headers).toMatchObject({ authorization: 'Bearer sk_1', accept: 'application/json' });
  expect(api.asked[0]?.headers['user-agent']).toMatch(/^svc\/\d/);
  expect(result).toMatchObject({ status: 200, body: { profiles: [] }, requestId: 'theirs' });
});

test('ERR-41 LIM-21 a read waits as long as Retry-After says, says so, and goes on with the same request id', async () => {
  const { call, api, slept, notices } = await clientOf((_, count) =>
    count === 1 ? { status: 503, headers: { 'retry-after': '3' }, body: { error: 'later' } } : { body: { posts: [] } },
  );
  await call(catalog.card('listPosts'), inputOf());
  expect(slept).toEqual([3000]);
  expect(notices).toEqual(['The service responded with 503; retrying in 3 s.']);
  expect(new Set(api.asked.map(({ headers }) => headers['x-request-id'])).size).toBe(1);
  expect(api.asked[0]?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('ERR-43 creating a post is repeated after a 503 with the same request id, so that it is one post', async () => {
  const { call, api } = await clientOf((_, count) =>
    count === 1 ? { status: 503, body: { error: 'x' } } : { status: 201, body: { post: { _id: 'a' } } },
  );
  await call(createPost, post);
  expect(api.asked).toHaveLength(2);
  expect(api.asked[0]?.headers['x-request-id']).toBe(api.asked[1]?.headers['x-request-id']);
  expect(api.asked[0]?.body.equals(api.asked[1]?.body ?? Buffer.alloc(0))).toBe(true);
});

// prettier-ignore
test.each([
  [{ status: 503, headers: { 'retry-after': '1' }, body: { error: 'x' } }, 'http_503',      12],
  [{ status: 429, headers: { 'retry-after': '1' }, body: { error: 'x' } }, 'http_429',      10],
  [{ status: 502, body: '<html>' },                                        'outcome_unknown', 12],
  [{ cut: 'before' as const },                                             'network',       13],
])('a write without an idempotency key is never sent twice: %j', async (answer, code, exit) => {
  const { call, api } = await clientOf(() => answer);
  await expect(call(write, inputOf())).rejects.toMatchObject({ fields: { code }, exitCode: exit });
  expect(api.asked).toHaveLength(1);
});

test('a connection that breaks is tried again for a read', async () => {
  const { call, api } = await clientOf((_, count) => (count < 3 ? { cut: 'before' } : { body: { posts: [] } }));
  await call(catalog.card('listPosts'), inputOf());
  expect(api.asked).toHaveLength(3);
});

test('the waits of a call end with the budget, and the answer says how long it would have been', async () => {
  const answer = { status: 429, headers: { 'retry-after': '40' }, body: { error: 'Slow down' } };
  const { call, api, slept } = await clientOf(() => answer, { maxWaitMs: 60_000 });
  await expect(call(catalog.card('listPosts'), inputOf())).rejects.toMatchObject({
    exitCode: 10,
    fields: { status: 429, retryAfter: 40, message: 'Slow down' },
  });
  expect(slept).toEqual([40_000]);
  expect(api.asked).toHaveLength(2);
});

test('a budget of nothing waits for nothing', async () => {
  const { call, slept } = await clientOf(() => ({ status: 429, body: { error: 'x' } }), { maxWaitMs: 0 });
  await expect(call(catalog.card('listPosts'), inputOf())).rejects.toMatchObject({ exit: 'rate_limited' });
  expect(slept).toEqual([]);
});

test('an interruption ends a wait with its own failure', async () => {
  const reason = new Error('interrupted');
  const controller = new AbortController();
  const { call } = await clientOf(
    () => {
      controller.abort(reason);
      return { status: 503, headers: { 'retry-after': '3' }, body: { error: 'x' } };
    },
    { signal: controller.signal },
  );
  await expect(call(catalog.card('listPosts'), inputOf())).rejects.toBe(reason);
});

test('--debug shows addresses, limits and sizes, but neither key nor body nor private query', async () => {
  const limits = { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599', 'x-ratelimit-reset': '1' };
  const { call, lines } = await clientOf(() => ({ headers: limits, body: { posts: [], phone: '+4912345' } }));
  await call(catalog.card('listPosts'), inputOf({ query: { limit: 5, search: 'secret plan' } }));
  const text = lines.join('\n');
  expect(text).toMatch(/> GET http:\S+\/v1\/posts\?limit=5&search=\*+/);
  expect(text).toContain('x-ratelimit-remaining: 599');
  expect(text).not.toMatch(/sk_secret|secret plan|\+49/);
});

test('nothing listening is exit 13 and says where', async () => {
  const { world } = testWorld();
  const target = { baseUrl: 'http://127.0.0.1:1', key: 'k', source: 'test' };
  await expect(openClient({ world, target }).call(cardOf(), inputOf())).rejects.toMatchObject({
    exitCode: 13,
    message: 'Could not connect to http://127.0.0.1:1.',
  });
});

test('an answer that timed out is exit 13, and on a write the outcome is unknown', async () => {
  const { call } = await clientOf(() => new Promise(() => undefined), {
    timeoutMs: 50,
    check: () => 'svc things list',
  });
  const failure = { exitCode: 13, fields: { code: 'timed_out' } };
  await expect(call(cardOf(), inputOf())).rejects.toMatchObject(failure);
  await expect(call(write, inputOf())).rejects.toMatchObject({
    ...failure,
    message: expect.stringContaining('It is unknown whether the request took effect') as string,
    fields: { hint: expect.stringContaining('svc things list') as string },
  });
});

test('an unknown outcome is told to programs, with the command that checks and the key that makes a repeat safe', async () => {
  const { call, api } = await clientOf(() => ({ status: 500, body: { error: 'x' } }), {
    check: () => 'svc things list',
  });
  await expect(call(write, inputOf())).rejects.toMatchObject({
    exitCode: 12,
    fields: {
      hint: 'It may have taken effect anyway: check with `svc things list` first.',
      details: { outcome: 'unknown', check: 'svc things list' },
    },
  });
  const key = { name: 'Idempotency-Key', in: 'header' as const, required: false, schema: {}, summary: '' };
  await expect(call({ ...write, params: [key] }, inputOf())).rejects.toMatchObject({
    fields: {
      hint: expect.stringMatching(
        /Or repeat the command with --idempotency-key [0-9a-f-]{36} within 24 hours: /,
      ) as string,
    },
  });
  expect(api.asked[1]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a signal while a write is under way says that its outcome is unknown', async () => {
  const controller = new AbortController();
  const { call } = await clientOf(
    () => {
      controller.abort(failure('interrupted'));
      return new Promise(() => undefined);
    },
    { signal: controller.signal, check: () => 'svc things list' },
  );
  await expect(call(write, inputOf())).rejects.toMatchObject({
    exitCode: 130,
    message: 'Interrupted. It is unknown whether the request took effect.',
    fields: { details: { outcome: 'unknown', check: 'svc things list' } },
  });
});

test('a redirect to another host is refused for a read, and nothing goes there', async () => {
  const other = await scriptedApi(() => ({ body: { posts: [] } }));
  const { call } = await clientOf(() => ({ status: 307, headers: { location: `${other.url}/x` } }));
  await expect(call(cardOf(), inputOf())).rejects.toMatchObject({
    exitCode: 13,
    message: expect.stringContaining(`a redirect to another host, ${other.url}`) as string,
  });
  expect(other.asked).toEqual([]);
});

test('told to wait no time at all, a read still does not storm', async () => {
  const answer = { status: 429, headers: { 'retry-after': '0' }, body: { error: 'Now' } };
  const { call, slept } = await clientOf(() => answer);
  await expect(call(cardOf(), inputOf())).rejects.toMatchObject({ exitCode: 10 });
  expect(slept).toEqual([1000, 2000, 4000, 8000]);
});

test('ERR-43 a create is repeated only as long as its request id means the first answer; then it is looked for', async () => {
  const later = { status: 503, headers: { 'retry-after': '200' }, body: { error: 'later' } };
  const { call, api, slept } = await clientOf(() => later, { maxWaitMs: 3_600_000 });
  await expect(call(createPost, post)).rejects.toMatchObject({ exitCode: 12, fields: { retryAfter: 200 } });
  expect(slept).toEqual([200_000]);
  expect(new Set(api.asked.map(({ headers }) => headers['x-request-id'])).size).toBe(1);
  expect(api.asked).toHaveLength(2);
});

test('ERR-43 the search waits as long as the service asked, and a post of before is not taken for it', async () => {
  const wanted = { _id: 'b', content: 'hi', platforms: [], createdAt: '2026-01-05T09:00:01Z' };
  const posts = [
    { ...wanted, _id: 'other', content: 'ho' },
    wanted,
    { ...wanted, _id: 'a', createdAt: '2026-01-05T08:59:00Z' },
  ];
  const lost = async (listed: readonly object[]) => {
    const script: Script = ({ method }) =>
      method === 'POST'
        ? { status: 500, headers: { 'retry-after': '30' }, body: { error: 'x' } }
        : { headers: { date: 'Mon, 05 Jan 2026 09:00:30 GMT' }, body: { posts: listed } };
    const look: ClientOptions['look'] = {
      knows: () => true,
      find: (sought, ask) => lookWith({ world: made.world, catalog, baseUrl: made.api.url }).find(sought, ask),
    };
    const made: Client = await clientOf(script, { look });
    return made;
  };
  const found = await lost(posts);
  expect((await found.call(createPost, post)).body).toEqual({ post: wanted });
  expect([found.slept, found.api.asked.length]).toEqual([[30_000], 2]);
  expect(found.api.asked[1]?.url).toContain('sortBy=created-desc');
  const absent = await lost(posts.slice(2));
  await expect(absent.call(createPost, post)).rejects.toMatchObject({
    exitCode: 12,
    fields: { details: { looked: 'absent' } },
  });
});
