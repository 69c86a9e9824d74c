/** Settings that name something of the account: what its own list shows is taken, anything else is refused everywhere alike. */
import { describe, expect, test } from 'vitest';
import { startService, type Answer, type Json, type ServiceUnderTest } from '../../../support/service.ts';
import { create, idOf, publish, targetOf, type Account } from './scene.ts';

interface Row {
  readonly setting: string;
  /** A word that the account's own list shows, by a real call. */
  shown(service: ServiceUnderTest, account: Account): Promise<string>;
  readonly unknown: string;
  readonly code?: string;
  readonly post?: object;
}

const LATER = '2026-01-06T09:00:00.000Z';
const IMAGE = [{ type: 'image', url: 'https://example.test/i.jpg' }];
const VIDEO = [{ type: 'video', url: 'https://example.test/v.mp4' }];

const listed =
  (path: string, list: string, field: string, query: Readonly<Record<string, string>> = {}): Row['shown'] =>
  async ({ api }, { _id }) => {
    const { body } = await api('GET', `/v1/accounts/${_id}/${path}`, { query });
    const entries = body[list] as unknown as readonly Readonly<Record<string, string>>[];
    return entries.at(-1)?.[field] ?? 'none';
  };

const made =
  (path: string, sent: object, record: string): Row['shown'] =>
  async ({ api }, { _id }) => {
    const { body } = await api('POST', `/v1/accounts/${_id}/${path}`, { body: sent });
    return String(body[record]?.['id']);
  };

// prettier-ignore
const ROWS: readonly (readonly [platform: string, about: string, row: Row])[] = [
  ['facebook', 'a page', { setting: 'pageId', shown: listed('facebook-page', 'pages', 'id'), unknown: '1' }],
  ['linkedin', 'an organization', { setting: 'organizationUrn', shown: organization, unknown: 'urn:li:organization:1' }],
  ['pinterest', 'a board', { setting: 'boardId', shown: listed('pinterest-boards', 'boards', 'id'), unknown: '1', post: { mediaItems: IMAGE } }],
  ['pinterest', 'a new board', { setting: 'boardId', shown: made('pinterest-boards', { name: 'Roasts' }, 'board'), unknown: '1', post: { mediaItems: IMAGE } }],
  ['youtube', 'a new playlist', { setting: 'playlistId', shown: made('youtube-playlists', { title: 'Roasts' }, 'playlist'), unknown: 'PL1', post: { title: 'A roast', mediaItems: VIDEO } }],
  ['discord', 'a channel', { setting: 'channelId', shown: listed('discord-channels', 'channels', 'id'), unknown: '1' }],
  ['googlebusiness', 'a location', { setting: 'locationId', shown: listed('gmb-locations', 'locations', 'id'), unknown: '1' }],
  ['reddit', 'a community', { setting: 'subreddit', shown: listed('reddit-subreddits', 'subreddits', 'name'), unknown: 'nosuchplace', post: { title: 'A roast' } }],
  ['reddit', 'a flair', { setting: 'flairId', shown: listed('reddit-flairs', 'flairs', 'id', { subreddit: 'webdev' }), unknown: 'none', post: { title: 'A roast' } }],
  ['tiktok', 'a privacy level', { setting: 'privacyLevel', shown: offered, unknown: 'FOLLOWER_OF_CREATOR', code: 'invalid_field_value', post: { mediaItems: VIDEO } }],
];

/** The list has ids; the setting takes URNs. */
async function organization(service: ServiceUnderTest, account: Account): Promise<string> {
  const id = await listed('linkedin-organizations', 'organizations', 'id')(service, account);
  return `urn:li:organization:${id}`;
}

async function offered({ api }: ServiceUnderTest, { _id }: Account): Promise<string> {
  const { body } = await api('GET', `/v1/accounts/${_id}/tiktok/creator-info`, { query: { mediaType: 'video' } });
  return (body['privacyLevels'] as unknown as readonly { readonly value: string }[]).at(-1)?.value ?? 'none';
}

const targetWith = (account: Account, setting: string, word: string) => [
  { ...targetOf(account), platformSpecificData: { [setting]: word } },
];

const validated = (service: ServiceUnderTest, body: object): Promise<Answer> =>
  service.api('POST', '/v1/tools/validate/post', { body });

describe.each(ROWS)('on %s %s', (platform, _about, { setting, shown, unknown, code = 'not_found', post = {} }) => {
  test('ASM-13 that the list shows is taken everywhere', async () => {
    const service = await startService();
    const account = await service.account(platform);
    const platforms = targetWith(account, setting, await shown(service, account));
    const body = { ...post, platforms };
    expect((await validated(service, { content: 'Hello', ...body })).body).toMatchObject({ valid: true });
    expect((await create(service, [], { ...body, scheduledFor: LATER, dryRun: true })).status).toBe(200);
    expect((await create(service, [], { ...body, scheduledFor: LATER })).status).toBe(201);
    expect((await publish(service, [], { ...body, content: 'Now' })).status).toBe(201);
  });

  test('ASM-13 that the list does not show is refused everywhere, except in a draft', async () => {
    const service = await startService();
    const account = await service.account(platform);
    const platforms = targetWith(account, setting, unknown);
    const body = { ...post, platforms };
    const refused = {
      status: code === 'not_found' ? 404 : 400,
      body: { code, param: `platforms.0.platformSpecificData.${setting}` },
    };
    expect(await create(service, [], { ...body, scheduledFor: LATER, dryRun: true })).toMatchObject(refused);
    expect(await create(service, [], { ...body, scheduledFor: LATER })).toMatchObject(refused);
    expect(await publish(service, [], body)).toMatchObject(refused);
    const draft = await create(service, [], { ...body, isDraft: true });
    expect(draft.status).toBe(201);
    const promoted = { isDraft: false, scheduledFor: LATER };
    expect(await service.api('PUT', `/v1/posts/${idOf(draft)}`, { body: promoted })).toMatchObject(refused);
    expect((await validated(service, { content: 'Hello', ...body })).body).toMatchObject({
      valid: false,
      errors: [{ platform, error: expect.stringContaining(unknown) }],
    });
    const anonymous = platforms.map(({ platformSpecificData }) => ({ platform, platformSpecificData }));
    const verdict = await validated(service, { content: 'Hello', ...post, platforms: anonymous });
    expect((verdict.body as Json)['valid']).toBe(true);
  });
});

test('ASM-13 a playlist of another account is refused', async () => {
  const service = await startService();
  const [one, other] = [await service.account('youtube'), await service.account('youtube', { username: 'other' })];
  const [, , row] = ROWS.find(([platform]) => platform === 'youtube') ?? [];
  const id = (await row?.shown(service, one)) ?? '';
  const more = { title: 'A roast', mediaItems: VIDEO };
  expect((await publish(service, [], { ...more, platforms: targetWith(other, 'playlistId', id) })).status).toBe(404);
  expect((await publish(service, [], { ...more, platforms: targetWith(one, 'playlistId', id) })).status).toBe(201);
});

test('ASM-13 the refusal names the field in which the caller wrote the word', async () => {
  const service = await startService();
  const [tiktok, page] = [await service.account('tiktok'), await service.account('facebook')];
  const level = { privacyLevel: 'FOLLOWER_OF_CREATOR' };
  const paramOf = async (accounts: readonly Account[], more: object) =>
    (await publish(service, accounts, { mediaItems: VIDEO, ...more })).body['param'];
  expect(await paramOf([tiktok], { tiktokSettings: level })).toBe('tiktokSettings.privacyLevel');
  expect(await paramOf([page], { platformSpecificData: { pageId: '1' } })).toBe('platformSpecificData.pageId');
});
