/** Accounts that are connected in one call: on the platform that the operation declares, under the name of what was chosen. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import type { Schema } from '../../../../src/kernel/schema.ts';
import { SESSION_KIND, type SessionDoc } from '../../../../src/service/areas/connect/session.ts';
import { startService, type Json } from '../../../support/service.ts';

const catalog = openCatalog('dist/cards');

async function scene() {
  const service = await startService();
  await service.control('PATCH', '/_local/team', { snapchatApproved: true });
  const profileId = await service.profileId();
  const connect = (path: string, body: object) =>
    service.api('POST', `/v1/connect/${path}`, { body: { profileId, ...body } });
  const accounts = async (): Promise<Json[]> =>
    Object.values((await service.api('GET', '/v1/accounts')).body['accounts'] ?? {});
  const begin = async (platform: string, query: object = {}): Promise<string> =>
    String((await service.api('GET', `/v1/connect/${platform}`, { query: { profileId, ...query } })).body['state']);
  /** The token of a sign-in that somebody has approved, of a caller with a selection step of its own. */
  const handed = async (platform: string, decision: object = {}): Promise<string> => {
    const state = await begin(platform, { headless: true, redirect_url: 'https://a.example/cb' });
    const { body } = await service.control('POST', `/_local/connect/${state}`, { decision: 'approve', ...decision });
    return String(new URL(String(body['redirectUrl'])).searchParams.get('tempToken'));
  };
  return { ...service, profile: profileId, connect, accounts, begin, handed };
}

const userProfile = { id: '1234', name: 'Ann Example' };
const organization = { id: '129366534069964', urn: 'urn:li:organization:129366534069964', name: 'Anything' };

// prettier-ignore
test.each<[path: string, platform: string, token: string, ...named: [body: object, username: string, displayName: string]]>([
  ['bluesky/credentials',            'bluesky',        'state',            { identifier: 'acme.bsky.social', appPassword: 'x' }, 'acme.bsky.social',   'acme.bsky.social'],
  ['facebook/select-page',           'facebook',       'tempToken',        { pageId: '122807222231202', userProfile },           'harbourcafe',         'Harbour Cafe'],
  ['instagram/select-account',       'instagram',      'tempToken',        { pageId: '122807222231377' },                        'harbourroastery',     'Harbour Cafe Roastery'],
  ['linkedin/select-organization',   'linkedin',       'tempToken',        { accountType: 'organization', userProfile, selectedOrganization: organization }, 'harbour-cafe', 'Harbour Cafe'],
  ['linkedin/select-organization',   'linkedin',       'tempToken',        { accountType: 'personal', userProfile },             'ann.example',         'Ann Example'],
  ['pinterest/select-board',         'pinterest',      'tempToken',        { boardId: '123834157027224' },                       'ann.example',         'ann.example'],
  ['googlebusiness/select-location', 'googlebusiness', 'pendingDataToken', { locationId: '121348033737002' },                    'Harbour Cafe Roastery', 'Harbour Cafe Roastery'],
  ['snapchat/select-profile',        'snapchat',       'tempToken',        { selectedPublicProfile: { id: '121435835968926', display_name: 'Anything' }, userProfile }, 'harbourcafe', 'Harbour Cafe'],
  ['whatsapp/select-phone-number',   'whatsapp',       'tempToken',        { wabaId: '121740257866960', phoneNumberId: '125386717848119' }, '+494012345678', 'Harbour Cafe'],
  ['slack',                          'slack',          'pendingDataToken', { channelId: 'C0123456822' },                         'orders',              'orders'],
  ['discord',                        'discord',        '',                 { guildId: '121270009565129', channelId: '121395413380137' }, 'announcements', 'announcements'],
  ['shopify/token',                  'shopify',        '',                 { shop: 'acme', accessToken: 'x' },                   'acme.myshopify.com',  'acme.myshopify.com'],
  ['telegram',                       'telegram',       '',                 { chatId: '@acme_news' },                             'acme_news',           'Acme News'],
  ['telegram',                       'telegram',       '',                 { chatId: '-1001234567944' },                         'acme_regulars',       'Acme Regulars'],
  ['whatsapp/credentials',           'whatsapp',       '',                 { accessToken: 'x', wabaId: '121740257866960', phoneNumberId: '125386717848119' }, '+494012345678', 'Harbour Cafe'],
  ['whatsapp/embedded-signup',       'whatsapp',       '',                 { code: 'x', phoneNumberId: '125386717848119' },      '+494012345678',       'Harbour Cafe'],
  ['wordpress/token',                'wordpress',      '',                 { siteUrl: 'https://a.example/blog/', username: 'ann', applicationPassword: 'x' }, 'ann', 'a.example'],
])('connect %s connects %s, named after what was chosen', async (path, platform, token, ...named) => {
  const [body, username, displayName] = named;
  const { connect, accounts, events, begin, handed } = await scene();
  const word = token === 'state' ? await begin(platform) : token === '' ? '' : await handed(platform, { username: 'ann.example' });
  const { status, body: answer } = await connect(path, { ...body, ...(token === '' ? {} : { [token]: word }) });
  expect([status, answer]).toMatchObject([200, {}]);
  expect(await accounts()).toMatchObject([{ platform, username, displayName, isActive: true }]);
  expect(await events('account.connected')).toMatchObject([{ payload: { account: { platform, username, displayName } } }]);
});

test('a sign-in is completed on the platform of the path', async () => {
  const { connect, accounts, begin } = await scene();
  await connect('threads', { code: 'x', state: await begin('threads') });
  expect(await accounts()).toMatchObject([{ platform: 'threads' }]);
});

test.each<[path: string, platform: string, body: object, param: string]>([
  ['facebook/select-page', 'facebook', { pageId: '1', userProfile }, 'pageId'],
  ['instagram/select-account', 'instagram', { pageId: '1' }, 'pageId'],
  [
    'linkedin/select-organization',
    'linkedin',
    {
      accountType: 'organization',
      userProfile,
      selectedOrganization: { id: '1', urn: 'urn:li:organization:1', name: 'A' },
    },
    'selectedOrganization.id',
  ],
  ['pinterest/select-board', 'pinterest', { boardId: '1' }, 'boardId'],
  ['googlebusiness/select-location', 'googlebusiness', { locationId: '1' }, 'locationId'],
  [
    'snapchat/select-profile',
    'snapchat',
    { selectedPublicProfile: { id: '1', display_name: 'A' }, userProfile },
    'selectedPublicProfile.id',
  ],
  ['whatsapp/select-phone-number', 'whatsapp', { wabaId: '121740257866960', phoneNumberId: '1' }, 'phoneNumberId'],
  ['slack', 'slack', { channelId: 'C1' }, 'channelId'],
  ['telegram', '', { chatId: '@nobody' }, 'chatId'],
])('connect %s refuses what was not offered, and the sign-in stays open', async (path, platform, body, param) => {
  const { connect, accounts, handed } = await scene();
  const token = platform === '' ? '' : await handed(platform);
  const tokens = platform === '' ? {} : { tempToken: token, pendingDataToken: token };
  const refused = { status: 404, body: { param } };
  expect(await connect(path, { ...body, ...tokens })).toMatchObject(refused);
  expect(await connect(path, { ...body, ...tokens })).toMatchObject(refused);
  expect(await accounts()).toEqual([]);
});

test('a channel needs a sign-in to its workspace, or an account that is there already', async () => {
  const { connect, account, accounts } = await scene();
  const channelId = 'C0123456822';
  expect(await connect('slack', { channelId })).toMatchObject({ status: 400, body: { param: 'pendingDataToken' } });
  const other = await account('discord');
  expect(await connect('slack', { channelId, accountId: other._id })).toMatchObject({
    status: 404,
    body: { param: 'accountId' },
  });
  const first = await account('slack', { username: 'general' });
  expect((await connect('slack', { channelId, accountId: first._id })).status).toBe(200);
  expect((await accounts()).map(({ username }) => username)).toEqual([other['username'], 'general', 'orders']);
});

test('ACC-31 a shop that is none and a blog without encryption are refused', async () => {
  const { connect } = await scene();
  expect(await connect('shopify/token', { shop: 'not a shop!', accessToken: 'x' })).toMatchObject({
    status: 400,
    body: { param: 'shop' },
  });
  const blog = { siteUrl: 'http://a.example', username: 'ann', applicationPassword: 'x' };
  expect(await connect('wordpress/token', blog)).toMatchObject({ status: 400, body: { param: 'siteUrl' } });
});

test('a user of two blogs is two accounts, of one blog the same again', async () => {
  const { connect, accounts } = await scene();
  const blog = { username: 'ann', applicationPassword: 'x' };
  for (const siteUrl of ['https://a.example', 'https://b.example', 'https://a.example/'])
    expect((await connect('wordpress/token', { ...blog, siteUrl })).status).toBe(200);
  expect((await accounts()).map(({ displayName }) => displayName)).toEqual(['b.example', 'a.example']);
});

test('what was chosen is remembered: the page, the board, the place', async () => {
  const { connect, handed, api } = await scene();
  const chosenBy = async (path: string, platform: string, body: object): Promise<string> => {
    const token = await handed(platform);
    const answer = (await connect(path, { ...body, tempToken: token, pendingDataToken: token })).body[
      'account'
    ] as Json;
    return String(answer['accountId']);
  };
  const page = await chosenBy('facebook/select-page', 'facebook', { pageId: '122807222231377', userProfile });
  expect((await api('GET', `/v1/accounts/${page}/facebook-page`)).body).toMatchObject({
    selectedPageId: '122807222231377',
  });
  const pins = await chosenBy('pinterest/select-board', 'pinterest', { boardId: '123834157027224' });
  expect((await api('GET', '/v1/accounts', { query: { platform: 'pinterest' } })).body['accounts']).toMatchObject([
    { _id: pins, metadata: { defaultBoardId: '123834157027224', defaultBoardName: 'Coffee corners' } },
  ]);
});

test('AUTH-18 a business sign-in that the person refused connects nothing and has ended', async () => {
  const { api, accounts, profile: profileId } = await scene();
  const { state } = (await api('GET', '/v1/connect/facebook/ads', { query: { profileId } })).body;
  const complete = (query: Record<string, string>) =>
    api('GET', '/v1/connect/meta-ads/callback', { query: { state: String(state), ...query } });
  expect(await complete({})).toMatchObject({ status: 400, body: { param: 'code' } });
  expect((await complete({ error: 'access_denied' })).status).toBe(200);
  expect(await complete({ code: 'x' })).toMatchObject({ status: 409 });
  expect(await accounts()).toEqual([]);
});

test('a place that is assigned to another profile is an account of its own', async () => {
  const { connect, api, accounts, handed } = await scene();
  const pendingDataToken = await handed('googlebusiness');
  await connect('googlebusiness/select-location', { locationId: '121348033736791', pendingDataToken });
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

/** Every operation that connects an account and takes what a sign-in gave: a state, or a token. Derived from the contract. */
const TOKENED = Object.values(catalog.index().commands).flatMap(({ id, method, path }) => {
  const { params, body } = catalog.card(id);
  const { effect } = catalog.service().operations[id] ?? {};
  const platform = effect?.kind === 'account' ? (effect.sets?.['platform'] as string | undefined) : undefined;
  if (platform === undefined) return [];
  const inQuery = params.filter((param) => param.in === 'query').map(({ name }) => name);
  const token = ['state', 'selectionToken', 'tempToken', 'pendingDataToken'].find(
    (name) => inQuery.includes(name) || fieldsOf(body?.schema).includes(name),
  );
  if (token === undefined) return [];
  return [
    {
      id,
      method,
      path,
      token,
      inQuery: inQuery.includes(token),
      platform: platform.startsWith('$') ? 'threads' : platform,
    },
  ];
});

function fieldsOf(schema: Schema | undefined): string[] {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [] } = schema ?? {};
  return [...Object.keys(properties), ...[...anyOf, ...oneOf, ...allOf].flatMap(fieldsOf)];
}

test('AUTH-12 the contract has these operations that take a state or a token', () => {
  expect(TOKENED.length).toBeGreaterThanOrEqual(10);
});

describe.each(TOKENED)('AUTH-12 $id', ({ id, method, path, token, inQuery, platform }) => {
  /** A call as the help has it, with another token and profile. */
  async function handing() {
    const at = await scene();
    const other = String(
      ((await at.api('POST', '/v1/profiles', { body: { name: 'Other' } })).body['profile'] as Json)['_id'],
    );
    const sign = async (more: Partial<SessionDoc> = {}, ago = 0): Promise<string> => {
      const { store, clock, ids } = at.service.desk;
      const profileId = more.profileId ?? at.profile;
      const opened =
        token === 'state' ? { status: 'pending' } : { status: 'handed_over', handedOverAt: clock.now() - ago };
      const doc = { platform, profileId, redirectUrl: null, headless: false, ...opened, ...more } as SessionDoc;
      const place = { kind: SESSION_KIND, id: ids.record(), teamId: at.service.parts.lifecycle.teamId(), profileId };
      const session = { ...place, parentId: null, createdAt: clock.now() - ago, doc };
      await store.transact((tx) => tx.put(session));
      return session.id;
    };
    const [example] = catalog.examples()[id] ?? [];
    const named = Object.hasOwn(Object(example?.body), 'profileId') ? { profileId: at.profile } : {};
    const call = async (value: string, key?: string) => {
      const { status, body } = await at.api(method, path.replace('{platform}', platform), {
        ...(key === undefined ? {} : { key }),
        query: { ...(example?.query as object), ...(inQuery ? { [token]: value } : {}) },
        ...(method === 'GET'
          ? {}
          : { body: { ...withoutTokens(example?.body), ...named, ...(inQuery ? {} : { [token]: value }) } }),
      });
      return status < 300 ? 'connected' : `${String(status)} ${String(body['code'])}`;
    };
    return { ...at, other, sign, call };
  }

  test('refuses what nobody was given, was begun for another platform or profile, was used, or has expired', async () => {
    const { accounts, sign, call, other, api } = await handing();
    const elsewhere = platform === 'twitter' ? 'linkedin' : 'twitter';
    expect(await call(await sign({ platform: elsewhere }))).toBe('404 not_found');
    expect(await call(await sign({}, 3_600_000))).toBe('409 invalid_resource_state');
    expect(await call(await sign({ status: 'denied' }))).toBe('409 invalid_resource_state');
    const { body } = await api('POST', '/v1/api-keys', { body: { name: 'k', scope: 'profiles', profileIds: [other] } });
    const key = String((body['apiKey'] as Json)['key']);
    expect(await call(await sign(), key)).toMatch(/^40[34] /);
    if (token !== 'state') expect(await call(await sign({ status: 'pending' }))).toBe('404 not_found');
    expect(await call('unknown')).toBe('404 not_found');
    expect(await accounts()).toEqual([]);
  });

  test('connects once', async () => {
    const { accounts, sign, call } = await handing();
    const state = await sign();
    expect(await call(state)).toBe('connected');
    expect(await accounts()).toMatchObject([{ platform }]);
    expect(await call(state)).toBe('409 invalid_resource_state');
    expect(await accounts()).toHaveLength(1);
  });
});

const withoutTokens = (body: unknown): object =>
  Object.fromEntries(Object.entries(Object(body)).filter(([name]) => !/token$/i.test(name) || name === 'accessToken'));
