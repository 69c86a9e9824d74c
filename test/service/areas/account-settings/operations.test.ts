import { expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { capsOf } from '../../../../src/platforms/caps.ts';
import { mp4Of, upload } from '../../../support/media-files.ts';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

test('the choice of a page is read beside the pages, and only for its account', async () => {
  const { api, account } = await startService();
  const [one, other] = [await account('facebook'), await account('facebook', { username: 'other' })];
  const path = `/v1/accounts/${one._id}/facebook-page`;
  expect((await api('GET', path)).body).not.toHaveProperty('selectedPageId');
  const selected = await api('PUT', path, { body: { selectedPageId: '122807222231377' } });
  expect(selected.body['selectedPage']).toEqual({ id: '122807222231377' });
  expect((await api('GET', path)).body['selectedPageId']).toBe('122807222231377');
  expect((await api('GET', `/v1/accounts/${other._id}/facebook-page`)).body).not.toHaveProperty('selectedPageId');
});

test('the publishing limit of instagram counts what was published', async () => {
  const { api, account } = await startService();
  const { _id } = await account('instagram');
  const limit = async () => (await api('GET', `/v1/accounts/${_id}/instagram/publishing-limit`)).body;
  expect(await limit()).toEqual({ quotaUsage: 0, quotaTotal: 100, quotaDurationSeconds: 86_400 });
  const mediaItems = [{ type: 'image', url: 'https://example.com/photo.jpg' }];
  const platforms = [{ platform: 'instagram', accountId: _id }];
  await api('POST', '/v1/posts', { body: { content: 'Open on Sunday', publishNow: true, mediaItems, platforms } });
  expect((await limit())['quotaUsage']).toBe(1);
});

test('a mention of a linkedin page follows from its address', async () => {
  const { api, account } = await startService();
  const { _id } = await account('linkedin');
  const mention = async (url: string) =>
    (await api('GET', `/v1/accounts/${_id}/linkedin-mentions`, { query: { url } })).body;
  const company = await mention('https://www.linkedin.com/company/example/?trk=1');
  expect(company).toMatchObject({ type: 'organization', vanityName: 'example', displayName: 'example' });
  expect(company['mentionFormat']).toBe(`@[example](${String(company['urn'])})`);
  expect((await mention('https://www.linkedin.com/in/ada'))['type']).toBe('person');
});

test('captions are those of the video that is asked for', async () => {
  const { api, account } = await startService();
  const { _id } = await account('youtube');
  const captions = (videoId: string) => api('GET', `/v1/accounts/${_id}/youtube-captions`, { query: { videoId } });
  expect((await captions('dQw4w9WgXcQ')).body).toMatchObject({ accountId: _id, trackKind: 'standard' });
  expect((await captions('unknown')).status).toBe(404);
});

test('the default board of a pinterest account is one of its boards, and is read with the account', async () => {
  const { api, account } = await startService({ seedPack: 'demo' });
  const { _id } = await account('pinterest');
  const path = `/v1/accounts/${_id}/pinterest-boards`;
  const [board] = (await api('GET', path)).body['boards'] as unknown as readonly { readonly id: string }[];
  const choice = { defaultBoardId: board?.id, defaultBoardName: 'Reading nooks' };
  const chosen = await api('PUT', path, { body: choice });
  expect(chosen.body['account']?.['metadata']).toMatchObject(choice);
  const { accounts } = (await api('GET', '/v1/accounts', { query: { platform: 'pinterest' } })).body;
  expect((accounts as unknown as readonly object[]).some((one) => JSON.stringify(one).includes('Reading nooks'))).toBe(
    true,
  );
  expect((await api('PUT', path, { body: { defaultBoardId: '999' } })).status).toBe(404);
});

const { kinds, operations } = openCatalog('dist/cards').service();

/** Operations on an account's settings of one platform. */
const ofOnePlatform = Object.entries(operations).flatMap(([id, { effect, places }]) => {
  const { platforms, owner } = kinds[effect.kind ?? ''] ?? {};
  return platforms === undefined || owner !== 'account' || !('accountId' in places) ? [] : [id];
});

const IMAGE = [{ type: 'image', url: 'https://example.com/photo.jpg' }];
const VIDEO = [{ type: 'video', url: 'https://example.com/film.mp4' }];

/** Publishes on the account and returns the settings that the network was sent. */
async function published(
  { api, feed }: Pick<ServiceUnderTest, 'api' | 'feed'>,
  { _id, platform }: { readonly _id: string; readonly platform: unknown },
  more: Readonly<Record<string, unknown>> = {},
) {
  const { platformSpecificData, ...post } = more;
  const platforms = [{ platform, accountId: _id, ...(platformSpecificData !== undefined && { platformSpecificData }) }];
  const made = await api('POST', '/v1/posts', {
    body: { content: 'Open on Sunday', publishNow: true, platforms, ...post },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return ((await feed(_id, 'post')).at(-1) ?? {})['settings'];
}

test('settings of one platform are refused for accounts on another', async () => {
  const { api, account } = await startService();
  const catalog = openCatalog('dist/cards');
  const { _id } = await account('threads');
  expect(ofOnePlatform.length).toBeGreaterThan(30);
  const examples = catalog.examples();
  for (const id of ofOnePlatform) {
    const { path, method } = catalog.card(id);
    const { query, body } = examples[id]?.[0] ?? { query: {}, body: {} };
    const filled = path.replace('{accountId}', _id).replace(/\{[^}]+\}/g, '1');
    const { status, body: reply } = await api(method, filled, {
      query: query as Record<string, string>,
      ...(method === 'GET' ? {} : { body }),
    });
    expect([status, reply['code']], id).toEqual([400, 'platform_not_supported']);
  }
});

const KEPT: readonly [platform: string, path: string, method: string, sent: object, read: object, empty: object][] = [
  [
    'bluesky',
    'bluesky-settings',
    'PATCH',
    { defaultLangs: ['en', 'pt-BR'] },
    { defaultLangs: ['en', 'pt-BR'] },
    { defaultLangs: null },
  ],
  [
    'instagram',
    'instagram-ice-breakers',
    'PUT',
    { ice_breakers: [{ question: 'Open today?', payload: 'OPEN' }] },
    { data: [{ question: 'Open today?', payload: 'OPEN' }] },
    { data: [] },
  ],
  [
    'facebook',
    'messenger-menu',
    'PUT',
    { persistent_menu: [{ locale: 'default', call_to_actions: [] }] },
    { data: [{ locale: 'default', call_to_actions: [] }] },
    { data: [] },
  ],
  [
    'telegram',
    'telegram-commands',
    'PUT',
    { commands: [{ command: 'hours', description: 'When we open' }] },
    { data: [{ command: 'hours', description: 'When we open' }] },
    { data: [] },
  ],
];

test.each(KEPT)(
  'what is set on %s in %s is read back, for that account alone',
  async (...[platform, path, method, sent, read, empty]) => {
    const { api, account } = await startService();
    const [one, other] = [await account(platform), await account(platform, { username: 'other' })];
    const at = (id: string): string => `/v1/accounts/${id}/${path}`;
    expect((await api('GET', at(one._id))).body).toEqual(empty);
    expect((await api(method, at(one._id), { body: sent })).status).toBe(200);
    expect((await api('GET', at(one._id))).body).toEqual(read);
    expect((await api('GET', at(other._id))).body).toEqual(empty);
    if (method === 'PATCH') return;
    expect((await api('DELETE', at(one._id))).status).toBe(200);
    expect((await api('GET', at(one._id))).body).toEqual(empty);
  },
);

const REFUSED: readonly [platform: string, path: string, method: string, body: object, param: string][] = [
  ['bluesky', 'bluesky-settings', 'PATCH', { defaultLangs: ['en', 'de', 'fr', 'es'] }, 'defaultLangs'],
  ['bluesky', 'bluesky-settings', 'PATCH', { defaultLangs: ['no language'] }, 'defaultLangs.0'],
  ['pinterest', 'pinterest-boards', 'POST', { name: 'x'.repeat(51) }, 'name'],
  ['youtube', 'youtube-playlists', 'POST', { title: 'x'.repeat(151) }, 'title'],
  ['slack', 'slack-settings', 'PATCH', { defaultIconUrl: 'picture.png' }, 'defaultIconUrl'],
  [
    'telegram',
    'telegram-commands',
    'PUT',
    { commands: [{ command: 'Hours', description: 'x' }] },
    'commands.0.command',
  ],
  [
    'telegram',
    'telegram-commands',
    'PUT',
    { commands: Array(101).fill({ command: 'a', description: 'x' }) },
    'commands',
  ],
  ['linkedin', 'linkedin-organization', 'PUT', { accountType: 'organization' }, 'selectedOrganization.id'],
];

test.each(REFUSED)('%s %s %s refuses %j', async (...[platform, path, method, body, param]) => {
  const { api, account } = await startService();
  const { _id } = await account(platform);
  const told = await api(method, `/v1/accounts/${_id}/${path}`, { body });
  expect([told.status, told.body['param']]).toEqual([400, param]);
});

const DEFAULTS: readonly [
  platform: string,
  path: string,
  method: string,
  body: object,
  setting: string,
  value: unknown,
  chosen: unknown,
  post: Readonly<Record<string, unknown>>,
][] = [
  ['bluesky', 'bluesky-settings', 'PATCH', { defaultLangs: ['de'] }, 'langs', ['de'], ['fr'], {}],
  [
    'facebook',
    'facebook-page',
    'PUT',
    { selectedPageId: '122807222231377' },
    'pageId',
    '122807222231377',
    '122807222231202',
    {},
  ],
  [
    'pinterest',
    'pinterest-boards',
    'PUT',
    { defaultBoardId: '123834157027224' },
    'boardId',
    '123834157027224',
    '123834157027224',
    { mediaItems: IMAGE },
  ],
  ['slack', 'slack-settings', 'PATCH', { defaultUsername: 'Harbour Bot' }, 'username', 'Harbour Bot', 'own', {}],
];

test.each(DEFAULTS)(
  'on %s %s gives posts that name none their own settings',
  async (...[platform, path, method, body, setting, value, chosen, post]) => {
    const started = await startService();
    const own = { ...(await started.account(platform)), platform };
    expect(await published(started, own, post)).not.toHaveProperty(setting);
    expect((await started.api(method, `/v1/accounts/${own._id}/${path}`, { body })).status).toBe(200);
    expect(await published(started, own, { ...post, content: 'Open on Monday' })).toHaveProperty(setting, value);
    const named = { ...post, content: 'Open on Friday', platformSpecificData: { [setting]: chosen } };
    expect(await published(started, own, named)).toHaveProperty(setting, chosen);
  },
);

test('a default playlist is one of the account, is read beside the playlists and takes the next video', async () => {
  const started = await startService();
  const { api, account } = started;
  const own = { ...(await account('youtube')), platform: 'youtube' };
  const path = `/v1/accounts/${own._id}/youtube-playlists`;
  const { playlist } = (await api('POST', path, { body: { title: 'Roasts' } })).body;
  expect((await api('PUT', path, { body: { defaultPlaylistId: 'none' } })).status).toBe(404);
  expect((await api('PUT', path, { body: { defaultPlaylistId: String(playlist?.['id']) } })).status).toBe(200);
  expect((await api('GET', path)).body['defaultPlaylistId']).toBe(playlist?.['id']);
  const settings = await published(started, own, { title: 'A roast', mediaItems: VIDEO });
  expect(settings).toHaveProperty('playlistId', playlist?.['id']);
});

test('an organization on linkedin is chosen from those of the account, read with it, and posted as', async () => {
  const started = await startService();
  const { api, account } = started;
  const own = { ...(await account('linkedin')), platform: 'linkedin' };
  const path = `/v1/accounts/${own._id}/linkedin-organization`;
  const choice = (id: string) => ({ accountType: 'organization', selectedOrganization: { id } });
  expect((await api('PUT', path, { body: choice('99') })).status).toBe(404);
  const chosen = await api('PUT', path, { body: choice('129366534069964') });
  expect(chosen.body).toMatchObject({ accountType: 'organization', accountName: 'Harbour Cafe' });
  const shown = async () =>
    (
      (await api('GET', '/v1/accounts')).body['accounts'] as unknown as readonly { _id: string; metadata: object }[]
    ).find(({ _id }) => _id === own._id)?.metadata;
  const urn = 'urn:li:organization:129366534069964';
  expect(await shown()).toMatchObject({ accountType: 'organization', selectedOrganization: { urn } });
  expect(await published(started, own)).toHaveProperty('organizationUrn', urn);
  expect((await api('PUT', path, { body: { accountType: 'personal' } })).body['accountType']).toBe('personal');
  expect(await shown()).toEqual({ accountType: 'personal' });
  expect(await published(started, own, { content: 'Closed' })).not.toHaveProperty('organizationUrn');
});

test('the creator info of tiktok names the account, and knows neither duets nor stitches of photos', async () => {
  const { api, account } = await startService();
  const { _id } = await account('tiktok', { displayName: 'Harbour Cafe' });
  const info = async (mediaType: string) =>
    (await api('GET', `/v1/accounts/${_id}/tiktok/creator-info`, { query: { mediaType } })).body;
  const [video, photo] = [await info('video'), await info('photo')];
  expect(video['creator']).toMatchObject({ nickname: 'Harbour Cafe', canPostMore: true });
  expect(video['postingLimits']?.['interactionSettings']).toHaveProperty('allow_duet.enabled', true);
  expect(photo['postingLimits']?.['interactionSettings']).toMatchObject({ allow_duet: null, allow_stitch: null });
});

test('a tiktok creator who has published the videos that a day allows can post no more, until the day is over', async () => {
  const started = await startService();
  const own = { ...(await started.account('tiktok')), platform: 'tiktok' };
  const canPostMore = async (mediaType: string) =>
    (await started.api('GET', `/v1/accounts/${own._id}/tiktok/creator-info`, { query: { mediaType } })).body[
      'creator'
    ]?.['canPostMore'];
  const most = capsOf({ platform: 'tiktok' }, null).find(({ bucket }) => bucket === 'video')?.limit ?? 0;
  for (let count = 1; count <= most; count += 1) {
    expect(await canPostMore('video'), String(count)).toBe(true);
    await published(started, own, { content: `Film ${String(count)}`, mediaItems: VIDEO });
  }
  expect([await canPostMore('video'), await canPostMore('photo')]).toEqual([false, true]);
  await started.advance(86_401);
  expect(await canPostMore('video')).toBe(true);
});

test('a key of another profile reads and changes no settings of the account', async () => {
  const { api, account } = await startService();
  const { _id } = await account('bluesky');
  const profile = (await api('POST', '/v1/profiles', { body: { name: 'Other' } })).body['profile']?.['_id'];
  const made = await api('POST', '/v1/api-keys', {
    body: { name: 'narrow', scope: 'profiles', profileIds: [profile] },
  });
  const key = String(made.body['apiKey']?.['key']);
  const path = `/v1/accounts/${_id}/bluesky-settings`;
  expect((await api('GET', path, { key })).status).toBe(404);
  expect((await api('PATCH', path, { key, body: { defaultLangs: ['de'] } })).status).toBe(404);
  expect((await api('GET', path)).body).toEqual({ defaultLangs: null });
});

test('what the creator info of tiktok offers is what publishing takes', async () => {
  const started = await startService();
  const { _id } = await started.account('tiktok');
  const { body } = await started.api('GET', `/v1/accounts/${_id}/tiktok/creator-info`, {
    query: { mediaType: 'video' },
  });
  const longest = Number(body['postingLimits']?.['maxVideoDurationSec']);
  const levels = (body['privacyLevels'] as unknown as readonly { value: string }[]).map(({ value }) => value);
  const video = async (seconds: number) => {
    const bytes = mp4Of({ width: 1080, height: 1920, seconds, framesPerSecond: 30 });
    return [{ type: 'video', url: await upload(started, 'video/mp4', bytes) }];
  };
  const statusOf = async (privacyLevel: string, mediaItems: readonly object[]) => {
    const platforms = [{ platform: 'tiktok', accountId: _id, platformSpecificData: { privacyLevel } }];
    return (await started.api('POST', '/v1/posts', { body: { publishNow: true, mediaItems, platforms } })).status;
  };
  expect(levels.length).toBeGreaterThan(1);
  for (const level of levels) expect(await statusOf(level, await video(longest)), level).toBe(201);
  expect(await statusOf(levels[0] ?? '', await video(longest + 1))).toBe(400);
  for (const level of ['SOMEBODY', 'FOLLOWER_OF_CREATOR'])
    expect(await statusOf(level, await video(longest)), level).toBe(400);
});
