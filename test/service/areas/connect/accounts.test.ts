/** Accounts that are connected in one call: on the platform that the operation declares, under the name of what was chosen. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import type { Schema } from '../../../../src/kernel/schema.ts';
import { SESSION_KIND, type SessionDoc } from '../../../../src/service/areas/connect/session.ts';
import { startService, type Json } from '../../../support/service.ts';

const catalog = openCatalog('dist/cards');

async function scene() {
  const service = await startService();
  const profileId = await service.profileId();
  const connect = (path: string, body: object) =>
    service.api('POST', `/v1/connect/${path}`, { body: { profileId, ...body } });
  const accounts = async (): Promise<Json[]> =>
    Object.values((await service.api('GET', '/v1/accounts')).body['accounts'] ?? {});
  const begin = async (platform: string, profile = profileId): Promise<string> =>
    String((await service.api('GET', `/v1/connect/${platform}`, { query: { profileId: profile } })).body['state']);
  return { ...service, profile: profileId, connect, accounts, begin };
}

const userProfile = { id: '1234', name: 'Ann Example' };
const tempToken = 'token';

// prettier-ignore
test.each<[path: string, platform: string, body: object, username: string]>([
  ['bluesky/credentials',            'bluesky',        { identifier: 'acme.bsky.social', appPassword: 'x' }, 'acme.bsky.social'],
  ['facebook/select-page',           'facebook',       { pageId: '122807222231202', tempToken, userProfile },           'harbourcafe'],
  ['instagram/select-account',       'instagram',      { pageId: '122807222231377', tempToken },                        'harbourroastery'],
  ['googlebusiness/select-location', 'googlebusiness', { locationId: '121348033737002', pendingDataToken: 'x' },        'Harbour Cafe Roastery'],
  ['shopify/token',                  'shopify',        { shop: 'acme.myshopify.com', accessToken: 'x' },                'acme.myshopify.com'],
  ['telegram',                       'telegram',       { chatId: '@acme_news' },                                        '@acme_news'],
  ['whatsapp/credentials',           'whatsapp',       { accessToken: 'x', wabaId: '121740257866960', phoneNumberId: '125386717848119' }, '+494012345678'],
  ['wordpress/token',                'wordpress',      { siteUrl: 'https://a.example', username: 'ann', applicationPassword: 'x' }, 'ann'],
  ['snapchat/select-profile',        'snapchat',       { selectedPublicProfile: { id: '1', display_name: 'Acme', username: 'acme' }, tempToken, userProfile }, 'acme'],
])('connect %s connects %s', async (path, platform, body, username) => {
  const { connect, accounts, events, begin } = await scene();
  const state = platform === 'bluesky' ? { state: await begin(platform) } : {};
  const { status, body: answer } = await connect(path, { ...body, ...state });
  expect([status < 300, answer['account']]).toMatchObject([true, { platform, username }]);
  expect(await accounts()).toMatchObject([{ platform, username, isActive: true }]);
  expect(await events('account.connected')).toMatchObject([{ payload: { account: { platform, username } } }]);
});

test('a sign-in is completed on the platform of the path', async () => {
  const { connect, accounts, begin } = await scene();
  await connect('threads', { code: 'x', state: await begin('threads') });
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
      const doc = { platform, profileId, redirectUrl: null, headless: false, status: 'pending' as const, ...more };
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

  test('refuses what was begun for another platform or profile, was used, or has expired', async () => {
    const { accounts, sign, call, other, api } = await handing();
    const elsewhere = platform === 'twitter' ? 'linkedin' : 'twitter';
    expect(await call(await sign({ platform: elsewhere }))).toBe('404 not_found');
    expect(await call(await sign({}, 3_600_000))).toBe('409 invalid_resource_state');
    expect(await call(await sign({ status: 'denied' }))).toBe('409 invalid_resource_state');
    const { body } = await api('POST', '/v1/api-keys', { body: { name: 'k', scope: 'profiles', profileIds: [other] } });
    const key = String((body['apiKey'] as Json)['key']);
    expect(await call(await sign(), key)).toMatch(/^40[34] /);
    if (['state', 'selectionToken'].includes(token)) expect(await call('unknown')).toBe('404 not_found');
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
