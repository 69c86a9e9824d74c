/** Flows from the draft to the end. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

const DEFINITION = {
  version: '7.0',
  screens: [{ id: 'START', terminal: true, layout: { type: 'SingleColumnLayout', children: [{ type: 'TextBody' }] } }],
};

async function drafting() {
  const { api, account, control } = await startService();
  const { _id: accountId } = await account('whatsapp');
  await control('POST', '/_local/inbound', { type: 'message', accountId, participant: { id: '4915112345678' } });
  const made = await api('POST', '/v1/whatsapp/flows', { body: { accountId, name: 'Visit', categories: ['OTHER'] } });
  const path = `/v1/whatsapp/flows/${String(made.body['flow']?.['id'])}`;
  const query = { accountId };
  return {
    flow: async () => (await api('GET', path, { query })).body['flow'],
    upload: (flow_json: unknown) => api('PUT', `${path}/json`, { body: { accountId, flow_json } }),
    move: (deed: string) => api('POST', `${path}/${deed}`, { body: { accountId } }),
    rename: () => api('PATCH', path, { body: { accountId, name: 'Call' } }),
    remove: () => api('DELETE', path, { query }),
    send: (more: object = {}) => {
      const flow_id = path.slice(path.lastIndexOf('/') + 1);
      const body = { accountId, to: '4915112345678', flow_id, flow_cta: 'Book', body: 'Choose.', ...more };
      return api('POST', '/v1/whatsapp/flows/send', { body });
    },
  };
}

const REFUSED = { status: 409, body: { code: 'invalid_resource_state' } };

test('a flow is published once, with a definition that has no faults', async () => {
  const { flow, upload, move } = await drafting();
  expect(await move('publish')).toMatchObject(REFUSED);
  const wrong = await upload({ version: 'seven', screens: [{ id: 'A B' }, { id: 'A B' }] });
  const { validation_errors: faults } = wrong.body as unknown as { validation_errors: { message: string }[] };
  expect(faults.map(({ message }) => message)).toEqual([
    "Property 'version' must be a version such as 7.0.",
    "Property 'id' of screens[0] must be a single word.",
    "Property 'layout' of screens[0] must have children.",
    "Property 'id' of screens[1] must be a single word.",
    "Property 'layout' of screens[1] must have children.",
    "The id 'A B' is used by several screens.",
    'At least one screen must be terminal.',
  ]);
  expect(await flow()).toMatchObject({ status: 'DRAFT', validation_errors: faults });
  expect(await move('publish')).toMatchObject(REFUSED);
  expect((await upload(JSON.stringify(DEFINITION))).body).toMatchObject({ validation_errors: [] });
  expect(await move('publish')).toMatchObject({ status: 200 });
  expect(await flow()).toMatchObject({ status: 'PUBLISHED', json_version: '7.0', validation_errors: [] });
  expect(await move('publish')).toMatchObject(REFUSED);
});

test('text that is no JSON is no definition', async () => {
  const { upload, flow } = await drafting();
  for (const text of ['{', '[]', '7'])
    expect(await upload(text), text).toMatchObject({ status: 400, body: { param: 'flow_json' } });
  expect(await flow()).not.toHaveProperty('json_version');
});

test('a published flow is not changed or deleted, only deprecated, once', async () => {
  const { flow, upload, move, rename, remove } = await drafting();
  expect(await move('deprecate')).toMatchObject(REFUSED);
  await upload(DEFINITION);
  expect((await rename()).status).toBe(200);
  await move('publish');
  for (const answer of [await rename(), await upload(DEFINITION), await remove()])
    expect(answer).toMatchObject(REFUSED);
  expect(await flow()).toMatchObject({ name: 'Call', status: 'PUBLISHED' });
  expect((await move('deprecate')).status).toBe(200);
  for (const answer of [await move('deprecate'), await move('publish'), await remove()])
    expect(answer).toMatchObject(REFUSED);
  expect(await flow()).toMatchObject({ status: 'DEPRECATED' });
});

test('a draft is deleted, and sent only where the call says that it is one', async () => {
  const { upload, move, remove, send, flow } = await drafting();
  expect(await send()).toMatchObject({ status: 409, body: { param: 'flow_id' } });
  expect((await send({ draft: true })).status).toBe(200);
  expect((await remove()).status).toBeLessThan(300);
  expect(await flow()).toBeUndefined();
  const other = await drafting();
  await other.upload(DEFINITION);
  await other.move('publish');
  expect((await other.send()).status).toBe(200);
  expect(await upload(DEFINITION)).toMatchObject({ status: 404 });
  expect(await move('publish')).toMatchObject({ status: 404 });
});
