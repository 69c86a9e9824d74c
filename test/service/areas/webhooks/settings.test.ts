import { beforeEach, describe, expect, test } from 'vitest';
import { startService, type Json, type ServiceUnderTest } from '../../../support/service.ts';

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const PATH = '/v1/webhooks/settings';
const FULL = { name: 'builds', url: 'https://a.example/h', events: ['post.published'] };

const create = (body: object = {}, key?: string) =>
  service.api('POST', PATH, { body: { ...FULL, ...body }, ...(key === undefined ? {} : { key }) });
const update = (body: object, key?: string) =>
  service.api('PUT', PATH, { body, ...(key === undefined ? {} : { key }) });
const list = async () => (await service.api('GET', PATH)).body['webhooks'] as unknown as Record<string, unknown>[];
const webhookOf = ({ body }: { body: Json }) => body['webhook'] as unknown as Record<string, unknown> & { _id: string };

async function limitedKey(body: object): Promise<string> {
  const answer = await service.api('POST', '/v1/api-keys', { body: { name: 'limited', ...body } });
  return answer.body['apiKey']?.['key'] as unknown as string;
}

describe('creating a webhook', () => {
  test('WHK-01 WHK-15 GEN-04 it answers 200 with `success` and the endpoint, whose id is 24 hexadecimal characters', async () => {
    const answer = await create();
    expect(answer).toMatchObject({ status: 200, body: { success: true, webhook: FULL } });
    expect(webhookOf(answer)._id).toMatch(/^[0-9a-f]{24}$/);
    expect(Object.keys(webhookOf(answer)).filter((key) => key.startsWith('$'))).toEqual([]);
  });

  test.each([
    ['', 400],
    ['   ', 400],
    ['a'.repeat(51), 400],
    ['a', 200],
    ['a'.repeat(50), 200],
  ])('WHK-02 the name %j answers %i on create and on update', async (name, status) => {
    expect((await create({ name })).status).toBe(status);
    const { _id } = webhookOf(await create());
    expect((await update({ _id, name })).status).toBe(status);
  });

  test.each(['not-a-url', 'ftp://a.example/h', 'https://'])(
    'WHK-03 the url %s is refused on create and on update',
    async (url) => {
      const refused = { status: 400, body: { code: 'invalid_field_value', param: 'url' } };
      expect(await create({ url })).toMatchObject(refused);
      const { _id } = webhookOf(await create());
      expect(await update({ _id, url })).toMatchObject(refused);
    },
  );

  test('WHK-04 whitespace around the url is trimmed first', async () => {
    expect(webhookOf(await create({ url: '  https://a.example/h  ' }))).toMatchObject({ url: 'https://a.example/h' });
  });

  test('WHK-05 WHK-06 events are at least one, and of the catalogue', async () => {
    expect((await create({ events: [] })).status).toBe(400);
    expect(await create({ events: ['post.exploded'] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value' },
    });
    expect((await create({ events: ['webhook.test'] })).status).toBe(400);
    const { _id } = webhookOf(await create());
    expect((await update({ _id, events: [] })).status).toBe(400);
  });

  test('WHK-07 no secret is made up', async () => {
    expect(webhookOf(await create())).not.toHaveProperty('secret');
    expect(webhookOf(await create({ secret: 's' }))).toMatchObject({ secret: 's' });
    expect((await list())[0]).not.toHaveProperty('secret');
  });

  test('WHK-08 WHK-09 an endpoint begins active and without failures', async () => {
    expect(webhookOf(await create())).toMatchObject({ isActive: true, failureCount: 0 });
    expect(webhookOf(await create({ isActive: false }))).toMatchObject({ isActive: false });
  });

  test('WHK-10 custom headers are kept, and none smuggles another', async () => {
    expect(webhookOf(await create({ customHeaders: { 'X-A': '1' } }))).toMatchObject({ customHeaders: { 'X-A': '1' } });
    expect((await create({ customHeaders: { 'X-A': '1\r\nX-B: 2' } })).status).toBe(400);
    expect((await create({ customHeaders: { 'X A': '1' } })).status).toBe(400);
    for (const name of ['Content-Length', 'host', 'X-Service-Signature', 'x-legacy-event-id'])
      expect(await create({ customHeaders: { [name]: '1' } })).toMatchObject({
        status: 400,
        body: { param: `customHeaders.${name}` },
      });
  });

  test('WHK-14 scope lists are kept', async () => {
    const scope = { profileIds: [await service.profileId()], accountIds: [(await service.account('twitter'))._id] };
    expect(webhookOf(await create(scope))).toMatchObject(scope);
  });

  test('WHK-16 WHK-17 WHK-18 a foreign id is not found, and nothing is kept', async () => {
    const foreign = ['f'.repeat(24)];
    expect(await create({ profileIds: foreign })).toMatchObject({ status: 404, body: { code: 'profile_not_found' } });
    expect(await create({ accountIds: foreign })).toMatchObject({ status: 404, body: { code: 'account_not_found' } });
    expect(await list()).toEqual([]);
  });

  test('WHK-19 WHK-20 inbox events need a plan with inbox, except the change of control', async () => {
    await service.control('PATCH', '/_local/team', { preset: 'no_inbox' });
    for (const event of [
      'message.received',
      'comment.received',
      'review.new',
      'conversation.started',
      'reaction.received',
    ]) {
      expect(await create({ events: [event] })).toMatchObject({ status: 403, body: { code: 'feature_not_available' } });
    }
    expect((await create({ events: ['conversation.control_changed'] })).status).toBe(200);
  });

  test('WHK-75 ASM-20 fifty endpoints are taken, one more is not', async () => {
    for (let n = 0; n < 50; n += 1) expect((await create({ name: `n${n}` })).status).toBe(200);
    expect(await create()).toMatchObject({ status: 409, body: { code: 'invalid_resource_state' } });
  });
});

describe('changing a webhook', () => {
  test('WHK-32 WHK-33 only the id is needed, and only what is sent changes', async () => {
    const before = webhookOf(await create({ secret: 's', customHeaders: { a: '1' } }));
    expect(webhookOf(await update({ _id: before._id }))).toEqual(before);
    expect(webhookOf(await update({ _id: before._id, name: 'other' }))).toEqual({ ...before, name: 'other' });
    expect(await update({})).toMatchObject({ status: 400, body: { code: 'missing_required_field', param: '_id' } });
    expect((await update({ _id: 'f'.repeat(24) })).body).toMatchObject({ code: 'webhook_not_found' });
  });

  test('the id goes by either of its names, and not by two that differ', async () => {
    const [one, other] = [webhookOf(await create()), webhookOf(await create())];
    expect(webhookOf(await update({ webhookId: one._id, name: 'new' }))).toEqual({ ...one, name: 'new' });
    expect((await update({ webhookId: one._id, _id: one._id })).status).toBe(200);
    expect((await update({ webhookId: 'f'.repeat(24) })).body).toMatchObject({ code: 'webhook_not_found' });
    expect(await update({ webhookId: one._id, _id: other._id, name: 'x' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param: 'webhookId' },
    });
    expect((await list()).map(({ name }) => name)).toEqual(['new', 'builds']);
  });

  test('WHK-12 WHK-13 the denylist is replaced as a whole, and an empty one clears it', async () => {
    const { _id } = webhookOf(await create({ disabledResourceGroups: ['ads'] }));
    const groups = async (disabledResourceGroups: string[]) =>
      webhookOf(await update({ _id, disabledResourceGroups }))['disabledResourceGroups'];
    expect(await groups(['publishing'])).toEqual(['publishing']);
    expect(await groups([])).toEqual([]);
  });

  test('WHK-88 the stored scope may be sent back though its account is gone', async () => {
    const account = await service.account('twitter');
    const { _id } = webhookOf(await create({ accountIds: [account._id] }));
    await service.api('DELETE', `/v1/accounts/${account._id}`);
    expect((await update({ _id, accountIds: [account._id] })).status).toBe(200);
    expect((await update({ _id, accountIds: [account._id, 'f'.repeat(24)] })).status).toBe(404);
  });

  test('WHK-89 an empty array clears a scope list', async () => {
    const { _id } = webhookOf(await create({ profileIds: [await service.profileId()] }));
    expect(webhookOf(await update({ _id, profileIds: [] }))).toMatchObject({ profileIds: [] });
  });

  test('WHK-94 an endpoint is switched on again', async () => {
    const { _id } = webhookOf(await create({ isActive: false }));
    expect(webhookOf(await update({ _id, isActive: true }))).toMatchObject({ isActive: true, failureCount: 0 });
  });

  test('WHK-39 WHK-41 list and delete, by an id of 24 hexadecimal characters', async () => {
    const first = webhookOf(await create());
    const second = webhookOf(await create());
    expect((await list()).map(({ _id }) => _id)).toEqual([first._id, second._id]);
    const gone = await service.api('DELETE', PATH, { query: { webhookId: first._id } });
    expect(gone).toMatchObject({ status: 200, body: { success: true } });
    expect((await service.api('DELETE', PATH, { query: { id: second._id } })).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await service.api('DELETE', PATH, { query: { webhookId: 'abc' } })).status).toBe(400);
    expect(await service.api('DELETE', PATH)).toMatchObject({ status: 400, body: { code: 'missing_required_field' } });
    expect((await service.api('DELETE', PATH, { query: { webhookId: first._id } })).status).toBe(404);
  });
});

describe('restricted keys', () => {
  test('WHK-34 a key sets only events whose group it holds', async () => {
    const key = await limitedKey({ disabledResourceGroups: ['messages'] });
    const refused = { status: 403, body: { code: 'insufficient_permissions', required_group: 'messages' } };
    expect(await create({ events: ['message.received'] }, key)).toMatchObject(refused);
    const { _id } = webhookOf(await create({}, key));
    expect(await update({ _id, events: ['message.received'] }, key)).toMatchObject(refused);
    expect((await update({ _id, events: ['post.failed'] }, key)).status).toBe(200);
    const theirs = webhookOf(await create({ events: ['message.received', 'post.failed'] }));
    expect((await update({ _id: theirs._id, name: 'x' }, key)).status).toBe(200);
    expect(await update({ _id: theirs._id, events: ['message.received'] }, key)).toMatchObject(refused);
  });

  test('WHK-35 WHK-36 its own groups stay disabled on every update', async () => {
    const key = await limitedKey({ disabledResourceGroups: ['messages'] });
    const { _id } = webhookOf(await create({ disabledResourceGroups: ['ads'] }));
    expect(webhookOf(await update({ _id, name: 'x' }, key))['disabledResourceGroups']).toEqual(['ads', 'messages']);
    expect(webhookOf(await update({ _id, disabledResourceGroups: [] }, key))['disabledResourceGroups']).toEqual([
      'messages',
    ]);
  });

  test('AUTH-12 a key limited to profiles sees and makes endpoints of these only', async () => {
    const profileId = await service.profileId();
    const key = await limitedKey({ scope: 'profiles', profileIds: [profileId] });
    const wide = webhookOf(await create());
    const mine = webhookOf(await create({}, key));
    expect(mine).toMatchObject({ profileIds: [profileId] });
    expect((await service.api('GET', PATH, { key })).body['webhooks']).toMatchObject([{ _id: mine._id }]);
    expect((await update({ _id: wide._id, name: 'x' }, key)).status).toBe(404);
    expect(webhookOf(await update({ _id: mine._id, profileIds: [] }, key))).toMatchObject({ profileIds: [profileId] });
  });
});
