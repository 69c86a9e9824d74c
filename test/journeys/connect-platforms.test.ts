/** Every platform connected through the command line in each of its ways: on the page, headless, with credentials, by a code; listed under the name that was chosen. */
import { describe, expect, test } from 'vitest';
import { ticketIn } from '../support/form-page.ts';
import { startService, type Json } from '../support/service.ts';
import { errorIn, svc, type Said } from '../support/svc.ts';

const BACK = 'https://app.example/connected';

async function scene() {
  const service = await startService();
  const { url } = await service.service.listen({ host: '127.0.0.1', port: 0 });
  const profile = await service.profileId();
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.service.apiKey };
  await service.control('PATCH', '/_local/team', { snapchatApproved: true });
  const say = (...words: readonly string[]): Promise<Said> => svc([...words, '-o', 'json'], { env });
  const answer = async (...words: readonly string[]): Promise<Json> => {
    const said = await say(...words);
    expect([words.slice(0, 5), said.code, said.stderr]).toEqual([words.slice(0, 5), 0, '']);
    return JSON.parse(said.stdout) as Json;
  };
  /** Accounts as `svc accounts list` shows them. */
  const listed = async (): Promise<Json[]> => {
    const shown = await answer('accounts', 'list');
    return Object.values(shown['accounts'] ?? shown) as Json[];
  };
  return { ...service, profile, env, say, answer, listed };
}

/** A person at the page, without script: opens it, fills the form, sends it. Gives back where the browser is led. */
async function visit(address: string, fields: Readonly<Record<string, string>>): Promise<URL> {
  const page = await fetch(address);
  const ticket = ticketIn(await page.text());
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';');
  const sent = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: new URL(address).origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ticket, decision: 'approve', ...fields }).toString(),
  });
  return new URL(sent.headers.get('location') ?? '', address);
}

// prettier-ignore
describe.each<[platform: string, fields: Record<string, string>, username: string]>([
  ['facebook',       { choice: '122807222231377' },      'harbourroastery'],
  ['instagram',      { choice: '122807222231202' },      'harbourcafe'],
  ['linkedin',       { choice: '129366534069988' },      'harbour-roastery'],
  ['twitter',        { username: 'ann_example' },        'ann_example'],
  ['tiktok',         { username: 'ann.example' },        'ann.example'],
  ['youtube',        { username: 'annexample' },         'annexample'],
  ['threads',        { username: 'ann.example' },        'ann.example'],
  ['reddit',         { username: 'ann_example' },        'ann_example'],
  ['pinterest',      { choice: '123834157027224', username: 'ann' }, 'ann'],
  ['bluesky',        { username: 'ann.example' },        'ann.example'],
  ['googlebusiness', { choice: '121348033736791' },      'Harbour Cafe'],
  ['snapchat',       { choice: '121435835968926' },      'harbourcafe'],
  ['discord',        { choice: '121395413380188' },      'general'],
  ['whatsapp',       { choice: '125386717848119' },      '+494012345678'],
  ['slack',          { choice: 'C0123456822' },          'orders'],
])('%s on the page', (platform, fields, username) => {
  test(`AUTH-17 is connected as ${username}, and listed`, async () => {
    const at = await scene();
    const { authUrl } = await at.answer('connect', 'url', platform, '--profile-id', at.profile, '--redirect-url', BACK);
    const back = await visit(String(authUrl), fields);
    expect(back.href.startsWith(`${BACK}?connected=${platform}&`)).toBe(true);
    expect(await at.listed()).toMatchObject([{ platform, username, _id: back.searchParams.get('accountId') }]);
  });
});

// prettier-ignore
describe.each([
  ['facebook', 'metaads'], ['instagram', 'metaads'], ['linkedin', 'linkedinads'], ['tiktok', 'tiktokads'],
  ['twitter', 'xads'], ['pinterest', 'pinterestads'], ['googleads', 'googleads'],
])('ads of %s on the page', (word, platform) => {
  test(`are connected as an account on ${platform}, and need no second sign-in`, async () => {
    const at = await scene();
    const words = ['connect', 'ads', word, '--profile-id', at.profile];
    const { authUrl } = await at.answer(...words, '--redirect-url', BACK);
    const back = await visit(String(authUrl), { username: 'harbour_ads' });
    const accountId = back.searchParams.get('accountId');
    expect(await at.listed()).toMatchObject([{ platform, username: 'harbour_ads', _id: accountId }]);
    expect(await at.answer(...words)).toMatchObject({ alreadyConnected: true, accountId });
  });
});

const PERSON = '{"id":"1234","name":"Ann Example"}';

// prettier-ignore
const HEADLESS: readonly (readonly [platform: string, list: readonly string[], select: readonly string[], username: string])[] = [
  ['facebook',       ['facebook', 'pages', 'list', '--temp-token', 'TOKEN'],
                     ['facebook', 'pages', 'select', '--selection-token', 'TOKEN', '--page-id', '122807222231377'], 'harbourroastery'],
  ['instagram',      ['instagram', 'accounts', 'list', '--profile-id', 'PROFILE', '--temp-token', 'TOKEN'],
                     ['instagram', 'accounts', 'select', '--profile-id', 'PROFILE', '--temp-token', 'TOKEN', '--page-id', '122807222231377'], 'harbourroastery'],
  ['linkedin',       ['linkedin', 'organizations', 'list', '--org-ids', '129366534069964,129366534069988', '--temp-token', 'TOKEN'],
                     ['linkedin', 'organizations', 'select', '--profile-id', 'PROFILE', '--temp-token', 'TOKEN', '--user-profile', PERSON, '--account-type', 'organization',
                      '--selected-organization', '{"id":"129366534069988","urn":"urn:li:organization:129366534069988","name":"Harbour Cafe Roastery"}'], 'harbour-roastery'],
  ['pinterest',      ['pinterest', 'boards', 'list', '--profile-id', 'PROFILE', '--temp-token', 'TOKEN', '--x-connect-token', 'TOKEN'],
                     ['pinterest', 'boards', 'select', '--profile-id', 'PROFILE', '--temp-token', 'TOKEN', '--board-id', '123834157027224'], 'ann.example'],
  ['googlebusiness', ['google-business', 'locations', 'list', '--pending-data-token', 'TOKEN'],
                     ['google-business', 'locations', 'select', '--profile-id', 'PROFILE', '--pending-data-token', 'TOKEN', '--location-id', '121348033737002'], 'Harbour Cafe Roastery'],
  ['snapchat',       ['snapchat', 'profiles', 'list', '--profile-id', 'PROFILE', '--temp-token', 'TOKEN', '--x-connect-token', 'TOKEN'],
                     ['snapchat', 'profiles', 'select', '--profile-id', 'PROFILE', '--temp-token', 'TOKEN', '--user-profile', PERSON,
                      '--selected-public-profile', '{"id":"121435835968926","display_name":"Harbour Cafe"}'], 'harbourcafe'],
  ['whatsapp',       ['whatsapp', 'phone-numbers', 'list', '--profile-id', 'PROFILE', '--temp-token', 'TOKEN'],
                     ['whatsapp', 'phone-numbers', 'select', '--profile-id', 'PROFILE', '--temp-token', 'TOKEN', '--phone-number-id', '125386717848119', '--waba-id', '121740257866960'], '+494012345678'],
  ['slack',          ['slack', 'channels', 'list', '--profile-id', 'PROFILE', '--pending-data-token', 'TOKEN'],
                     ['slack', 'channels', 'select', '--profile-id', 'PROFILE', '--pending-data-token', 'TOKEN', '--channel-id', 'C0123456822'], 'orders'],
];

describe.each(HEADLESS)('%s headless', (platform, list, select, username) => {
  test(`is selected from what the sign-in gives, and listed as ${username}`, async () => {
    const at = await scene();
    const words = ['connect', 'url', platform, '--profile-id', at.profile, '--redirect-url', BACK, '--headless'];
    const { authUrl } = await at.answer(...words);
    const token = (await visit(String(authUrl), { username: 'ann.example' })).searchParams.get('tempToken') ?? '';
    expect(await at.listed()).toEqual([]);
    const filled = (one: readonly string[]): string[] =>
      one.map((word) => (word === 'TOKEN' ? token : word === 'PROFILE' ? at.profile : word));
    expect(await at.answer('connect', 'pending', '--token', token)).toMatchObject({ platform, tempToken: token });
    expect(JSON.stringify(await at.answer('connect', ...filled(list)))).toMatch(/Harbour|harbour|Coffee|orders/);
    await at.answer('connect', ...filled(select));
    expect(await at.listed()).toMatchObject([{ platform, username, isActive: true }]);
    expect(errorIn(await at.say('connect', ...filled(select)))).toMatchObject({ exit: 3, status: 409 });
  });
});

describe.each(['instagram', 'twitter', 'threads', 'linkedin', 'youtube', 'tiktok', 'reddit', 'pinterest'])(
  '%s with the code that came back to a page of the caller',
  (platform) => {
    test('is connected and listed', async () => {
      const at = await scene();
      const { state } = await at.answer('connect', 'url', platform, '--profile-id', at.profile);
      const words = ['--profile-id', at.profile, '--code', 'abc', '--state', String(state)];
      await at.answer('connect', 'complete', platform, ...words);
      expect(await at.listed()).toMatchObject([{ platform }]);
    });
  },
);

// prettier-ignore
describe.each<[platform: string, username: string, ...words: string[]]>([
  ['discord',   'announcements',      'discord', '--guild-id', '121270009565129', '--channel-id', '121395413380137'],
  ['shopify',   'acme.myshopify.com', 'shopify', 'token', '--shop', 'acme', '--access-token', 'shpat_1'],
  ['telegram',  'acme_news',          'telegram', 'chat', '--chat-id', '@acme_news'],
  ['whatsapp',  '+494012345678',      'whatsapp', 'credentials', '--access-token', 'x', '--waba-id', '121740257866960', '--phone-number-id', '125386717848119'],
  ['wordpress', 'ann',                'wordpress', 'password', '--site-url', 'https://blog.example.com', '--username', 'ann', '--application-password', 'abcd efgh'],
])('%s with credentials', (platform, username, ...words) => {
  test(`is connected as ${username}, unless the plan is in the way`, async () => {
    const at = await scene();
    await at.control('PATCH', '/_local/team', { paymentFailed: true });
    const gated = await at.say('connect', ...words, '--profile-id', at.profile);
    expect(errorIn(gated)).toMatchObject({ exit: 6, code: 'PAYMENT_REQUIRED' });
    expect(await at.listed()).toEqual([]);
    await at.control('PATCH', '/_local/team', { paymentFailed: false });
    await at.answer('connect', ...words, '--profile-id', at.profile);
    expect(await at.listed()).toMatchObject([{ platform, username, isActive: true }]);
  });
});

test('bluesky with an app password, and openai with a key, are connected', async () => {
  const at = await scene();
  const { state } = await at.answer('connect', 'url', 'bluesky', '--profile-id', at.profile);
  const bluesky = ['--identifier', 'acme.bsky.social', '--app-password', 'abcd', '--state', String(state)];
  await at.answer('connect', 'bluesky', ...bluesky);
  await at.answer('connect', 'openai-ads', '--profile-id', at.profile, '--api-key', 'key_1');
  expect(await at.listed()).toMatchObject([
    { platform: 'bluesky', username: 'acme.bsky.social' },
    { platform: 'openaiads' },
  ]);
});

test('shopify and wordpress on their pages', async () => {
  const at = await scene();
  const ways = [['shopify', '--shop', 'acme'], ['wordpress']];
  for (const [platform = '', ...more] of ways) {
    const { authUrl } = await at.answer('connect', platform, 'url', '--profile-id', at.profile, ...more);
    await visit(String(authUrl), platform === 'wordpress' ? { username: 'ann' } : {});
  }
  expect(await at.listed()).toMatchObject([
    { platform: 'shopify', username: 'acme.myshopify.com' },
    { platform: 'wordpress', username: 'ann' },
  ]);
});

test('telegram by the code that a chat sends to the bot', async () => {
  const at = await scene();
  const { code } = await at.answer('connect', 'telegram', 'start', '--profile-id', at.profile);
  expect(await at.answer('connect', 'telegram', 'check', '--code', String(code))).toMatchObject({ status: 'pending' });
  await at.control('POST', `/_local/connect/${String(code)}`, { decision: 'approve', username: '@acme_regulars' });
  expect(await at.answer('connect', 'telegram', 'check', '--code', String(code))).toMatchObject({
    status: 'connected',
    chatTitle: 'Acme Regulars',
  });
  expect(await at.listed()).toMatchObject([{ platform: 'telegram', username: 'acme_regulars' }]);
  expect(errorIn(await at.say('connect', 'telegram', 'check', '--code', 'BOGUS'))).toMatchObject({ exit: 7 });
});

test('ACC-36 snapchat is refused to a team that was not approved, with the way to be', async () => {
  const at = await scene();
  await at.control('PATCH', '/_local/team', { preset: 'full' });
  expect(errorIn(await at.say('connect', 'url', 'snapchat', '--profile-id', at.profile))).toMatchObject({
    exit: 5,
    code: 'PLATFORM_BETA_RESTRICTED',
    hint: expect.stringContaining('svc local team') as string,
  });
});
