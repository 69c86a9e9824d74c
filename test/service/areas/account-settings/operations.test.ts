import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';

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
