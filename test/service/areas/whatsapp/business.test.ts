/** What a whatsapp number is called, what it is linked to, and what it reports: read as it was written, and as the network decides. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp', { displayName: 'Brand', username: '+15550100123' });
  const read = async (path: string, query: Readonly<Record<string, string>> = {}) =>
    (await service.api('GET', `/v1/whatsapp${path}`, { query: { accountId, ...query } })).body;
  const write = (path: string, body: object) =>
    service.api('POST', `/v1/whatsapp${path}`, { body: { accountId, ...body } });
  const decide = (status: string) =>
    service.control('POST', '/_local/inbound', { type: 'whatsapp_account', accountId, change: 'name_status', status });
  return { ...service, accountId, read, write, decide };
}

describe('WAP-02 the display name', () => {
  const PATH = '/business-profile/display-name';

  test('EVT-106 waits for its review, which is told, and is the name of the account once it is approved', async () => {
    const { accountId, read, write, decide, api, events } = await scene();
    expect(await read(PATH)).toMatchObject({ success: true, displayName: { name: 'Brand', status: 'APPROVED' } });
    await write(PATH, { displayName: 'Lisbon Coffee' });
    const pending = { name: 'Lisbon Coffee', status: 'PENDING_REVIEW', phoneNumber: '+15550100123' };
    expect(await read(PATH)).toMatchObject({ displayName: pending });
    const name = { status: 'PENDING_REVIEW', requestedName: 'Lisbon Coffee', rejectionReason: null };
    const told = await events('whatsapp.account.name_status_updated');
    expect(told.map(({ payload }) => payload['name'])).toMatchObject([name]);
    expect(await read('/number-info')).toMatchObject({ phone: { verified_name: 'Brand', name_status: name.status } });
    await decide('APPROVED');
    expect(await read(PATH)).toMatchObject({ displayName: { ...pending, status: 'APPROVED' } });
    const { accounts } = (await api('GET', '/v1/accounts')).body as unknown as { accounts: { _id: string }[] };
    expect(accounts.find(({ _id }) => _id === accountId)).toMatchObject({ displayName: 'Lisbon Coffee' });
  });

  test('EVT-106 is approved an hour after it was asked for, by a reviewer who was told nothing else', async () => {
    const { read, write, advance, events, control } = await scene();
    expect((await control('GET', '/_local/reviews')).body).toMatchObject({ reviews: { whatsappDisplayName: 3_600 } });
    await write(PATH, { displayName: 'Lisbon Coffee' });
    await advance(3_599);
    expect(await read(PATH)).toMatchObject({ displayName: { status: 'PENDING_REVIEW' } });
    await advance(1);
    expect(await read(PATH)).toMatchObject({ displayName: { name: 'Lisbon Coffee', status: 'APPROVED' } });
    expect(await read('/number-info')).toMatchObject({ phone: { verified_name: 'Lisbon Coffee' } });
    const told = await events('whatsapp.account.name_status_updated');
    expect(told.map(({ payload }) => payload['name']?.['status'])).toEqual(['PENDING_REVIEW', 'APPROVED']);
    expect(await read('/account-events')).toMatchObject({ events: [{ type: 'name_status', detail: 'APPROVED' }] });
  });

  test('EVT-106 is declined with a reason where a reviewer was told to', async () => {
    const { accountId, read, write, advance, events, control } = await scene();
    const behaviour = { operation: 'approval', outcome: 'reject', message: 'This is the name of another business.' };
    await control('POST', `/_local/network/${accountId}/behaviour`, behaviour);
    await write(PATH, { displayName: 'Lisbon Coffee' });
    await advance(3_600);
    expect(await read(PATH)).toMatchObject({ displayName: { name: 'Lisbon Coffee', status: 'DECLINED' } });
    expect(await read('/number-info')).toMatchObject({ phone: { verified_name: 'Brand' } });
    const [, declined] = await events('whatsapp.account.name_status_updated');
    expect(declined?.payload['name']).toMatchObject({ status: 'DECLINED', rejectionReason: behaviour.message });
  });

  test('is decided once: what the network said before holds', async () => {
    const { read, write, decide, advance, events } = await scene();
    await write(PATH, { displayName: 'Lisbon Coffee' });
    await decide('DECLINED');
    await advance(3_600);
    expect(await read(PATH)).toMatchObject({ displayName: { status: 'DECLINED' } });
    expect(await events('whatsapp.account.name_status_updated')).toHaveLength(2);
  });

  test('stays what it was when the new one is declined', async () => {
    const { read, write, decide } = await scene();
    await write(PATH, { displayName: 'Lisbon Coffee' });
    await decide('DECLINED');
    expect(await read(PATH)).toMatchObject({ displayName: { name: 'Lisbon Coffee', status: 'DECLINED' } });
    expect(await read('/number-info')).toMatchObject({ phone: { verified_name: 'Brand', name_status: 'DECLINED' } });
  });
});

test('what whatsapp reports of an account is in its list of events', async () => {
  const { accountId, read, decide, control } = await scene();
  await decide('DECLINED');
  await control('POST', '/_local/inbound', { type: 'whatsapp_account', accountId, change: 'quality', status: 'RED' });
  expect(await read('/account-events')).toMatchObject({
    events: [
      { accountId, type: 'name_status', severity: 'warning', detail: 'DECLINED' },
      { accountId, type: 'quality', severity: 'critical', detail: 'RED' },
    ],
  });
});

test('WAP-01 a template that was handed in has the status that its review gave it', async () => {
  const { accountId, api, control } = await scene();
  const components = [{ type: 'body', text: 'We are open.' }];
  const body = { accountId, name: 'hours', category: 'UTILITY', language: 'en_US', components };
  expect((await api('POST', '/v1/whatsapp/templates', { body })).status).toBeLessThan(300);
  await control('POST', '/_local/inbound', { type: 'template_status', accountId, name: 'hours', status: 'APPROVED' });
  const { templates } = (await api('GET', '/v1/whatsapp/templates', { query: { accountId } })).body;
  expect(templates).toMatchObject([{ name: 'hours', status: 'APPROVED' }]);
});

test('a username is held by one number, and moves to another only when that is asked for', async () => {
  const { account, api, accountId, read, write } = await scene();
  const path = '/business-profile/username';
  expect(await read(path)).toMatchObject({ username: null, status: 'none' });
  await write(path, { username: 'lisbon.coffee' });
  expect(await read(path)).toMatchObject({ username: 'lisbon.coffee', status: 'approved' });
  const profile = await api('POST', '/v1/profiles', { body: { name: 'Other' } });
  const { _id: other } = await account('whatsapp', { profileId: profile.body['profile']?.['_id'] });
  const claim = { accountId: other, username: 'Lisbon.Coffee' };
  expect(await write(path, claim)).toMatchObject({ status: 409, body: { param: 'username' } });
  expect((await write(path, { ...claim, transferAction: 'force_transfer' })).status).toBe(200);
  expect(await read(path)).toMatchObject({ username: null });
  expect(await read(path, { accountId: other })).toMatchObject({ username: 'Lisbon.Coffee' });
  await api('DELETE', `/v1/whatsapp${path}`, { body: { accountId: other } });
  expect(await read(path, { accountId: other })).toMatchObject({ username: null, status: 'none' });
  expect(await read(path, { accountId })).toMatchObject({ username: null });
});

test('a catalog is linked once, under the name that it has, and only where there is one', async () => {
  const { api } = await startService({ seedPack: 'demo' });
  const [path, accountId, catalogId] = ['/v1/whatsapp/catalogs', '652aee65951895842314dc4b', '121955797649426'];
  const link = (id: string) => api('POST', path, { body: { accountId, catalogId: id } });
  expect(await link('1')).toMatchObject({ status: 404, body: { param: 'catalogId' } });
  await api('DELETE', path, { query: { accountId, catalogId } });
  expect((await api('GET', path, { query: { accountId } })).body).toMatchObject({ catalogs: [] });
  await link(catalogId);
  const { catalogs } = (await link(catalogId)).body;
  expect(catalogs).toMatchObject([{ id: catalogId, name: expect.any(String) as string }]);
  expect((await api('DELETE', path, { query: { accountId, catalogId } })).status).toBe(200);
});

test('an account has one dataset, and a report with the same id counts once', async () => {
  const { read, write } = await scene();
  expect(await read('/dataset')).toEqual({ datasetId: null });
  const first = (await write('/dataset', {})).body;
  expect(first).toMatchObject({ created: true });
  expect((await write('/dataset', {})).body).toEqual({ ...first, created: false });
  expect(await read('/dataset')).toEqual({ datasetId: first['datasetId'] });
  for (const [eventName, eventId] of [
    ['Purchase', '1'],
    ['Purchase', '1'],
    ['LeadSubmitted', '2'],
  ])
    expect((await write('/conversions', { eventName, eventId, phoneE164: '+4915112345678' })).body).toMatchObject({
      eventsReceived: 1,
      failures: [],
    });
  expect(await read('/conversions')).toMatchObject({
    events: [{ eventName: 'LeadSubmitted' }, { eventName: 'Purchase' }],
  });
});

test.each([
  [{}, 'The event does not identify a person.'],
  [{ phoneE164: '+4915112345678', value: 5 }, '`value` needs a `currency`.'],
])(
  'readings, "WhatsApp": a conversion that ads do not take fails with the reason, and replaces none: %j',
  async (more, message) => {
    const { read, write } = await scene();
    const event = { eventName: 'Purchase', eventId: '1' };
    await write('/conversions', { ...event, email: 'ada@example.com' });
    expect(await write('/conversions', { ...event, ...more })).toMatchObject({
      status: 200,
      body: { eventsReceived: 0, eventsFailed: 1, failures: [{ eventIndex: 0, eventId: '1', message }] },
    });
    expect(await read('/conversions')).toMatchObject({
      events: [
        { eventsReceived: 0, eventsFailed: 1 },
        { eventsReceived: 1, eventsFailed: 0 },
      ],
    });
  },
);

test('the picture of the profile is the one that was sent', async () => {
  const { accountId, api, read } = await scene();
  const boundary = 'x-boundary';
  const part = (head: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const file = 'name="file"; filename="logo.png"\r\nContent-Type: image/png';
  const body = `${part('name="accountId"', accountId)}${part(file, 'dot')}--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const sent = await api('POST', '/v1/whatsapp/business-profile/photo', { body, headers });
  expect(sent.status).toBe(200);
  expect(await read('/business-profile')).toMatchObject({
    businessProfile: { profilePictureUrl: expect.stringMatching(/^http.*logo\.png$/) as string },
  });
});

test('a file of the network is read by its id', async () => {
  const { api, accountId } = await scene();
  const read = (id: string) => api('GET', `/v1/whatsapp/media/${id}`, { query: { accountId } });
  expect((await read('122245032366401')).headers['content-type']).toBe('image/png');
  expect((await read('1')).status).toBe(404);
});
