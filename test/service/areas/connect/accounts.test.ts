/** Accounts that are connected in one call: on the platform that the operation declares, under the name of what was chosen. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

async function scene() {
  const service = await startService();
  const profileId = await service.profileId();
  const connect = (path: string, body: object) =>
    service.api('POST', `/v1/connect/${path}`, { body: { profileId, ...body } });
  const accounts = async (): Promise<Json[]> =>
    Object.values((await service.api('GET', '/v1/accounts')).body['accounts'] ?? {});
  return { ...service, profile: profileId, connect, accounts };
}

const userProfile = { id: '1234', name: 'Ann Example' };
const tempToken = 'token';

// prettier-ignore
test.each<[path: string, platform: string, body: object, username: string]>([
  ['bluesky/credentials',            'bluesky',        { identifier: 'acme.bsky.social', appPassword: 'x', state: 's' }, 'acme.bsky.social'],
  ['facebook/select-page',           'facebook',       { pageId: '122807222231202', tempToken, userProfile },           'harbourcafe'],
  ['instagram/select-account',       'instagram',      { pageId: '122807222231377', tempToken },                        'harbourroastery'],
  ['googlebusiness/select-location', 'googlebusiness', { locationId: '121348033737002', pendingDataToken: 'x' },        'Harbour Cafe Roastery'],
  ['shopify/token',                  'shopify',        { shop: 'acme.myshopify.com', accessToken: 'x' },                'acme.myshopify.com'],
  ['telegram',                       'telegram',       { chatId: '@acme_news' },                                        '@acme_news'],
  ['whatsapp/credentials',           'whatsapp',       { accessToken: 'x', wabaId: '121740257866960', phoneNumberId: '125386717848119' }, '+494012345678'],
  ['wordpress/token',                'wordpress',      { siteUrl: 'https://a.example', username: 'ann', applicationPassword: 'x' }, 'ann'],
  ['snapchat/select-profile',        'snapchat',       { selectedPublicProfile: { id: '1', display_name: 'Acme', username: 'acme' }, tempToken, userProfile }, 'acme'],
])('connect %s connects %s', async (path, platform, body, username) => {
  const { connect, accounts, events } = await scene();
  const { status, body: answer } = await connect(path, body);
  expect([status < 300, answer['account']]).toMatchObject([true, { platform, username }]);
  expect(await accounts()).toMatchObject([{ platform, username, isActive: true }]);
  expect(await events('account.connected')).toMatchObject([{ payload: { account: { platform, username } } }]);
});

test('a sign-in is completed on the platform of the path', async () => {
  const { connect, accounts } = await scene();
  await connect('threads', { code: 'x', state: 'y' });
  expect(await accounts()).toMatchObject([{ platform: 'threads' }]);
});

test.each([
  ['facebook/select-page', { pageId: '1', tempToken, userProfile }, 'pageId'],
  ['googlebusiness/select-location', { locationId: '1', pendingDataToken: 'x' }, 'locationId'],
])('connect %s refuses what the network does not have', async (path, body, param) => {
  const { connect, accounts } = await scene();
  expect(await connect(path, body)).toMatchObject({ status: 404, body: { param } });
  expect(await accounts()).toEqual([]);
});

test('a place that is assigned to another profile is an account of its own', async () => {
  const { connect, api, accounts } = await scene();
  await connect('googlebusiness/select-location', { locationId: '121348033736791', pendingDataToken: 'x' });
  const [first] = await accounts();
  const { body } = await api('POST', '/v1/profiles', { body: { name: 'Roastery' } });
  const profileId = (body['profile'] as Json)['_id'];
  const assign = `/v1/accounts/${String(first?.['_id'])}/gmb-locations/assign`;
  const selectedLocationId = '121348033737002';
  const assigned = await api('POST', assign, { body: { profileId, selectedLocationId } });
  const account = assigned.body['account'] as Json;
  expect(account).toMatchObject({ platform: 'googlebusiness', selectedLocationId });
  const { body: there } = await api('GET', `/v1/accounts/${String(account['accountId'])}/gmb-locations`);
  expect(there).toMatchObject({ selectedLocationId });
  expect(await accounts()).toHaveLength(2);
});

test('ads that are connected already need no further sign-in, unless it is forced', async () => {
  const { api, account, profile: profileId } = await scene();
  const ask = async (query: Record<string, string | boolean>) =>
    (await api('GET', '/v1/connect/facebook/ads', { query: { profileId, ...query } })).body;
  expect(Object.keys(await ask({}))).toEqual(['authUrl', 'state']);
  const { _id: accountId } = await account('metaads');
  expect(await ask({})).toMatchObject({ alreadyConnected: true, accountId, platform: 'metaads' });
  expect(Object.keys(await ask({ force: true }))).toEqual(['authUrl', 'state']);
});
