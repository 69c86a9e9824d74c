/** What stands below the search ads of a whole account: added, changed under the names of the network, and judged; and the brand that ads show. */
import { describe, expect, test } from 'vitest';
import { startService, type Json } from '../../../../support/service.ts';
import { GOOGLE } from '../ad-content.ts';

async function stage(platform = 'googleads') {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const call = (method: string, path: string, body: object) =>
    service.api(method, `/v1/ads/accounts/${path}`, { body: { accountId, adAccountId: GOOGLE, ...body } });
  const list = async (path: string, name: string) =>
    (await service.api('GET', `/v1/ads/accounts/${path}`, { query: { accountId } })).body[name] as unknown as Json[];
  const nameOf = (id: unknown) => `customers/${GOOGLE}/assets/${String(id)}`;
  return { ...service, accountId, call, list, nameOf };
}

const SORTS = [
  [
    'callouts',
    'callouts',
    'Free delivery',
    { calloutAsset: { calloutText: 'Free returns' } },
    { text: 'Free returns' },
  ],
  [
    'sitelinks',
    'sitelinks',
    { text: 'Hours', linkUrl: 'https://example.com/hours' },
    { sitelinkAsset: { linkText: 'When we open' }, finalUrls: ['https://example.com/open'] },
    { text: 'When we open', linkUrl: 'https://example.com/open' },
  ],
  [
    'structured-snippets',
    'structuredSnippets',
    { header: 'Brands', values: ['Acme', 'Bolt', 'Crown'] },
    { structuredSnippetAsset: { header: 'Brands', values: ['Acme', 'Bolt', 'Dune'] } },
    { header: 'Brands', values: ['Acme', 'Bolt', 'Dune'] },
  ],
] as const;

describe.each(SORTS)('%s', (...row) => {
  const [path, field, one, change, after] = row;
  test('what is added is changed by its name on the network, and reads so', async () => {
    const { call, list, nameOf } = await stage();
    const added = (await call('POST', path, { [field]: [one, one] })).body[field];
    const [first, second] = [added?.['0']?.['assetId'], added?.['1']?.['assetId']];
    const { status, body } = await call('PUT', path, { updates: [{ assetResourceName: nameOf(first), ...change }] });
    expect([status, body]).toEqual([200, { updated: 1, customerId: GOOGLE }]);
    const rows = await list(path, field);
    expect(rows.find(({ assetId }) => String(assetId) === String(first))).toMatchObject(after);
    expect(rows.find(({ assetId }) => String(assetId) === String(second))).not.toMatchObject(after);
  });

  test('with one that is not there, nothing is changed', async () => {
    const { call, list, nameOf } = await stage();
    const id = (await call('POST', path, { [field]: [one] })).body[field]?.['0']?.['assetId'];
    const before = await list(path, field);
    const updates = [
      { assetResourceName: nameOf(id), ...change },
      { assetResourceName: nameOf('1'), ...change },
    ];
    expect(await call('PUT', path, { updates })).toMatchObject({
      status: 404,
      body: { param: 'updates.1.assetResourceName' },
    });
    expect(await list(path, field)).toEqual(before);
    const elsewhere = [{ assetResourceName: `customers/1/assets/${String(id)}`, ...change }];
    expect(await call('PUT', path, { updates: elsewhere })).toMatchObject({ status: 404 });
  });

  test('an account of a network without search ads is refused', async () => {
    const { call } = await stage('metaads');
    expect(await call('POST', path, { [field]: [one] })).toMatchObject({
      status: 400,
      body: { code: 'platform_not_supported', param: 'accountId' },
    });
  });
});

const LINK = { text: 'Hours', linkUrl: 'https://example.com/hours' };
const WIDE = 'x'.repeat(25);

test.each([
  ['callouts', 'callouts', WIDE, `${WIDE}x`],
  ['callouts', 'callouts', 'a', ''],
  ['sitelinks', 'sitelinks', { ...LINK, text: WIDE }, { ...LINK, text: `${WIDE}x` }],
  ['sitelinks', 'sitelinks', { ...LINK, description1: 'a', description2: 'b' }, { ...LINK, description1: 'a' }],
  [
    'sitelinks',
    'sitelinks',
    { ...LINK, description1: 'a', description2: 'b'.repeat(35) },
    { ...LINK, description1: 'a', description2: 'b'.repeat(36) },
  ],
  [
    'structured-snippets',
    'structuredSnippets',
    { header: 'Brands', values: ['a', 'b', WIDE] },
    { header: 'Brands', values: ['a', 'b', `${WIDE}x`] },
  ],
  [
    'structured-snippets',
    'structuredSnippets',
    { header: 'Brands', values: Array.from({ length: 10 }, (_, at) => String(at)) },
    { header: 'Brands', values: Array.from({ length: 11 }, (_, at) => String(at)) },
  ],
  [
    'structured-snippets',
    'structuredSnippets',
    { header: 'Brands', values: ['a', 'b', 'c'] },
    { header: 'Brands', values: ['a', 'b'] },
  ],
])('%s are no longer than the network shows them (%$ of the cases)', async (path, field, good, bad: unknown) => {
  const { call } = await stage();
  expect(await call('POST', path, { [field]: [good] })).toMatchObject({ status: 200 });
  expect(await call('POST', path, { [field]: [good, bad] })).toMatchObject({
    status: 400,
    body: { code: 'invalid_field_value', param: `${field}.1` },
  });
});

describe('the brand that ads on TikTok show', () => {
  const BRAND = { displayName: 'Acme', imageUrl: 'https://example.com/logo.png' };
  const PATH = '/v1/connect/tiktok-ads';

  test('name and picture are those of the identity of the ad account from then on', async () => {
    const { api, accountId } = await stage('tiktokads');
    const { status, body } = await api('PATCH', PATH, { body: { accountId, ...BRAND } });
    const query = { accountId, adAccountId: '127204518839961' };
    const { identities } = (await api('GET', '/v1/ads/tiktok-identities', { query })).body;
    expect(identities).toMatchObject([
      { displayName: 'Acme', profileImage: BRAND.imageUrl, identityType: 'CUSTOMIZED_USER' },
    ]);
    expect([status, body]).toEqual([
      200,
      { success: true, identityId: identities?.['0']?.['identityId'], displayName: 'Acme' },
    ]);
  });

  test('an account of another network has none', async () => {
    const { api, accountId } = await stage('metaads');
    expect(await api('PATCH', PATH, { body: { accountId, ...BRAND } })).toMatchObject({
      status: 400,
      body: { code: 'platform_not_supported' },
    });
  });
});
