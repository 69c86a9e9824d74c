/** What people hand in with flows, flows that ask a server, and flows that come from others. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { flowKey } from './flow-key.ts';
import { wrongEvents } from '../../events/judged.ts';

const DEFINITION = {
  version: '7.0',
  screens: [{ id: 'START', terminal: true, layout: { type: 'SingleColumnLayout', children: [{ type: 'TextBody' }] } }],
};

const ANA = { id: '4915112345678', name: 'Ana' };

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const { api, control } = service;
  const arrive = (type: string, more: object) => control('POST', '/_local/inbound', { type, accountId, ...more });
  await arrive('message', { participant: ANA, text: 'Hello' });
  const create = async (more: object = {}) => {
    const body = { accountId, name: 'Visit', categories: ['OTHER'], ...more };
    return (await api('POST', '/v1/whatsapp/flows', { body })).body['flow'] as unknown as { readonly id: string };
  };
  return {
    ...service,
    accountId,
    arrive,
    create,
    read: async (path: string, more: object = {}) =>
      (await api('GET', `/v1/whatsapp/${path}`, { query: { accountId, ...more } })).body,
    define: (id: string) => api('PUT', `/v1/whatsapp/flows/${id}/json`, { body: { accountId, flow_json: DEFINITION } }),
    move: (id: string, act: string) => api('POST', `/v1/whatsapp/flows/${id}/${act}`, { body: { accountId } }),
    send: (flow_id: string, more: object = {}) => {
      const body = { accountId, to: ANA.id, flow_id, flow_cta: 'Book', body: 'Choose a day.', draft: true, ...more };
      return api('POST', '/v1/whatsapp/flows/send', { body });
    },
  };
}

test('answers to a flow are a message in the conversation and a response of the flow', async () => {
  const { create, send, arrive, read, events } = await scene();
  const flow = await create();
  const other = await create();
  await send(flow.id, { flow_token: 'visit-7', footer: 'Takes a minute' });
  const { status, body } = await arrive('flow_response', { participant: ANA, data: { day: '2026-03-02' } });
  expect(status).toBe(201);
  const raw = '{"flow_token":"visit-7","day":"2026-03-02"}';
  const all = await events();
  expect(all.findLast(({ event }) => event === 'message.received')?.payload).toMatchObject({
    metadata: {
      interactiveType: 'nfm_reply',
      nfmReplyName: 'flow',
      flowResponseJson: raw,
      flowResponseData: { day: '2026-03-02' },
    },
  });
  expect(wrongEvents(all)).toEqual([]);
  const { conversationId } = body as unknown as { readonly conversationId: string };
  const response = { from: ANA.id, senderName: 'Ana', conversationId, flowToken: 'visit-7', raw };
  expect(await read('flow-responses', { flowId: flow.id })).toMatchObject({ responses: [response] });
  expect(await read('flow-responses', { flowId: other.id })).toEqual({ responses: [] });
});

test('whoever was sent no flow hands nothing in, and nobody opens a deprecated one', async () => {
  const { create, define, move, arrive, read } = await scene();
  expect(await arrive('flow_response', { participant: ANA, data: {} })).toMatchObject({ status: 409 });
  expect(await arrive('flow_response', { participant: ANA, flowId: '1', data: {} })).toMatchObject({ status: 404 });
  const { id } = await create();
  await define(id);
  await move(id, 'publish');
  await move(id, 'deprecate');
  expect(await arrive('flow_response', { participant: ANA, flowId: id, data: {} })).toMatchObject({ status: 409 });
  expect(await read('flow-responses')).toEqual({ responses: [] });
});

test('a flow that asks a server needs its address, with https, and a key', async () => {
  const { api, accountId, create, send } = await scene();
  const body = { accountId, name: 'Visit', categories: ['OTHER'], endpointUri: 'http://example.com/flows' };
  expect(await api('POST', '/v1/whatsapp/flows', { body })).toMatchObject({
    status: 400,
    body: { param: 'endpointUri' },
  });
  const plain = await create();
  const asking = await create({ endpointUri: 'https://example.com/flows' });
  const refused = { status: 409, body: { param: 'flow_action' } };
  expect(await send(asking.id, { flow_action: 'data_exchange' })).toMatchObject(refused);
  const key = { accountId, businessPublicKey: flowKey() };
  await api('POST', '/v1/whatsapp/flows/encryption-key', { body: key });
  expect(await send(plain.id, { flow_action: 'data_exchange' })).toMatchObject(refused);
  expect((await send(asking.id, { flow_action: 'data_exchange' })).status).toBe(200);
});

test('a clone has the definition, and counts on as a version of what it copies', async () => {
  const { api, accountId, create, define, read } = await scene();
  const { id } = await create();
  await define(id);
  const apart = await create({ cloneFlowId: id });
  expect(apart).toMatchObject({ version: 1, lineageId: apart.id });
  const second = await create({ cloneFlowId: id, asVersion: true });
  const third = await create({ cloneFlowId: second.id, asVersion: true });
  expect([second, third]).toMatchObject([
    { version: 2, lineageId: id },
    { version: 3, lineageId: id },
  ]);
  expect(await read(`flows/${third.id}`)).toMatchObject({ flow: { json_version: '7.0' } });
  expect(await read(`flows/${third.id}/json`)).toMatchObject({ assets: [{ asset_type: 'FLOW_JSON' }] });
  await api('DELETE', `/v1/whatsapp/flows/${second.id}`, { query: { accountId } });
  expect(await read(`flows/${id}/versions`)).toEqual({
    versions: [
      { flowId: second.id, parentFlowId: null, name: null, status: null, missing: true },
      { flowId: id, version: 1, parentFlowId: null, name: 'Visit', status: 'DRAFT', missing: false },
      { flowId: third.id, version: 3, parentFlowId: second.id, name: 'Visit', status: 'DRAFT', missing: false },
    ],
  });
  expect(await read(`flows/${apart.id}/versions`)).toMatchObject({ versions: [{ flowId: apart.id }] });
});

test('a preview has an address once there is something to see', async () => {
  const { create, define, read } = await scene();
  const { id } = await create();
  expect(await read(`flows/${id}/preview`)).toEqual({ preview_url: null, expires_at: null });
  await define(id);
  const { preview_url: address } = await read(`flows/${id}/preview`);
  expect(address).toMatch(/^https:\/\//);
  expect(await read(`flows/${id}/preview`)).toMatchObject({ preview_url: address });
  expect(await read(`flows/${id}/preview`, { invalidate: true })).not.toMatchObject({ preview_url: address });
  expect(await read(`flows/${id}`, { fields: 'name,preview' })).toMatchObject({
    flow: { name: 'Visit', preview: { preview_url: address } },
  });
  expect((await read(`flows/${id}`, { fields: 'name' }))['flow']).toEqual({ name: 'Visit' });
});
