/** Servers that the agent may call: the request of a tool, its log, and the tools of an MCP server. */
import { expect, test } from 'vitest';
import type { Arrival, Outgoing } from '../../../../src/kernel/delivery.ts';
import { attended } from './attended.ts';

/** A server that answers by address. */
async function served(answers: Readonly<Record<string, Partial<Arrival>>>) {
  const calls: Outgoing[] = [];
  const post = async (outgoing: Outgoing): Promise<Arrival> => {
    calls.push(outgoing);
    return { status: 404, body: '', durationMs: 3, ...answers[outgoing.url] } as Arrival;
  };
  return { ...(await attended({ carrier: { post, cut: () => undefined } })), calls };
}

test('a tool is tried with the credentials of its connector, and what it called is listed', async () => {
  const { call, calls } = await served({
    'https://api.example.com/orders/1042?full=true': { status: 200, body: '{"state":"shipped"}' },
  });
  const connector = { name: 'Orders', base_url: 'https://api.example.com', auth_type: 'API_KEY' };
  const at = `/connectors/${String((await call('POST', '/connectors', connector)).body['id'])}`;
  const api_key_config = { headers: [{ field_name: 'x-api-key', value: 'secret' }] };
  await call('POST', `${at}/credentials`, { kind: 'api_key', api_key_config });
  const request_definition = { method: 'GET', path: '/orders/{number}' };
  const tool = { name: 'find_order', description: 'Finds an order.', request_definition };
  const { id } = (await call('POST', `${at}/tools`, tool)).body;
  const run = (input: string) => call('POST', `${at}/tools/${String(id)}/run`, { input });
  expect((await run('{"number":1042,"full":true}')).body).toEqual({
    status: 'success',
    output: '{"state":"shipped"}',
  });
  expect(calls[0]).toMatchObject({ method: 'GET', body: '', headers: { 'x-api-key': 'secret' } });
  expect((await run('{"number":7}')).body).toMatchObject({ status: 'error' });
  expect(await run('7')).toMatchObject({ status: 400, body: { param: 'input' } });
  expect((await call('GET', `${at}/logs?includeStats=true`)).body).toMatchObject({
    data: [
      { tool_name: 'find_order', status: 'error', http_status: 404 },
      { status: 'success', http_status: 200, duration_ms: 3 },
    ],
    stats: { total_calls: 2, success_calls: 1, error_calls: 1, top_tools: [{ tool_name: 'find_order', calls: 2 }] },
  });
  expect((await call('GET', `${at}/logs?summaryOnly=true`)).body).not.toHaveProperty('data');
  expect((await call('GET', `${at}/logs?limit=1`)).body).toMatchObject({ data: [{ status: 'error' }] });
});

test('a client fetches a token before the call', async () => {
  const { call, calls } = await served({
    'https://api.example.com/token': { status: 200, body: '{"access_token":"t1"}' },
    'https://api.example.com/orders': { status: 200, body: 'ok' },
  });
  const oauth_config = { token_url: 'https://api.example.com/token', client_id: 'agent', client_secret: 'secret' };
  const connector = { name: 'Orders', base_url: 'https://api.example.com', auth_type: 'OAUTH2_CLIENT_CREDENTIALS' };
  const at = `/connectors/${String((await call('POST', '/connectors', connector)).body['id'])}`;
  await call('POST', `${at}/credentials`, { kind: 'oauth', oauth_config });
  const request_definition = { method: 'POST', path: '/orders' };
  const { id } = (await call('POST', `${at}/tools`, { name: 'add', description: 'Adds.', request_definition })).body;
  const { body } = await call('POST', `${at}/tools/${String(id)}/run`, { input: '{"item":"tea"}' });
  expect(body).toEqual({ status: 'success', output: 'ok' });
  expect(calls.map(({ url }) => url)).toEqual(['https://api.example.com/token', 'https://api.example.com/orders']);
  expect(calls[1]).toMatchObject({ body: '{"item":"tea"}', headers: { authorization: 'Bearer t1' } });
});

test('the tools of an MCP server are those that it lists', async () => {
  const answers: Record<string, Partial<Arrival>> = {};
  const { call } = await served(answers);
  const create = async (more: object) => {
    const connector = { name: 'Stock', base_url: 'https://mcp.example.com', auth_type: 'NONE', ...more };
    return `/connectors/${String((await call('POST', '/connectors', connector)).body['id'])}`;
  };
  const at = await create({ connector_protocol: 'MCP' });
  expect(await call('POST', `${await create({})}/refresh-tools`)).toMatchObject({ status: 409 });
  expect((await call('POST', `${at}/refresh-tools`)).body).toMatchObject({ connection_status: { status: 'ERROR' } });
  const list = (...names: readonly string[]) => {
    const tools = names.map((name) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' } }));
    answers['https://mcp.example.com'] = { status: 200, body: JSON.stringify({ result: { tools } }) };
  };
  const tools = async () => (await call('GET', `${at}/tools`)).body['tools'];
  list('count', 'reserve');
  const { body } = await call('POST', `${at}/refresh-tools`);
  expect(body).toMatchObject({ connection_status: { status: 'CONNECTED' }, mcp_tool_sync: { tools: 2 } });
  expect(await tools()).toMatchObject([{ name: 'count' }, { name: 'reserve' }]);
  list('reserve');
  await call('POST', `${at}/refresh-tools`);
  expect(await tools()).toMatchObject([{ name: 'reserve', description: 'Does reserve.' }]);
});
