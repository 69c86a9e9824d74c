/** The sign-in of applications, message by message, and everything that is kept out of it. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { HOST, ticketIn } from '../../../support/form-page.ts';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';
import { rpc, tool } from '../../../support/tools.ts';

const ORIGIN = `http://${HOST}`;
const RETURN = 'https://app.example/back';
const VERIFIER = 'v'.repeat(50);
const FORM = 'application/x-www-form-urlencoded';
const challenge = createHash('sha256').update(VERIFIER).digest('base64url');

let service: ServiceUnderTest;
let clientId: string;

beforeEach(async () => {
  service = await startService();
  clientId = await registered(RETURN);
});

const register = (body: object) => service.api('POST', '/oauth/register', { key: null, body });

async function registered(...addresses: string[]): Promise<string> {
  const { body } = await register({ client_name: 'Desk', redirect_uris: addresses });
  return body['client_id'] as unknown as string;
}

const words = (more: object = {}): Record<string, string> => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: RETURN,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'a & "b"',
  ...more,
});

const page = (query: Record<string, string>, headers = {}) =>
  service.api<string>('GET', '/oauth/authorize', { key: null, query, headers: { host: HOST, ...headers } });

/** The page as a person sees it, and the form that they send. */
async function decided(decision: string, { asked = words(), changed = {}, headers = {} }: Deciding = {}) {
  const shown = await page(asked);
  const [cookie = ''] = (shown.headers['set-cookie'] ?? '').split(';');
  const ticket = ticketIn(shown.body);
  return service.api<string>('POST', '/oauth/authorize', {
    key: null,
    body: new URLSearchParams({ ...asked, ticket, decision, ...changed }).toString(),
    headers: { host: HOST, cookie, origin: ORIGIN, 'content-type': FORM, ...headers },
  });
}

interface Deciding {
  readonly asked?: Record<string, string>;
  /** Fields that are sent otherwise than the form has them. */
  readonly changed?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

const backFrom = (answer: { headers: Readonly<Record<string, string>> }): URLSearchParams =>
  new URL(answer.headers['location'] ?? '').searchParams;

const codeFor = async (more: Deciding = {}): Promise<string> =>
  backFrom(await decided('approve', more)).get('code') ?? '';

const token = (fields: Record<string, string>) =>
  service.api('POST', '/oauth/token', {
    key: null,
    body: new URLSearchParams(fields).toString(),
    headers: { host: HOST, 'content-type': FORM },
  });

const exchange = (code: string, more: object = {}) =>
  token({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: RETURN,
    code_verifier: VERIFIER,
    code,
    ...more,
  });

async function tokens(more: Deciding = {}) {
  const { status, body } = await exchange(await codeFor(more));
  expect(status).toBe(200);
  return { access: String(body['access_token']), refresh: String(body['refresh_token']) };
}

const refresh = (text: string) => token({ grant_type: 'refresh_token', client_id: clientId, refresh_token: text });

const statusWith = async (key: string): Promise<number> => (await rpc(service, 'tools/list', {}, key)).status;

describe('metadata', () => {
  test.each(['', '/mcp'])('AUTH-23 what is protected names who lets in: %j', async (end) => {
    const { body } = await service.api('GET', `/.well-known/oauth-protected-resource${end}`, {
      headers: { host: HOST },
    });
    expect(body).toMatchObject({ resource: `${ORIGIN}/mcp`, authorization_servers: [ORIGIN] });
  });

  test('who lets in names every address, and takes S256 alone', async () => {
    const { body } = await service.api('GET', '/.well-known/oauth-authorization-server', { headers: { host: HOST } });
    expect(body).toMatchObject({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      token_endpoint: `${ORIGIN}/oauth/token`,
      registration_endpoint: `${ORIGIN}/oauth/register`,
      code_challenge_methods_supported: ['S256'],
    });
  });
});

describe('registration', () => {
  test.each([RETURN, 'http://127.0.0.1:1/x', 'http://localhost/x', 'myapp://back'])('takes %s', async (address) => {
    const answer = await register({ redirect_uris: [address] });
    expect(answer).toMatchObject({
      status: 201,
      body: { redirect_uris: [address], token_endpoint_auth_method: 'none' },
    });
  });

  test.each(['http://app.example/x', 'javascript:alert(1)', 'data:text/html,x', 'https://a.example/#x', 'nothing'])(
    'refuses %s',
    async (address) => {
      const refused = { status: 400, body: { error: 'invalid_redirect_uri' } };
      expect(await register({ redirect_uris: [RETURN, address] })).toMatchObject(refused);
    },
  );

  test('refuses what is no registration, and pages of other sites', async () => {
    expect(await register({})).toMatchObject({ status: 400 });
    const broken = { key: null, body: '{' };
    expect(await service.api('POST', '/oauth/register', broken)).toMatchObject({
      status: 400,
      body: { error: 'invalid_client_metadata' },
    });
    const elsewhere = { key: null, body: { redirect_uris: [RETURN] }, headers: { origin: 'https://evil.example' } };
    expect(await service.api('POST', '/oauth/register', elsewhere)).toMatchObject({ status: 403 });
  });
});

describe('the page', () => {
  test('shows who asks, and leads on to that address alone', async () => {
    await register({ client_name: '<b>x</b>', redirect_uris: [RETURN] });
    const shown = await page(words());
    expect(shown.status).toBe(200);
    expect(shown.body).toContain('<bdi>Desk</bdi>');
    expect(shown.body).toContain('<code>app.example</code>');
    expect(shown.headers['content-security-policy']).toContain("form-action 'self' https://app.example;");
  });

  test.each([{ client_id: 'app_unknown' }, { redirect_uri: 'https://evil.example/' }])(
    'sends the browser nowhere for %j',
    async (more) => {
      const { status, headers } = await page(words(more));
      expect({ status, location: headers['location'] }).toEqual({ status: 400, location: undefined });
    },
  );

  test('lets an application of this machine choose its port', async () => {
    clientId = await registered('http://127.0.0.1:4000/back');
    expect(await page(words({ redirect_uri: 'http://127.0.0.1:4999/back' }))).toMatchObject({ status: 200 });
    expect(await page(words({ redirect_uri: 'http://127.0.0.1:4999/other' }))).toMatchObject({ status: 400 });
  });

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: '' }, 'invalid_request'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ])('tells the application what is wrong with %j', async (more, error) => {
    const answer = await page(words(more));
    expect(answer.status).toBe(303);
    expect(Object.fromEntries(backFrom(answer))).toEqual({ error, state: 'a & "b"', iss: ORIGIN });
  });

  test('is not shown under a name that others could make lead here', async () => {
    expect(await page(words(), { host: 'rebound.example' })).toMatchObject({ status: 403 });
  });

  test('a denial goes back as one, and nothing is kept', async () => {
    expect(backFrom(await decided('deny')).get('error')).toBe('access_denied');
    expect((await service.api('GET', '/v1/me/connected-apps')).body['connectedApps']).toEqual([]);
  });

  test.each<Deciding>([
    { headers: { origin: 'https://evil.example' } },
    { headers: { cookie: '' } },
    { headers: { 'sec-fetch-site': 'cross-site' } },
    { changed: { ticket: '0'.repeat(64) } },
    { changed: { state: 'another' } },
    { changed: { code_challenge: 'x'.repeat(43) } },
    { changed: { decision: 'perhaps' } },
  ])('counts no form but its own: %j', async (more) => {
    expect(await decided('approve', more)).toMatchObject({ status: 403 });
    expect((await service.api('GET', '/v1/me/connected-apps')).body['connectedApps']).toEqual([]);
  });
});

describe('tokens', () => {
  test('AUTH-23 a code counts once; used twice, what it brought is worth nothing', async () => {
    const code = await codeFor();
    const { body } = await exchange(code);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, scope: 'read write' });
    expect(await statusWith(String(body['access_token']))).toBe(200);
    expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await statusWith(String(body['access_token']))).toBe(401);
  });

  test.each([
    [{ code_verifier: 'w'.repeat(50) }, 'invalid_grant'],
    [{ redirect_uri: `${RETURN}2` }, 'invalid_grant'],
    [{ client_id: 'app_other' }, 'invalid_grant'],
    [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
  ])('are refused for %j', async (more, error) => {
    expect(await exchange(await codeFor(), more)).toMatchObject({ status: 400, body: { error } });
  });

  test('a code lives ten minutes, an access token an hour, by the clock of the service', async () => {
    const code = await codeFor();
    await service.advance(601);
    expect(await exchange(code)).toMatchObject({ status: 400 });
    const { access } = await tokens();
    await service.advance(3_599);
    expect(await statusWith(access)).toBe(200);
    await service.advance(1);
    expect(await statusWith(access)).toBe(401);
  });

  test('a refresh token brings new ones, once, for its own application', async () => {
    const first = await tokens();
    await service.advance(4_000);
    const stranger = { grant_type: 'refresh_token', client_id: 'app_other', refresh_token: first.refresh };
    expect(await token(stranger)).toMatchObject({ status: 400 });
    const { body } = await refresh(first.refresh);
    expect(await statusWith(String(body['access_token']))).toBe(200);
    expect(await refresh(first.refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await statusWith(first.refresh)).toBe(401);
  });

  test('open the tools and nothing else', async () => {
    const { access } = await tokens();
    expect(await service.api('GET', '/v1/profiles', { key: access })).toMatchObject({ status: 401 });
    const pretending = { key: access, headers: { 'x-svc-tool-pass': '' } };
    expect(await service.api('GET', '/v1/profiles', pretending)).toMatchObject({ status: 401 });
    expect((await tool(service, 'profiles_list', {}, access)).isError).toBe(false);
    expect((await service.api('GET', '/v1/api-keys')).body['apiKeys']).toHaveLength(1);
  });

  test.each<Deciding>([{ changed: { permission: 'read' } }, { asked: { ...words(), scope: 'read' } }])(
    'that may only read change nothing: %j',
    async (more) => {
      const asked = { ...(more.asked ?? words()), client_id: clientId };
      const { access } = await tokens({ ...more, asked });
      expect((await tool(service, 'profiles_list', {}, access)).isError).toBe(false);
      expect((await tool(service, 'profiles_create', { name: 'x' }, access)).text).toContain(
        'insufficient_permissions',
      );
    },
  );

  test('are given back one by one, or a sign-in whole', async () => {
    const [one, two] = [await tokens(), await tokens()];
    const give = (text: string, id = clientId) =>
      service.api('POST', '/oauth/revoke', {
        key: null,
        body: new URLSearchParams({ token: text, client_id: id }).toString(),
        headers: { 'content-type': FORM },
      });
    expect(await give(one.access, 'app_other')).toMatchObject({ status: 200 });
    expect(await statusWith(one.access)).toBe(200);
    await give(one.access);
    expect(await statusWith(one.access)).toBe(401);
    await give(two.refresh);
    expect(await statusWith(two.access)).toBe(401);
    expect(await refresh(one.refresh)).toMatchObject({ status: 200 });
  });
});

describe('connected apps', () => {
  const apps = async () => (await service.api('GET', '/v1/me/connected-apps')).body['connectedApps'];

  test('AUTH-23 an app that signs in twice stands there once, with its tokens and its last call', async () => {
    const { access } = await tokens();
    await tokens();
    expect(await apps()).toMatchObject([{ clientId, tokenCount: 4, lastUsedAt: null, redirectHost: 'app.example' }]);
    await service.advance(60);
    await tool(service, 'profiles_list', {}, access);
    expect(await apps()).toMatchObject([{ lastUsedAt: '2026-01-05T09:01:00.000Z' }]);
  });

  test('AUTH-23 shut out, its tokens, refresh tokens and open codes are worth nothing; another app goes on', async () => {
    const { access, refresh: old } = await tokens();
    const open = await codeFor();
    const first = clientId;
    clientId = await registered(RETURN);
    const other = await tokens();
    const revoked = await service.api('DELETE', `/v1/me/connected-apps/${first}`);
    expect(revoked.body).toEqual({ revoked: true, clientId: first, revokedTokens: 2, invalidatedCodes: 1 });
    expect(await statusWith(access)).toBe(401);
    expect(await statusWith(other.access)).toBe(200);
    clientId = first;
    expect(await refresh(old)).toMatchObject({ status: 400 });
    expect(await exchange(open)).toMatchObject({ status: 400 });
  });
});
