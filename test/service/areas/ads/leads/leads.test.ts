/** Leads: a person fills in a form, and whoever made it reads, counts and is told of the answers. */
import { expect, test } from 'vitest';
import { startService } from '../../../../support/service.ts';
import { CONTENT, META } from '../ad-content.ts';

const QUESTIONS = [
  { type: 'EMAIL', key: 'email' },
  { type: 'CUSTOM', key: 'size', label: 'Which size?' },
];

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('metaads');
  const body = { accountId, name: 'Tasting', privacyPolicyUrl: 'https://example.com/privacy', questions: QUESTIONS };
  const made = await service.api('POST', '/v1/ads/lead-forms', { body });
  const formId = String(made.body['form']?.['id']);
  const fill = (fields: object, more: object = {}) =>
    service.control('POST', '/_local/inbound', { type: 'lead', accountId, formId, fields, ...more });
  const list = async (query: Readonly<Record<string, string | number>> = {}) =>
    (await service.api('GET', '/v1/ads/leads', { query })).body['leads'] as unknown as Record<string, unknown>[];
  const form = async () =>
    (await service.api('GET', `/v1/ads/lead-forms/${formId}`, { query: { accountId } })).body['form'];
  return { ...service, accountId, formId, fill, list, form };
}

test('EVT-101 a lead is read back with its answers, and told as it is read', async () => {
  const { accountId, formId, fill, list, api, events } = await scene();
  const answers = { email: 'ada@example.com', size: '43' };
  const { body } = await fill(answers);
  const [lead, ...others] = await list({ accountId });
  expect(others).toEqual([]);
  expect(lead).toMatchObject({ id: body['leadId'], formId, formName: 'Tasting', fields: answers, isOrganic: true });
  const own = await api('GET', `/v1/ads/lead-forms/${formId}/leads`, { query: { accountId } });
  expect(own.body['leads']).toMatchObject([{ id: lead?.['id'], fields: answers }]);
  const [event] = await events('lead.received');
  const { id, leadgenId, createdTime } = lead ?? {};
  expect(event?.payload['lead']).toMatchObject({ id, leadgenId, createdAt: createdTime, fields: answers });
});

test('readings, "Leads": a lead from an ad names its ad set and campaign, and is found by its ad account', async () => {
  const { accountId, fill, list, api } = await scene();
  const { body } = await api('POST', '/v1/ads/create', { body: { ...CONTENT, adAccountId: META, accountId } });
  const { platformAdId, platformAdSetId, platformCampaignId } = body['ad'] as unknown as Record<string, string>;
  await fill({ email: 'ada@example.com' }, { adId: platformAdId });
  await fill({ email: 'ben@example.com' });
  const found = await list({ adAccountId: META });
  expect(found).toMatchObject([
    { adId: platformAdId, adsetId: platformAdSetId, campaignId: platformCampaignId, isOrganic: false },
  ]);
  expect(await list({ adAccountId: '1' })).toEqual([]);
});

test('readings, "Leads": a form counts its leads, and those that no ad led to', async () => {
  const { fill, form } = await scene();
  await fill({ email: 'ada@example.com' });
  await fill({ email: 'ben@example.com' }, { adId: '120210000000000001' });
  await fill({ email: 'cat@example.com' }, { adId: '120210000000000001' });
  expect(await form()).toMatchObject({ leads_count: 3, organic_leads_count: 1 });
});

test('readings, "Leads": an answer to a question that the form does not ask is refused', async () => {
  const { fill, list } = await scene();
  expect(await fill({ phone: '+14155550123' })).toMatchObject({ status: 400, body: { param: 'fields.phone' } });
  expect(await list()).toEqual([]);
});

test('readings, "Leads": a form of the network itself is taken as it is named', async () => {
  const { fill, list } = await scene();
  await fill({ anything: 'yes' }, { formId: '777' });
  expect(await list({ formId: '777' })).toMatchObject([{ formName: null, fields: { anything: 'yes' } }]);
});

test('readings, "Leads": a form without questions takes any answer, and an ad of nobody is taken as it is named', async () => {
  const { accountId, api, fill, list } = await scene();
  const body = { accountId, name: 'Bare', privacyPolicyUrl: 'https://example.com/privacy' };
  const formId = String((await api('POST', '/v1/ads/lead-forms', { body })).body['form']?.['id']);
  expect((await fill({ anything: 'yes' }, { formId, adId: '99' })).status).toBe(201);
  const [lead] = await list({ formId });
  expect(lead).toMatchObject({ formName: 'Bare', adId: '99', adsetId: null, campaignId: null, isOrganic: false });
  expect(lead).not.toHaveProperty('adAccountId');
  expect(String(lead?.['leadgenId'])).toMatch(/^\d{15}$/);
});

test('only networks with lead forms bring leads', async () => {
  const { account, fill, list } = await scene();
  const { _id: accountId } = await account('googleads');
  expect(await fill({ email: 'ada@example.com' }, { accountId })).toMatchObject({
    status: 400,
    body: { code: 'platform_not_supported' },
  });
  expect(await list()).toEqual([]);
});

test('readings, "Leads": leads are listed from a time on, the newest first', async () => {
  const { fill, list, advance } = await scene();
  await fill({ email: 'ada@example.com' });
  const { now } = await advance(3_600);
  const since = Math.floor(Date.parse(now) / 1_000) - 60;
  await fill({ email: 'ben@example.com' });
  expect((await list()).map(({ fields }) => fields)).toEqual([
    { email: 'ben@example.com' },
    { email: 'ada@example.com' },
  ]);
  expect(await list({ since })).toMatchObject([{ fields: { email: 'ben@example.com' } }]);
});

test('a form has one test lead, which is a lead until it is deleted', async () => {
  const { accountId, formId, list, api } = await scene();
  const body = { accountId, fieldData: [{ name: 'email', values: ['ada@example.com'] }] };
  const path = `/v1/ads/lead-forms/${formId}/test-leads`;
  expect((await api('POST', path, { body })).status).toBe(200);
  expect(await api('POST', path, { body })).toMatchObject({ status: 409, body: { code: 'invalid_resource_state' } });
  expect(await list({ formId })).toMatchObject([{ fields: { email: 'ada@example.com' } }]);
  expect((await api('DELETE', path, { query: { accountId } })).status).toBe(200);
  expect(await list({ formId })).toEqual([]);
  expect((await api('POST', path, { body })).status).toBe(200);
});
