/** What a sign-in gives to a caller with a selection step of its own: the lists, the data, for the platform and the profile that it was begun for. */
import { describe, expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

async function scene() {
  const service = await startService();
  await service.control('PATCH', '/_local/team', { snapchatApproved: true });
  const profileId = await service.profileId();
  const handed = async (platform: string): Promise<string> => {
    const query = { profileId, headless: true, redirect_url: 'https://a.example/cb' };
    const { state } = (await service.api('GET', `/v1/connect/${platform}`, { query })).body;
    const decision = { decision: 'approve', username: 'ann.example' };
    const { body } = await service.control('POST', `/_local/connect/${String(state)}`, decision);
    return String(new URL(String(body['redirectUrl'])).searchParams.get('tempToken'));
  };
  const list = (path: string, query: Record<string, string>) =>
    service.api('GET', `/v1/connect/${path}`, {
      query: { profileId, ...query },
      headers: { 'x-connect-token': 'x' },
    });
  return { ...service, profileId, handed, list };
}

// prettier-ignore
const LISTS: readonly (readonly [path: string, platform: string, token: string, ...listed: [member: string, names: readonly string[]]])[] = [
  ['facebook/select-page',         'facebook',       'tempToken',        'pages',          ['Harbour Cafe', 'Harbour Cafe Roastery']],
  ['facebook/select-page',         'facebook',       'selectionToken',   'pages',          ['Harbour Cafe', 'Harbour Cafe Roastery']],
  ['instagram/select-account',     'instagram',      'tempToken',        'pages',          ['Harbour Cafe', 'Harbour Cafe Roastery']],
  ['linkedin/organizations',       'linkedin',       'tempToken',        'organizations',  ['harbour-roastery']],
  ['pinterest/select-board',       'pinterest',      'tempToken',        'boards',         ['Coffee corners']],
  ['googlebusiness/locations',     'googlebusiness', 'pendingDataToken', 'locations',      ['Harbour Cafe', 'Harbour Cafe Roastery']],
  ['snapchat/select-profile',      'snapchat',       'tempToken',        'publicProfiles', ['Harbour Cafe']],
  ['whatsapp/select-phone-number', 'whatsapp',       'tempToken',        'phoneNumbers',   ['Harbour Cafe']],
  ['slack',                        'slack',          'pendingDataToken', 'channels',       ['general', 'orders']],
];

describe.each(LISTS)('%s of %s by its %s', (path, platform, token, ...listed) => {
  const [member, names] = listed;
  const more = path.startsWith('linkedin') ? { orgIds: '129366534069988' } : {};

  test('lists what the network has', async () => {
    const at = await scene();
    const { status, body } = await at.list(path, { ...more, [token]: await at.handed(platform) });
    const rows = Object.values(body[member] ?? {}) as Json[];
    expect([
      status,
      rows.map((row) => row['name'] ?? row['display_name'] ?? row['verified_name'] ?? row['vanityName']),
    ]).toEqual([200, names]);
  });

  test('AUTH-12 refuses a token of another platform, of nobody, and of a sign-in that nobody has approved', async () => {
    const at = await scene();
    const elsewhere = platform === 'linkedin' ? 'facebook' : 'linkedin';
    const query = { profileId: at.profileId };
    const waiting = String((await at.api('GET', `/v1/connect/${platform}`, { query })).body['state']);
    for (const word of [await at.handed(elsewhere), 'nobody', waiting])
      expect(await at.list(path, { ...more, [token]: word })).toMatchObject({
        status: 404,
        body: { code: 'not_found', param: token },
      });
    const late = await at.handed(platform);
    await at.advance(600);
    expect(await at.list(path, { ...more, [token]: late })).toMatchObject({ status: 409, body: { param: token } });
  });
});

test('a list without any token is refused', async () => {
  const { list } = await scene();
  for (const path of ['facebook/select-page', 'googlebusiness/locations'])
    expect(await list(path, {})).toMatchObject({ status: 400, body: { code: 'missing_required_field' } });
});

test('slack answers the page to sign in on, then the workspace with its channels', async () => {
  const at = await scene();
  const begun = await at.list('slack', {});
  expect(begun.body).toEqual({
    authUrl: expect.stringMatching(/\/connect\/[0-9a-f]{24}$/) as string,
    state: expect.any(String) as string,
  });
  const { body } = await at.list('slack', { pendingDataToken: await at.handed('slack') });
  expect(body['team']).toEqual({ id: 'T0123456789', name: 'Harbour Cafe', icon: null });
  const { _id: accountId } = await at.account('slack', { username: 'general' });
  expect((await at.list('slack', { accountId })).body).toEqual(body);
  const { _id: other } = await at.account('discord');
  expect(await at.list('slack', { accountId: other })).toMatchObject({ status: 404, body: { param: 'accountId' } });
});

describe('the data of a sign-in', () => {
  const pending = ({ api }: Awaited<ReturnType<typeof scene>>, token: string) =>
    api('GET', '/v1/connect/pending-data', { query: { token } });

  test.each([
    ['linkedin', 'organizations'],
    ['facebook', 'pages'],
    ['instagram', 'pages'],
    ['pinterest', 'boards'],
    ['googlebusiness', 'locations'],
    ['snapchat', 'profiles'],
  ])('is that of %s, where %s are selected', async (platform, selectionType) => {
    const at = await scene();
    const token = await at.handed(platform);
    await at.advance(60);
    const { status, body } = await pending(at, token);
    expect([status, body]).toMatchObject([
      200,
      {
        platform,
        profileId: at.profileId,
        tempToken: token,
        expiresIn: 540,
        selectionType,
        userProfile: { name: 'ann.example' },
      },
    ]);
    const names = Object.values(body['organizations'] ?? {}).map(({ id, urn, name, vanityName }) => [
      id,
      urn,
      name,
      vanityName,
    ]);
    const organizations = [
      ['129366534069964', 'urn:li:organization:129366534069964', 'Harbour Cafe', 'harbour-cafe'],
      ['129366534069988', 'urn:li:organization:129366534069988', 'Harbour Cafe Roastery', 'harbour-roastery'],
    ];
    expect(names).toEqual(selectionType === 'organizations' ? organizations : []);
  });

  test('is fetched once, within ten minutes, and of a sign-in that somebody has approved', async () => {
    const at = await scene();
    const token = await at.handed('linkedin');
    expect((await pending(at, token)).status).toBe(200);
    expect(await pending(at, token)).toMatchObject({ status: 400, body: { param: 'token' } });
    const late = await at.handed('linkedin');
    await at.advance(600);
    expect(await pending(at, late)).toMatchObject({ status: 400, body: { param: 'token' } });
    const { state } = (await at.api('GET', '/v1/connect/linkedin', { query: { profileId: at.profileId } })).body;
    for (const word of ['nobody', String(state)])
      expect(await pending(at, word)).toMatchObject({ status: 404, body: { param: 'token' } });
  });

  test('AUTH-12 is not for a key of another profile', async () => {
    const at = await scene();
    const other = Object((await at.api('POST', '/v1/profiles', { body: { name: 'Other' } })).body['profile'])
      ._id as string;
    const limited = { name: 'k', scope: 'profiles', profileIds: [other] };
    const key = String(Object((await at.api('POST', '/v1/api-keys', { body: limited })).body['apiKey'])['key']);
    const token = await at.handed('linkedin');
    const { status } = await at.api('GET', '/v1/connect/pending-data', { query: { token }, key });
    expect([status, (await pending(at, token)).status]).toEqual([404, 200]);
  });
});
