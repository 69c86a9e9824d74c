/** Audiences: who is in them, how large they read, and what networks refuse of them. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../../support/service.ts';
import { CONTENT, GOOGLE, META } from '../ad-content.ts';

const PAGE = '122807222231202';
const LINKEDIN = '125092771846203';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function scene(platform = 'metaads', adAccountId = META) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const post = (path: string, body: object) =>
    service.api('POST', `/v1/ads/${path}`, { body: { accountId, adAccountId, ...body } });
  const create = (body: object) => post('audiences', { name: 'Readers', ...body });
  const make = async (body: object) => {
    const { body: made } = await create(body);
    return made['audience'] as Json;
  };
  const upload = (id: unknown, users: readonly object[]) =>
    service.api('POST', `/v1/ads/audiences/${String(id)}/users`, { body: { users } });
  const read = async (id: unknown) => {
    const { body } = await service.api('GET', `/v1/ads/audiences/${String(id)}`);
    return body['audience'] as Json;
  };
  return { ...service, accountId, post, create, make, upload, read };
}

const HALF_AN_HOUR = 30 * 60;

const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ email: `reader${String(from + at)}@example.com` }));

const LIST = { type: 'customer_list', customerFileSource: 'USER_PROVIDED_ONLY' };

const refusal = (status: number, code: string, param?: string) => ({
  status,
  body: { code, ...(param !== undefined && { param }) },
});

const upstream = (subcode?: number) => ({
  status: 400,
  body: {
    code: 'platform_api_error',
    platformError: subcode === undefined ? {} : { error_subcode: subcode },
  },
});

test('readings, "Audiences": people are hashed in one form for the network and kept in no other', async () => {
  const { accountId, make, upload, feed, control } = await scene();
  const list = await make(LIST);
  const users = [
    { email: 'Ada@Example.COM', phone: '+49 151 1234-5678' },
    { phone: '+14155550123' },
    { phone: '0151 12345678' },
    {},
  ];
  expect(await upload(list['id'], users)).toMatchObject({ status: 200, body: { numReceived: 4, numInvalid: 2 } });
  const [item] = await feed(accountId, 'audience_users');
  expect(item).toMatchObject({
    audienceId: list['platformAudienceId'],
    data: [
      [sha256('ada@example.com'), sha256('4915112345678')],
      ['', sha256('14155550123')],
    ],
  });
  const state = await control('GET', '/_local/export');
  expect(state.status).toBe(200);
  expect(JSON.stringify(state.body).toLowerCase()).not.toContain('ada@example.com');
});

test('readings, "Audiences": numbers are hashed in E.164 form where the network wants them so', async () => {
  const { accountId, make, upload, feed } = await scene('googleads', GOOGLE);
  const list = await make(LIST);
  await upload(list['id'], [{ phone: '+14155550123' }]);
  const [item] = await feed(accountId, 'audience_users');
  expect(item).toMatchObject({ data: [['', sha256('+14155550123')]] });
});

test('readings, "Audiences": a list has its people half an hour after the upload, each once, in round figures', async () => {
  const { make, upload, read, advance } = await scene();
  const { id } = await make(LIST);
  expect(await read(id)).toMatchObject({ size: 0, status: 'empty' });
  await upload(id, people(156));
  await upload(id, people(156));
  expect(await read(id)).toMatchObject({ size: 0, status: 'populating' });
  await advance(HALF_AN_HOUR - 1);
  expect(await read(id)).toMatchObject({ status: 'populating' });
  await advance(1);
  expect(await read(id)).toMatchObject({ size: 150, status: 'ready' });
  await upload(id, people(1_200, 100));
  expect(await read(id)).toMatchObject({ size: 150, status: 'populating' });
  await advance(HALF_AN_HOUR);
  expect(await read(id)).toMatchObject({ size: 1_300, status: 'ready' });
});

test('readings, "Audiences": fewer than a hundred people have no size', async () => {
  const { make, upload, read, advance } = await scene();
  const { id } = await make(LIST);
  await upload(id, people(99));
  await advance(HALF_AN_HOUR);
  expect(await read(id)).toMatchObject({ size: 0, status: 'too_small' });
  await upload(id, people(1, 99));
  await advance(HALF_AN_HOUR);
  expect(await read(id)).toMatchObject({ size: 100, status: 'ready' });
});

test('a lookalike comes from an upload: list, people, source that is ready, audience, ad', async () => {
  const { make, create, upload, read, advance, post, api } = await scene();
  const list = await make(LIST);
  const lookalike = { type: 'lookalike', sourceAudienceId: list['platformAudienceId'], country: 'DE', ratio: 0.02 };
  expect(await create(lookalike)).toMatchObject(upstream());
  await upload(list['id'], people(120));
  expect(await create(lookalike)).toMatchObject(upstream());
  await advance(HALF_AN_HOUR);
  const like = await make(lookalike);
  expect(like).toMatchObject({ status: 'populating', size: 0 });
  await advance(HALF_AN_HOUR);
  expect(await read(like['id'])).toMatchObject({ status: 'ready', size: 20_000 });
  expect(await create({ ...lookalike, sourceAudienceId: like['platformAudienceId'] })).toMatchObject(upstream());
  const ad = await post('create', { ...CONTENT, audienceId: like['platformAudienceId'] });
  expect(ad.status).toBe(201);
  const path = `/v1/ads/audiences/${String(like['id'])}`;
  expect(await api('DELETE', path)).toMatchObject(refusal(409, 'invalid_resource_state'));
  await api('DELETE', `/v1/ads/${String(ad.body['ad']?.['_id'])}`);
  expect((await api('DELETE', path)).status).toBe(200);
  expect(await api('GET', path)).toMatchObject(refusal(404, 'audience_not_found'));
});

test('readings, "Audiences": a lookalike names a source, a country and a ratio', async () => {
  const { create, make } = await scene();
  const { platformAudienceId: sourceAudienceId } = await make(LIST);
  const whole = { type: 'lookalike', sourceAudienceId, country: 'DE', ratio: 0.02 };
  for (const name of ['sourceAudienceId', 'country', 'ratio'])
    expect(await create({ ...whole, [name]: undefined })).toMatchObject(refusal(400, 'missing_required_field', name));
  for (const ratio of [0.009, 0.21])
    expect(await create({ ...whole, ratio })).toMatchObject(refusal(400, 'invalid_field_value', 'ratio'));
  for (const country of ['XX', 'Germany', 'ZZ'])
    expect(await create({ ...whole, country })).toMatchObject(refusal(400, 'invalid_field_value', 'country'));
  expect(await create({ ...whole, sourceAudienceId: '1' })).toMatchObject(
    refusal(404, 'audience_not_found', 'sourceAudienceId'),
  );
});

test('readings, "Audiences": an audience belongs to an ad account of the network, and so does its ad', async () => {
  const { create, make, post, accountId, api } = await scene();
  expect(await create({ ...LIST, adAccountId: '999' })).toMatchObject(refusal(404, 'not_found', 'adAccountId'));
  const second = { accountId, businessId: '123879675774356', name: 'Second', currency: 'EUR', timezoneId: 1 };
  const { body } = await api('POST', '/v1/ads/accounts', { body: second });
  const { platformAudienceId: audienceId } = await make({ ...LIST, adAccountId: String(body['adAccountId']) });
  expect(await post('create', { ...CONTENT, audienceId })).toMatchObject(
    refusal(400, 'invalid_field_value', 'audienceId'),
  );
  expect(await post('create', { ...CONTENT, audienceId: '1' })).toMatchObject(
    refusal(404, 'audience_not_found', 'audienceId'),
  );
});

test('readings, "Audiences": a source of a lookalike has a hundred people at least, in the same ad account', async () => {
  const { create, make, upload, advance, accountId, api, read } = await scene();
  const [list, few] = [await make(LIST), await make(LIST)];
  await upload(list['id'], people(100));
  await upload(few['id'], people(99));
  await advance(HALF_AN_HOUR);
  const from = (one: Json, more: object = {}) =>
    create({ type: 'lookalike', sourceAudienceId: one['platformAudienceId'], country: 'de', ratio: 0.01, ...more });
  expect(await from(few)).toMatchObject(upstream());
  const made = await from(list);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  await advance(HALF_AN_HOUR);
  expect(await read(made.body['audience']?.['id'])).toMatchObject({ status: 'ready', size: 10_000 });
  const second = { accountId, businessId: '123879675774356', name: 'Second', currency: 'EUR', timezoneId: 1 };
  const { body } = await api('POST', '/v1/ads/accounts', { body: second });
  expect(await from(list, { adAccountId: String(body['adAccountId']) })).toMatchObject(
    refusal(404, 'audience_not_found', 'sourceAudienceId'),
  );
  const saved = await make({ type: 'saved_targeting', spec: { countries: ['DE'] } });
  expect(saved['platformAudienceId'] ?? null).toBeNull();
  const named = await create({ type: 'lookalike', sourceAudienceId: saved['id'], country: 'DE', ratio: 0.01 });
  expect(named).toMatchObject(upstream());
  expect(JSON.stringify(named.body)).toContain('real people');
});

test('readings, "Audiences": an audience is deleted once no ad uses it, and the refusal counts those that do', async () => {
  const { make, post, api, feed, accountId } = await scene();
  const list = await make(LIST);
  const path = `/v1/ads/audiences/${String(list['id'])}`;
  const ads: string[] = [];
  const use = async (more: object) =>
    ads.push(String((await post('create', { ...CONTENT, ...more })).body['ad']?.['_id']));
  await use({ audienceId: list['id'] });
  const refused = async () => (await api('DELETE', path)).body['error'];
  expect(await refused()).toBe('An ad uses the audience. Delete it first.');
  await use({ audienceId: list['platformAudienceId'], name: 'Second' });
  expect(await refused()).toBe('2 ads use the audience. Delete them first.');
  for (const id of ads) await api('DELETE', `/v1/ads/${id}`);
  expect(await feed(accountId, 'audience')).toHaveLength(1);
  expect((await api('DELETE', path)).status).toBe(200);
  const left = (await feed(accountId, 'audience')).filter((one) => one['removedAt'] === undefined);
  expect(left).toEqual([]);
});

test('readings, "Audiences": types of one network are refused on another', async () => {
  const meta = await scene();
  const companies = [{ name: 'Acme', domain: 'acme.example' }];
  expect(await meta.create({ type: 'company_list', companies })).toMatchObject(
    refusal(422, 'platform_not_supported', 'type'),
  );
  const linkedin = await scene('linkedinads', LINKEDIN);
  const { id } = await linkedin.make({ type: 'company_list' });
  const replace = (list: readonly object[]) =>
    linkedin.api('POST', `/v1/ads/audiences/${String(id)}/companies`, { body: { companies: list } });
  expect(await linkedin.read(id)).toMatchObject({ status: 'empty' });
  expect(await linkedin.make({ type: 'company_list', companies })).toMatchObject({ status: 'populating' });
  expect(await replace([...companies, { name: 'Beta' }])).toMatchObject({ status: 200, body: { numReceived: 2 } });
  expect(await replace(companies)).toMatchObject({ status: 200, body: { numReceived: 1 } });
  expect(await linkedin.read(id)).toMatchObject({ companies, status: 'populating' });
  expect(await linkedin.upload(id, people(1))).toMatchObject(refusal(422, 'platform_not_supported'));
  expect(await linkedin.create({ type: 'meta_engagement', engagementSource: 'page', sourceId: PAGE })).toMatchObject(
    refusal(422, 'platform_not_supported', 'type'),
  );
});

test('ERR-52 people who engaged with what is not the account’s own make no audience', async () => {
  const { create } = await scene();
  const engagement = { type: 'meta_engagement', engagementSource: 'page', sourceId: PAGE };
  expect((await create(engagement)).status).toBe(201);
  expect(await create({ ...engagement, sourceId: '1' })).toMatchObject(upstream(1713151));
  expect(await create({ ...engagement, engagementSource: 'instagram' })).toMatchObject(upstream(1713151));
  expect(await create({ ...engagement, engagementSource: 'instagram', sourceId: '17841405822304914' })).toMatchObject({
    status: 201,
  });
});

test('ADS-66 the rule for those who saw a video is a plain list of events, any other has inclusions', async () => {
  const { accountId, create, post, feed } = await scene();
  const { body } = await post('videos', { videoUrl: 'https://cdn.example.com/a.mp4', filename: 'a.mp4' });
  const sourceId = String(body['videoId'] ?? body['video']?.['id']);
  const engagement = { type: 'meta_engagement', retentionDays: 30 };
  expect(await create({ ...engagement, engagementSource: 'video', sourceId })).toMatchObject({ status: 201 });
  await create({ ...engagement, engagementSource: 'page', sourceId: PAGE });
  const rules = (await feed(accountId, 'audience')).map(({ rule }) => rule);
  expect(rules).toContainEqual([{ event_name: 'video_watched', object_id: sourceId }]);
  const source = [{ type: 'page', id: PAGE }];
  expect(rules).toContainEqual({
    inclusions: {
      operator: 'or',
      rules: [
        {
          event_sources: source,
          retention_seconds: 30 * 86_400,
          filter: { operator: 'and', filters: [{ field: 'event', operator: 'eq', value: 'page_engaged' }] },
        },
      ],
    },
  });
});

test('ERR-53 the rule of a website audience has its parts', async () => {
  const { create } = await scene();
  const rule = (inclusions: unknown) => create({ type: 'website', rule: { inclusions } });
  for (const wrong of [undefined, [], { operator: 'or' }, { rules: [] }])
    expect(await rule(wrong)).toMatchObject(upstream(1713098));
  const part = { event_sources: [{ type: 'pixel', id: '1' }], retention_seconds: 86_400 };
  for (const wrong of [{}, { ...part, event_sources: undefined }, { ...part, retention_seconds: '1' }])
    expect(await rule({ operator: 'or', rules: [part, wrong] })).toMatchObject(upstream(1870029));
  expect((await rule({ operator: 'or', rules: [part] })).status).toBe(201);
});

test('readings, "Audiences": saved targeting has the people of the model, and nothing else has a spec', async () => {
  const { make, read, api } = await scene();
  const spec = { countries: ['DE'] };
  const { id } = await make({ type: 'saved_targeting', spec });
  expect(await read(id)).toMatchObject({ status: 'ready', size: 1_000_000 });
  const change = (one: unknown, body: object) => api('PUT', `/v1/ads/audiences/${String(one)}`, { body });
  await change(id, { spec: { countries: ['DE', 'AT'] } });
  expect(await read(id)).toMatchObject({ size: 2_000_000 });
  const list = await make(LIST);
  expect(await change(list['id'], { spec })).toMatchObject(refusal(400, 'invalid_field_value', 'spec'));
  expect(await change(list['id'], { name: 'Loyal' })).toMatchObject({ status: 200 });
});

test('readings, "Audiences": an ad is shown once its audience is filled, to no more people than that has', async () => {
  const { make, upload, post, api, advance, accountId } = await scene();
  const list = await make(LIST);
  const made = await post('create', { ...CONTENT, name: 'To readers', audienceId: list['id'] });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const figures = async () => {
    const query = { accountId, datePreset: 'maximum' };
    const { body } = await api('GET', '/v1/ads/insights', { query });
    const { spend, reach, impressions } = body['data']?.['0'] as unknown as Readonly<Record<string, number>>;
    return { spend, reach, impressions };
  };
  await advance(86_400);
  expect(await figures()).toEqual({ spend: 0, reach: 0, impressions: 0 });
  await upload(list['id'], people(99));
  await advance(HALF_AN_HOUR + 86_400);
  expect(await figures()).toMatchObject({ spend: 0 });
  await upload(list['id'], people(250, 99));
  await advance(HALF_AN_HOUR);
  expect(await figures()).toMatchObject({ spend: 0 });
  await advance(86_400);
  const first = await figures();
  expect(first.reach).toBe(340);
  expect(first.spend).toBeCloseTo(20, 1);
  expect(first.impressions).toBeGreaterThan(1_000);
  await upload(list['id'], people(700, 500));
  await advance(2 * 86_400);
  const later = await figures();
  expect(later.reach).toBeGreaterThan(340);
  expect(later.reach).toBeLessThanOrEqual(1_000);
});
