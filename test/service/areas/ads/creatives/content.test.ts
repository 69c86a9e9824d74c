/** What an ad is made of: its media, each once and by what is known of it. */
import { expect, test } from 'vitest';
import { adStage } from '../stage.ts';

test('an ad has its image, or its video by address or by id', async () => {
  const { api, created, post } = await adStage();
  const mediaOf = async (id: unknown) => (await api('GET', `/v1/ads/${String(id)}/media`)).body['media'];
  expect(await mediaOf(created.id)).toEqual([{ type: 'image', url: 'https://example.com/spring.jpg', index: 0 }]);
  const common = { name: 'Film', goal: 'traffic', budgetAmount: 20, budgetType: 'daily', headline: 'A', body: 'B' };
  const made = async (video: object) =>
    (await post('create', { ...common, linkUrl: 'https://example.com', countries: ['DE'], video })).body['ad']?.['_id'];
  const film = { url: 'https://example.com/film.mp4', thumbnailUrl: 'https://example.com/film.jpg' };
  expect(await mediaOf(await made(film))).toEqual([{ type: 'video', ...film, index: 0 }]);
});
