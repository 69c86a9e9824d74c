/** `svc mcp` in this process, against a service that listens: what a client writes, and what it reads. */
import { expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../support/service.ts';
import { errorIn, svc } from '../../support/svc.ts';

interface Message {
  readonly id: number;
  readonly result?: { readonly content?: readonly { readonly text: string }[]; readonly isError?: boolean } & Record<
    string,
    unknown
  >;
}

async function listening(): Promise<{ service: ServiceUnderTest; env: Record<string, string> }> {
  const service = await startService();
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  return { service, env: { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey } };
}

const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const call = (name: string, given: object = {}) => ({ method: 'tools/call', params: { name, arguments: given } });

/** Writes the requests, ends the input, and reads until the server ends. */
async function talk(argv: readonly string[], env: Record<string, string>, ...requests: readonly object[]) {
  const all = [INITIALIZE, ...requests].map((one, at) => JSON.stringify({ jsonrpc: '2.0', id: at, ...one }));
  const said = await svc(argv, { env, stdin: `${all.join('\n')}\n` });
  const messages = said.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Message);
  return { ...said, result: (id: number) => messages.find((one) => one.id === id)?.result, messages };
}

const textOf = (result: Message['result']): string => result?.content?.[0]?.text ?? '';

test('answers everything that came before the end of its input, with nothing else on standard output', async () => {
  const { service, env } = await listening();
  await service.account('bluesky', { username: 'northwind.example' });
  const { code, stderr, messages, result } = await talk(['mcp'], env, { method: 'tools/list' }, call('accounts_list'));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(messages.map(({ id }) => id).sort()).toEqual([0, 1, 2]);
  expect(result(0)).toMatchObject({ serverInfo: { name: 'svc' }, instructions: expect.stringContaining('read-only') });
  expect(textOf(result(2))).toContain('northwind.example');
});

test('only reads unless a flag allows more, by whichever tool', async () => {
  const { service, env } = await listening();
  await service.account('bluesky');
  const { result } = await talk(
    ['mcp'],
    env,
    call('posts_create', { content: 'Hello', platform: 'bluesky' }),
    call('call_tool', { name: 'posts_create_post', arguments: { content: 'Hello' } }),
    call('createProfile', { name: 'Mine' }),
  );
  expect(textOf(result(1))).toBe(
    'This server may not change posts; start it with `svc mcp --allow-write posts` to allow it. Nothing was sent.',
  );
  for (const id of [1, 2, 3]) expect(result(id)?.isError).toBe(true);
  expect((await service.api('GET', '/v1/posts')).body['posts']).toEqual([]);
});

test('--allow-write lets posts be made, on the clock of the service', async () => {
  const { service, env } = await listening();
  await service.account('bluesky');
  const given = { content: 'Hello', platform: 'bluesky', publish_now: true };
  const { result } = await talk(['mcp', '--allow-write', 'posts'], env, call('posts_create', given));
  expect(textOf(result(1))).toMatch(/^Done, status 201\./);
});

test('--draft-only takes drafts and nothing else', async () => {
  const { service, env } = await listening();
  await service.account('bluesky');
  const given = { content: 'Hello', platform: 'bluesky' };
  const { result } = await talk(
    ['mcp', '--draft-only'],
    env,
    call('posts_create', given),
    call('posts_create', { ...given, is_draft: true }),
  );
  expect(textOf(result(1))).toBe(
    'This server may only save new posts as drafts: set is_draft to true. Nothing was sent.',
  );
  expect(result(2)?.isError).toBeUndefined();
  expect((await service.api('GET', '/v1/posts')).body['posts']).toMatchObject([{ status: 'draft' }]);
});

test('--confirm-spend leaves what may spend money to a client that can ask', async () => {
  const { env } = await listening();
  const given = { to: '+14155550123', from: '+14155550100', text: 'Hello' };
  const shy = await talk(['mcp', '--allow-write', 'sms'], env, call('sms_send_sms', given));
  expect(textOf(shy.result(1))).toContain('--confirm-spend');
  const bold = await talk(['mcp', '--allow-write', 'sms', '--confirm-spend'], env, call('sms_send_sms', given));
  expect(textOf(bold.result(1))).toMatch(/the client cannot ask for one\. `svc sms send` asks.*Nothing was sent/);
});

test('a service that is not there is an error of the tool, and the server goes on', async () => {
  const { service, env } = await listening();
  await service.close();
  const { code, result } = await talk(['mcp'], env, call('profiles_list'), { method: 'ping' });
  expect(code).toBe(0);
  expect(result(1)).toMatchObject({ isError: true });
  expect(textOf(result(1))).toMatch(/127\.0\.0\.1/);
  expect(result(2)).toEqual({});
});

test('a word that is no area, and a context without a key, end it before it serves', async () => {
  const { env } = await listening();
  const typo = await svc(['mcp', '--allow-write', 'post'], { env });
  expect(typo).toMatchObject({ code: 2, stdout: '' });
  expect(errorIn(typo)).toMatchObject({ param: '--allow-write', hint: expect.stringContaining('posts') });
  const keyless = await svc(['mcp'], { env: { SVC_BASE_URL: env['SVC_BASE_URL'] ?? '' } });
  expect(keyless).toMatchObject({ code: 4, stdout: '' });
});
