/** A template through its whole life, and what goes out with it: refused until it is approved, sent to a segment with one opt-out and one failure, and figures of messages and money that add up. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../support/service.ts';

const NAME = 'spring_menu';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('whatsapp');
  const { api, control } = service;
  const profileId = await service.profileId();
  const inbound = (type: string, given: object) => control('POST', '/_local/inbound', { type, accountId, ...given });
  const verdict = (status: string, reason?: string) => inbound('template_status', { name: NAME, status, reason });
  const status = async () => {
    const { templates } = (await api('GET', '/v1/whatsapp/templates', { query: { accountId } })).body;
    return (templates as unknown as readonly Json[]).map((one) => one['status']);
  };
  const contact = async (name: string, platformIdentifier: string) => {
    const body = { profileId, accountId, platform: 'whatsapp', platformIdentifier, name, tags: ['regulars'] };
    return String((await api('POST', '/v1/contacts', { body })).body['contact']?.['id']);
  };
  /** A broadcast of the template to everybody who is a regular. */
  const compose = async () => {
    const template = { name: NAME, language: 'en_US', variableMapping: { 1: { field: 'name' } } };
    const body = { profileId, accountId, platform: 'whatsapp', name: 'Spring', template };
    const made = await api('POST', '/v1/broadcasts', { body: { ...body, segmentFilters: { tags: ['regulars'] } } });
    return `/v1/broadcasts/${String(made.body['broadcast']?.['id'])}`;
  };
  const read = async (path: string, query: Readonly<Record<string, string>> = {}) =>
    (await api('GET', path, { query })).body;
  return { ...service, accountId, inbound, verdict, status, contact, compose, read };
}

test('WAP-01 WAP-05 ASM-18 ASM-55 EVT-58 EVT-103 a template is reviewed, paused and disabled, and a broadcast with it reaches whom it may', async () => {
  const { api, advance, accountId, inbound, verdict, status, contact, compose, read, events, feed, control } =
    await scene();
  const components = [{ type: 'body', text: 'Hi {{1}}, the spring menu is here.' }];
  const template = { accountId, name: NAME, category: 'MARKETING', language: 'en_US', components };
  expect((await api('POST', '/v1/whatsapp/templates', { body: template })).status).toBe(200);

  for (const [name, number] of [
    ['Ana', '4915112345671'],
    ['Bo', '4915112345672'],
    ['Cleo', '12025550173'],
    ['Dan', '12025550174'],
  ] as const)
    await contact(name, number);
  const cleo = (await read('/v1/contacts', { search: 'Cleo' }))['contacts']?.['0'];
  await api('PATCH', `/v1/contacts/${String(cleo?.['id'])}`, { body: { isSubscribed: false } });
  const path = await compose();
  expect((await api('POST', `${path}/recipients`, { body: { useSegment: true } })).body).toEqual({
    ...{ success: true, added: 3, skipped: 1 },
  });

  const refused = { status: 400, body: { code: 'TEMPLATE_REQUIRED' } };
  expect([await status(), await api('POST', `${path}/send`)]).toMatchObject([['PENDING'], refused]);
  await advance(600);
  expect(await status()).toEqual(['APPROVED']);
  await verdict('PAUSED', 'Low quality');
  expect([await status(), await api('POST', `${path}/send`)]).toMatchObject([['PAUSED'], refused]);
  await verdict('APPROVED');

  await api('POST', '/v1/whatsapp/block-users', { body: { accountId, users: ['+12025550174'] } });
  const sent = await api('POST', `${path}/send`);
  expect(sent.body).toMatchObject({ status: 'completed', sent: 2, failed: 1, recipientCount: 3 });
  expect((await feed(accountId, 'message')).map(({ to, text }) => [to, text] as unknown[])).toEqual([
    ['4915112345671', 'Hi Ana, the spring menu is here.'],
    ['4915112345672', 'Hi Bo, the spring menu is here.'],
  ]);
  await advance(5);
  const messages = await events('message.sent');
  const [first] = messages;
  await inbound('message_status', { messageId: first?.payload['message']?.['id'], status: 'read' });

  const { recipients, summary } = await read(`${path}/recipients`);
  expect(
    (recipients as unknown as readonly Json[]).map((one) => [one['contactName'], one['status']] as unknown[]),
  ).toEqual([
    ['Ana', 'read'],
    ['Bo', 'delivered'],
    ['Dan', 'failed'],
  ]);
  expect(summary).toEqual({ total: 3, pending: 0, sent: 0, delivered: 1, read: 1, failed: 1 });
  expect((await read(path))['broadcast']).toMatchObject({
    ...{ status: 'completed', recipientCount: 3, failedCount: 1 },
    ...{ sentCount: 2, deliveredCount: 2, readCount: 1 },
  });

  const prices = (await control('GET', '/_local/prices')).body['prices'] as unknown as Readonly<Record<string, number>>;
  const cost = Number(prices['whatsapp.marketing.DE']) * 2;
  const said = (await events('message.delivered')).map(({ payload }) => payload['pricing']);
  expect(said).toMatchObject([
    { category: 'marketing', billable: true },
    { category: 'marketing', billable: true },
  ]);
  const figures = { messages: 2, billable: 2, categories: { marketing: 2 }, cost };
  expect(await read('/v1/whatsapp/pricing-analytics', { accountId })).toEqual({
    totals: figures,
    days: [{ date: '2026-01-05', ...figures }],
  });

  await verdict('DISABLED', 'Low quality');
  const next = await compose();
  await api('POST', `${next}/recipients`, { body: { phones: ['+4915112345671'] } });
  expect([await status(), await api('POST', `${next}/send`)]).toMatchObject([['DISABLED'], refused]);
  await verdict('IN_APPEAL');
  expect([await status(), await api('POST', `${next}/send`)]).toMatchObject([['IN_APPEAL'], refused]);
  await advance(600);
  expect([await status(), (await api('POST', `${next}/send`)).body]).toMatchObject([
    ['APPROVED'],
    { sent: 1, failed: 0 },
  ]);
  await advance(5);
  expect((await read('/v1/whatsapp/pricing-analytics', { accountId }))['totals']).toMatchObject({
    messages: 3,
    billable: 3,
  });
  const told = (await events('whatsapp.template.status_updated')).map(({ payload }) => payload['template']?.['status']);
  expect(told).toEqual(['PENDING', 'APPROVED', 'PAUSED', 'APPROVED', 'DISABLED', 'IN_APPEAL', 'APPROVED']);
});
