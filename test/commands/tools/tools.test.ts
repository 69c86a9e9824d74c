/** `svc tools` against the tool server of a real service. */
import { beforeEach, describe, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../support/service.ts';
import { errorIn, svc, type Said } from '../../support/svc.ts';

let service: ServiceUnderTest;
let env: Record<string, string>;

beforeEach(async () => {
  service = await startService();
  const { url, mcpUrl } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey, SVC_MCP_URL: mcpUrl };
});

const run = (words: readonly string[], more: object = {}) => svc(['tools', ...words], { env, ...more });

const jsonOf = ({ stdout }: Said): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;

test('list shows the tools with what they may do', async () => {
  const said = await run(['list']);
  const { tools } = jsonOf(said) as { tools: Record<string, unknown>[] };
  expect(tools).toHaveLength(50);
  expect(tools).toContainEqual(
    expect.objectContaining({ name: 'accounts_list', readOnly: true, destructive: false, core: true }),
  );
  expect(tools).toContainEqual(
    expect.objectContaining({ name: 'profiles_delete', readOnly: false, destructive: true }),
  );
});

test('search finds tools that are not listed', async () => {
  const { text } = jsonOf(await run(['search', 'webhook', 'redeliver'])) as { text: string };
  expect(text).toContain('webhooks_redeliver_webhook_event(');
});

describe('describe', () => {
  test('gives the whole schema, where the list has it shortened', async () => {
    const described = jsonOf(await run(['describe', 'posts_create_post'])) as {
      annotations: object;
      inputSchema: { properties: Record<string, { items?: unknown }>; $defs: object };
    };
    expect(described.annotations).toMatchObject({ readOnlyHint: false });
    expect(described.inputSchema.properties['platforms']?.items).toBeDefined();
    expect(Object.keys(described.inputSchema.$defs).length).toBeGreaterThan(3);
  });

  test('knows tools that are not listed, and names one that is near', async () => {
    const described = jsonOf(await run(['describe', 'webhooks_redeliver_webhook_event']));
    expect(described).toMatchObject({ description: expect.any(String), inputSchema: { type: 'object' } });
    const typo = await run(['describe', 'accounts_lis']);
    expect({ code: typo.code, hint: errorIn(typo)['hint'] }).toEqual({ code: 2, hint: 'Did you mean accounts_list?' });
  });
});

describe('call', () => {
  test('runs a tool that only reads without a question', async () => {
    await service.account('bluesky', { username: 'northwind.example' });
    const said = await run(['call', 'accounts_list', '-F', 'platform=bluesky']);
    expect(said.code).toBe(0);
    expect(jsonOf(said)).toMatchObject({ tool: 'accounts_list', isError: false, content: [{ type: 'text' }] });
    expect(said.stdout).toContain('northwind.example');
  });

  test('passes arguments with their types, and runs one that only adds without a question', async () => {
    await service.account('bluesky');
    const words = ['call', 'posts_create', '-f', 'content=42', '-F', 'platform=bluesky', '-F', 'is_draft=true'];
    expect((await run(words)).code).toBe(0);
    expect((await service.api('GET', '/v1/posts')).body['posts']).toMatchObject([{ status: 'draft', content: '42' }]);
  });

  test('asks before one that may destroy, and before one that the list does not tell of', async () => {
    const profileId = await service.profileId();
    const words = ['call', 'profiles_update', '-F', `profile_id=${profileId}`, '-F', 'name=Ours'];
    const refused = await run(words);
    expect({ code: refused.code, error: errorIn(refused)['code'] }).toEqual({ code: 2, error: 'confirmation' });
    expect((await run([...words, '--yes'])).code).toBe(0);
    const unlisted = ['call', 'webhooks_list_changelog_entries'];
    expect((await run(unlisted)).code).toBe(2);
    expect((await run([...unlisted, '--yes'])).code).toBe(0);
  });

  test('takes the arguments from a document', async () => {
    const said = await run(['call', 'search_tools', '--input', '-'], { stdin: 'query: webhook\nlimit: 1\n' });
    expect(said.code).toBe(0);
    expect(said.stdout).toMatch(/and \d+ more/);
  });

  test('a reply that is an error exits 3, with the reply on standard output', async () => {
    const said = await run(['call', 'accounts_get', '-F', 'account_id=64f0a1b2c3d4e5f60123abcd']);
    expect(said.code).toBe(3);
    expect(jsonOf(said)).toMatchObject({ isError: true });
    expect(errorIn(said)).toMatchObject({
      code: 'unsuccessful',
      message: expect.stringContaining('No connected account'),
    });
  });

  test('--dry-run shows the message and sends nothing', async () => {
    await service.close();
    const { code, stdout } = await run(['call', 'profiles_delete', '-F', 'profile_id=a', '--dry-run']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      dryRun: true,
      url: env['SVC_MCP_URL'],
      body: { method: 'tools/call', params: { name: 'profiles_delete', arguments: { profile_id: 'a' } } },
    });
    expect(stdout).not.toContain(service.service.apiKey);
  });
});

describe('the server', () => {
  test('that refuses the key exits 4, that is not there 13', async () => {
    const wrong = await run(['list'], { env: { ...env, SVC_API_KEY: `sk_${'0'.repeat(64)}` } });
    expect({ code: wrong.code, error: errorIn(wrong)['code'] }).toEqual({ code: 4, error: 'invalid_credentials' });
    await service.close();
    expect((await run(['list'])).code).toBe(13);
  });

  test('is named where none is set, and gets no key that is for another base URL', async () => {
    const { SVC_BASE_URL = '', SVC_API_KEY = '' } = env;
    const unset = await run(['list'], { env: { SVC_BASE_URL, SVC_API_KEY } });
    expect({ code: unset.code, param: errorIn(unset)['param'] }).toEqual({ code: 2, param: 'mcpUrl' });
    const elsewhere = await run(['list'], { env: { ...env, SVC_MCP_URL: 'https://tools.example.com/mcp' } });
    expect(elsewhere.code).toBe(2);
    expect(errorIn(elsewhere)['message']).toContain('is not sent to tools.example.com');
  });

  test('of a context is not asked with a base URL from elsewhere', async () => {
    const { folder } = await inContext();
    const other = await svc(['tools', 'list'], {
      folder,
      env: { SVC_BASE_URL: 'http://127.0.0.1:9', SVC_API_KEY: 'sk_other' },
    });
    expect(errorIn(other)['message']).toBe('No URL of an MCP server is set for http://127.0.0.1:9.');
  });
});

/** A settings folder with a context that has both addresses. */
async function inContext(): Promise<{ folder: string }> {
  const { temporaryFolder } = await import('../../support/temp.ts');
  const folder = await temporaryFolder();
  const words = ['--base-url', env['SVC_BASE_URL'] ?? '', '--mcp-url', env['SVC_MCP_URL'] ?? ''];
  const made = await svc(['context', 'create', 'staging', ...words, '--use'], { folder });
  if (made.code !== 0) throw new Error(made.stderr);
  return { folder };
}
