/** The official client over real HTTP: with a key, and through the browser sign-in with a person who clicks. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, onTestFinished, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../support/service.ts';

const RETURN = 'http://127.0.0.1:5999/back';

/** An application in memory; `opened` is the page that it would open in the browser. */
function application(name: string) {
  let known: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  let opened: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: RETURN,
    clientMetadata: { client_name: name, redirect_uris: [RETURN] },
    state: () => `state of ${name}`,
    clientInformation: () => known,
    saveClientInformation: (information) => void (known = information),
    tokens: () => tokens,
    saveTokens: (fresh) => void (tokens = fresh),
    redirectToAuthorization: (url) => void (opened = url),
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
    invalidateCredentials: (scope) => {
      if (scope !== 'client') tokens = undefined;
    },
  };
  return { provider, clientId: () => known?.client_id ?? '', opened: () => opened ?? new URL('http://nowhere.test') };
}

async function connected(url: string, options: ConstructorParameters<typeof StreamableHTTPClientTransport>[1]) {
  const client = new Client({ name: 'journey', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(url), options);
  // The library's own types disagree about optional fields.
  await client.connect(transport as Transport);
  onTestFinished(() => client.close());
  return client;
}

/** A person in a browser approves. @returns where the browser is sent */
async function approved(page: URL): Promise<URL> {
  const shown = await fetch(page);
  const [cookie = ''] = (shown.headers.get('set-cookie') ?? '').split(';');
  const text = await shown.text();
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value.replaceAll('&amp;', '&')],
  );
  const body = new URLSearchParams([...fields, ['permission', 'read-write'], ['decision', 'approve']]);
  const headers = { cookie, origin: page.origin };
  const sent = await fetch(`${page.origin}${page.pathname}`, { method: 'POST', body, headers, redirect: 'manual' });
  expect(sent.status).toBe(303);
  return new URL(sent.headers.get('location') ?? '');
}

async function signedIn(mcp: string, name: string) {
  const app = application(name);
  const transport = new StreamableHTTPClientTransport(new URL(mcp), { authProvider: app.provider });
  const first = new Client({ name, version: '1' });
  await expect(first.connect(transport as Transport)).rejects.toBeInstanceOf(UnauthorizedError);
  const back = await approved(app.opened());
  expect(back.href.startsWith(`${RETURN}?`)).toBe(true);
  expect(back.searchParams.get('state')).toBe(`state of ${name}`);
  await transport.finishAuth(back.searchParams.get('code') ?? '');
  return { app, client: await connected(mcp, { authProvider: app.provider }) };
}

const listening = async (): Promise<{ service: ServiceUnderTest; mcp: string }> => {
  const service = await startService();
  const { mcpUrl } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  return { service, mcp: mcpUrl };
};

test('MCP-01 MCP-04 MCP-05 AUTH-22 the official client connects with a key, lists the tools and calls one', async () => {
  const { service, mcp } = await listening();
  await service.account('bluesky', { username: 'northwind.example' });
  const headers = { authorization: `Bearer ${service.service.apiKey}` };
  const client = await connected(mcp, { requestInit: { headers } });
  expect(client.getServerVersion()).toMatchObject({ name: 'svc' });
  expect((await client.listTools()).tools).toHaveLength(50);
  const { content } = await client.callTool({ name: 'accounts_list', arguments: {} });
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('northwind.example') }]);
});

test('AUTH-23 the official client signs in through the browser; revoked, its token stops working and others go on', async () => {
  const { service, mcp } = await listening();
  const [one, two] = [await signedIn(mcp, 'Desk'), await signedIn(mcp, 'Editor')];
  const call = { name: 'profiles_list', arguments: {} };
  expect((await one.client.callTool(call)).isError).toBeUndefined();
  const listed = await service.api('GET', '/v1/me/connected-apps');
  expect(listed.body['connectedApps']).toMatchObject([
    { clientId: one.app.clientId(), clientName: 'Desk', redirectHost: '127.0.0.1:5999', scopes: ['read', 'write'] },
    { clientId: two.app.clientId(), clientName: 'Editor' },
  ]);
  const revoked = await service.api('DELETE', `/v1/me/connected-apps/${one.app.clientId()}`);
  expect(revoked.body).toMatchObject({ revoked: true, revokedTokens: 2 });
  await expect(one.client.callTool(call)).rejects.toBeInstanceOf(UnauthorizedError);
  expect((await two.client.callTool(call)).isError).toBeUndefined();
});
