import { describe, expect, test } from 'vitest';
import { startService, type Json, type ServiceUnderTest } from '../../../support/service.ts';

const BACK = 'https://a.example/cb?x=1';

async function scene(plan?: object) {
  const service = await startService();
  if (plan !== undefined) await service.control('PATCH', '/_local/team', plan);
  const profileId = await service.profileId();
  const connect = (path: string, query: Record<string, string | boolean> = {}) =>
    service.api('GET', `/v1/connect/${path}`, { query: { profileId, ...query } });
  const begun = async (path: string, query: Record<string, string | boolean> = { redirect_url: BACK }) => {
    const { status, body } = await connect(path, query);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return String(body.state);
  };
  const decide = (state: string, decision: object) => service.control('POST', `/_local/connect/${state}`, decision);
  return { ...service, profile: profileId, connect, begun, decide };
}

const back = ({ body }: { body: Json }): URL => new URL(String(body.redirectUrl));

const accounts = async ({ api }: Pick<ServiceUnderTest, 'api'>): Promise<Json[]> =>
  (await api('GET', '/v1/accounts')).body.accounts as unknown as Json[];

describe('a sign-in is begun', () => {
  test('ACC-26 with a profile it answers the page to open and the state that comes back', async () => {
    const s = await scene();
    const { status, body } = await s.connect('instagram');
    expect(status).toBe(200);
    expect(String(body.state)).toMatch(/^[0-9a-f]{24}$/);
    expect(new URL(String(body.authUrl)).pathname).toContain(String(body.state));
  });

  test.each([
    ['ACC-27 an address on the web', 'https://a.example/cb', 200],
    ['ACC-27 one without encryption', 'http://localhost:3000/cb', 200],
    ['ACC-28 an address of an app', 'myapp://done', 200],
    ['ACC-29 a path', '/callback', 400],
    ['ACC-29 a relative path', 'callback', 400],
    ['ACC-29 a script', 'javascript://a/%0Aalert(1)', 400],
  ])('%s may stand in redirect_url, or may not', async (_what, address, expected) => {
    const s = await scene();
    for (const path of ['twitter', 'whatsapp']) {
      const { status, body } = await s.connect(path, { redirect_url: address });
      expect([path, status, body.code]).toEqual([
        path,
        expected,
        expected === 200 ? undefined : 'INVALID_REDIRECT_URL',
      ]);
    }
  });

  test('GEN-08 the parameter is redirect_url; redirectUrl is ignored', async () => {
    const s = await scene();
    const honoured = await s.decide(await s.begun('twitter'), { decision: 'approve' });
    expect(back(honoured).host).toBe('a.example');
    const ignored = await s.decide(await s.begun('twitter', { redirectUrl: BACK }), { decision: 'approve' });
    expect(back(ignored).host).not.toBe('a.example');
    expect((await s.connect('twitter', { redirectUrl: '/callback' })).status).toBe(200);
  });

  test('an unknown profile is 404, one beyond the plan 403', async () => {
    const s = await scene();
    const unknown = await s.connect('twitter', { profileId: '0123456789abcdef01234567' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'profile_not_found']);
    await s.control('PATCH', '/_local/team', { profileCap: 0 });
    expect((await s.connect('twitter')).body.code).toBe('PROFILE_OVER_LIMIT');
  });

  test('ACC-30 a shop is told by its domain or by the part before the first dot', async () => {
    const s = await scene();
    for (const shop of ['acme.myshopify.com', 'acme']) {
      const state = await s.begun('shopify', { shop, redirect_url: BACK });
      const settled = await s.decide(state, { decision: 'approve' });
      expect(back(settled).searchParams.get('username')).toBe('acme.myshopify.com');
    }
    expect(await accounts(s)).toMatchObject([{ platform: 'shopify', username: 'acme.myshopify.com' }]);
  });

  test.each(['not a shop!', 'shop.example.com', '', '-acme'])('ACC-31 %j is no shop', async (shop) => {
    const s = await scene();
    expect(await s.connect('shopify', { shop })).toMatchObject({ status: 400, body: { param: 'shop' } });
  });

  test('ACC-32 whatsapp has a sign-up page of its own, under the same parameters', async () => {
    const s = await scene();
    const { status, body } = await s.connect('whatsapp', { redirect_url: BACK });
    expect([status, typeof body.authUrl]).toEqual([200, 'string']);
    const settled = await s.decide(String(body.state), { decision: 'approve', username: '+15550100777' });
    expect(await accounts(s)).toMatchObject([{ _id: settled.body.accountId, platform: 'whatsapp' }]);
  });

  test('ACC-36 snapchat is closed until the team is approved', async () => {
    const s = await scene();
    expect(await s.connect('snapchat')).toMatchObject({
      status: 403,
      body: { type: 'permission_error', code: 'PLATFORM_BETA_RESTRICTED' },
    });
    await s.control('PATCH', '/_local/team', { snapchatApproved: true });
    expect((await s.connect('snapchat')).status).toBe(200);
  });
});

describe('a sign-in is decided', () => {
  test('AUTH-17 approved, the browser goes back with the account, which is there', async () => {
    const s = await scene();
    const state = await s.begun('bluesky');
    const settled = await s.decide(state, { decision: 'approve', username: 'brand.example' });
    const { accountId } = settled.body;
    expect(back(settled).href.startsWith(BACK)).toBe(true);
    expect(Object.fromEntries(back(settled).searchParams)).toEqual({
      x: '1',
      connected: 'bluesky',
      profileId: s.profile,
      accountId,
      username: 'brand.example',
      state,
    });
    expect(await accounts(s)).toMatchObject([{ _id: accountId, username: 'brand.example', isActive: true }]);
    expect(await s.events('account.connected')).toHaveLength(1);
  });

  test('AUTH-18 denied or failed, it goes back with the error and nothing is connected', async () => {
    const s = await scene();
    const denied = await s.decide(await s.begun('linkedin'), { decision: 'deny' });
    expect(back(denied).searchParams.get('error')).toBe('access_denied');
    const failed = await s.decide(await s.begun('youtube', { redirect_url: 'myapp://done' }), {
      decision: 'error',
      error: 'google_ads_quota_exhausted',
    });
    expect(String(failed.body.redirectUrl)).toMatch(/^myapp:\/\/done\?error=google_ads_quota_exhausted&/);
    expect(await accounts(s)).toEqual([]);
  });

  test('a sign-in is decided once, within an hour', async () => {
    const s = await scene();
    const state = await s.begun('bluesky');
    await s.decide(state, { decision: 'deny' });
    expect(await s.decide(state, { decision: 'approve' })).toMatchObject({ status: 409 });
    const late = await s.begun('bluesky');
    await s.advance(3_600);
    expect(await s.decide(late, { decision: 'approve' })).toMatchObject({ status: 409 });
    expect(await s.decide('nothing', { decision: 'approve' })).toMatchObject({ status: 404 });
  });

  test('ACC-11 signing in again gives the account a new id', async () => {
    const s = await scene();
    const { _id: before } = await s.account('instagram', { username: 'brand' });
    await s.control('POST', `/_local/accounts/${before}/disconnect`, {});
    const settled = await s.decide(await s.begun('instagram'), { decision: 'approve' });
    expect(settled.body.accountId).not.toBe(before);
    expect(await accounts(s)).toMatchObject([{ _id: settled.body.accountId, username: 'brand', isActive: true }]);
  });

  test('ACC-16 a second whatsapp number in a profile comes back as an error', async () => {
    const s = await scene();
    await s.account('whatsapp', { username: '+15550100001' });
    const settled = await s.decide(await s.begun('whatsapp'), { decision: 'approve', username: '+15550100002' });
    expect(back(settled).searchParams.get('error')).toBe('ONE_WHATSAPP_PER_PROFILE');
    expect(await accounts(s)).toHaveLength(1);
  });

  test('EVT-62 messages of before are there and were told to nobody', async () => {
    const s = await scene();
    const settled = await s.decide(await s.begun('whatsapp'), { decision: 'approve', history: 3 });
    const { body } = await s.api('GET', '/v1/inbox/conversations', {
      query: { accountId: String(settled.body.accountId) },
    });
    expect(JSON.stringify(body)).toContain('An earlier message, 3');
    expect((await s.events()).map(({ event }) => event)).toEqual(['account.connected']);
  });

  test('without a selection step of ours the browser brings back what the next step needs', async () => {
    const s = await scene();
    const state = await s.begun('facebook', { redirect_url: BACK, headless: true });
    const settled = await s.decide(state, { decision: 'approve' });
    expect(back(settled).searchParams.get('step')).toBe('select');
    expect(back(settled).searchParams.get('tempToken')).not.toBe('');
    expect(await accounts(s)).toEqual([]);
  });
});
