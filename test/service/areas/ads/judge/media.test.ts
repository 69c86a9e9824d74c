/** Images and videos of ads: who can read them, how large they are and which shape they have for the places where the ad is shown; and what reaches the network of these places. */
import { describe, expect, test } from 'vitest';
import { fileProblem } from '../../../../../src/service/areas/ads/judge/media.ts';
import { gifOf, mp4Of, pngOf, upload } from '../../../../support/media-files.ts';
import { CONTENT, META } from '../ad-content.ts';
import { adStage } from '../stage.ts';

const MB = 1024 * 1024;
const UPRIGHT = { width: 1080, height: 1920 };
const SQUARE = { width: 1080, height: 1080 };
const REELS = { publisherPlatforms: ['instagram'], instagramPositions: ['reels'] };
const STORIES = { publisherPlatforms: ['facebook'], facebookPositions: ['story'] };
const FEED = { publisherPlatforms: ['facebook'], facebookPositions: ['feed'] };

async function stage() {
  const service = await adStage();
  const create = (more: object) => service.post('create', { ...CONTENT, ...more });
  const put = (bytes: Buffer, contentType: string) => upload(service, contentType, bytes);
  return { ...service, create, put };
}

const refusedAt = (param: string) => ({ status: 400, body: { code: 'invalid_field_value', param } });

describe('ADS-49 ERR-46 media that not everybody can read are refused by the network', () => {
  const CLOSED = { status: 400, body: { code: 'platform_api_error', platformError: { error_subcode: 324 } } };

  test.each([
    ['a name and a password', () => 'https://ada:secret@example.com/a.jpg'],
    ['a path of the service behind its key', (url: string) => `${url}/v1/posts`],
    ['a file of the service that is not there', (url: string) => `${url}/_media/files/none.jpg`],
  ])('an address with %s', async (_, at) => {
    const { create, put, post } = await stage();
    const imageUrl = at(new URL(await put(pngOf(SQUARE), 'image/png')).origin);
    expect(await create({ imageUrl })).toMatchObject(CLOSED);
    expect(await create({ imageUrl: undefined, video: { url: imageUrl } })).toMatchObject(CLOSED);
    const card = { imageUrl, linkUrl: 'https://example.com' };
    const carouselCards = [{ ...card, imageUrl: 'https://example.com/a.jpg' }, card];
    expect(await create({ imageUrl: undefined, carouselCards })).toMatchObject(CLOSED);
    const dynamicCreative = { imageUrls: [imageUrl], bodies: ['a'], headlines: ['b'] };
    expect(await create({ imageUrl: undefined, dynamicCreative })).toMatchObject(CLOSED);
    const creative = { name: 'A', headline: 'A', body: 'A', linkUrl: 'https://example.com', imageUrl };
    expect(await post('creatives', creative)).toMatchObject(CLOSED);
  });

  test('an address that is open, and an uploaded file, are taken', async () => {
    const { create, put } = await stage();
    expect(await create({ imageUrl: 'https://example.com/a.jpg' })).toMatchObject({ status: 201 });
    expect(await create({ imageUrl: await put(pngOf(SQUARE), 'image/png') })).toMatchObject({ status: 201 });
  });
});

test('ADS-55 an image of the feed is a JPEG or PNG of at most 30 MB', async () => {
  const { create, put } = await stage();
  expect(await create({ imageUrl: await put(gifOf(SQUARE), 'image/gif') })).toMatchObject(refusedAt('imageUrl'));
  const file = (sizeBytes: number) => ({ contentType: 'image/jpeg', sizeBytes, facts: {} });
  expect(fileProblem(file(30 * MB), 'image', ['feed'])).toBeUndefined();
  expect(fileProblem(file(30 * MB + 1), 'image', ['feed'])).toBe('It can be at most 30 MB.');
});

test('ADS-57 a video of reels is an MP4 or MOV of at most 4 GB', async () => {
  const { create, put } = await stage();
  const video = { url: await put(pngOf(UPRIGHT), 'image/png') };
  expect(await create({ imageUrl: undefined, video, placements: REELS })).toMatchObject(refusedAt('video.url'));
  const file = (contentType: string, sizeBytes: number) => ({ contentType, sizeBytes, facts: UPRIGHT });
  for (const contentType of ['video/mp4', 'video/quicktime']) {
    expect(fileProblem(file(contentType, 4_096 * MB), 'video', ['reels'])).toBeUndefined();
    expect(fileProblem(file(contentType, 4_096 * MB + 1), 'video', ['reels'])).toBe('It can be at most 4096 MB.');
  }
  expect(fileProblem(file('video/webm', 1), 'video', ['reels'])).toBe('It must be an MP4 or MOV.');
});

test('ADS-58 a video of reels is upright, 9:16, and at most 90 seconds long; elsewhere it need not be', async () => {
  const { create, put } = await stage();
  const made = async (facts: object, placements: object) => {
    const video = { url: await put(mp4Of(facts), 'video/mp4') };
    return create({ imageUrl: undefined, video, placements });
  };
  expect(await made({ ...UPRIGHT, seconds: 90 }, REELS)).toMatchObject({ status: 201 });
  expect(await made({ ...UPRIGHT, seconds: 91 }, REELS)).toMatchObject(refusedAt('video.url'));
  expect(await made({ ...SQUARE, seconds: 10 }, REELS)).toMatchObject(refusedAt('video.url'));
  expect(await made({ ...SQUARE, seconds: 91 }, FEED)).toMatchObject({ status: 201 });
});

test('ADS-59 a story is an upright JPEG, PNG or MP4', async () => {
  const { create, put } = await stage();
  const image = async (facts: object) =>
    create({ imageUrl: await put(pngOf(facts), 'image/png'), placements: STORIES });
  expect(await image(UPRIGHT)).toMatchObject({ status: 201 });
  expect(await image(SQUARE)).toMatchObject(refusedAt('imageUrl'));
  const video = (contentType: string, sizeBytes: number) =>
    fileProblem({ contentType, sizeBytes, facts: UPRIGHT }, 'video', ['story']);
  expect(video('video/mp4', 4_096 * MB)).toBeUndefined();
  expect(video('video/mp4', 4_096 * MB + 1)).toBe('It can be at most 4096 MB.');
  expect(video('video/quicktime', 1)).toBe('A story video must be an MP4.');
  const large = { contentType: 'image/png', sizeBytes: 30 * MB + 1, facts: UPRIGHT };
  expect(fileProblem(large, 'image', ['story'])).toBe('It can be at most 30 MB.');
});

test('ADS-61 a card of a carousel is a JPEG, PNG or MP4 of at most 30 MB', async () => {
  const { create, put } = await stage();
  const card = { imageUrl: 'https://example.com/a.jpg', linkUrl: 'https://example.com' };
  const carouselCards = [card, { ...card, imageUrl: await put(gifOf(SQUARE), 'image/gif') }];
  expect(await create({ imageUrl: undefined, carouselCards })).toMatchObject(refusedAt('carouselCards.1.imageUrl'));
  for (const contentType of ['image/jpeg', 'image/png', 'video/mp4']) {
    const file = (sizeBytes: number) => ({ contentType, sizeBytes, facts: {} });
    expect(fileProblem(file(30 * MB), 'card', [])).toBeUndefined();
    expect(fileProblem(file(30 * MB + 1), 'card', [])).toBe('It can be at most 30 MB.');
  }
});

describe('where an ad is shown', () => {
  test('ADS-24 a position without its platform is taken, and does not reach the network', async () => {
    const { create, feed, accountId } = await stage();
    const placements = {
      publisherPlatforms: ['facebook'],
      facebookPositions: ['feed'],
      instagramPositions: ['stream'],
    };
    expect(await create({ name: 'Idle', placements })).toMatchObject({ status: 201 });
    const sent = (await feed(accountId, 'ad')).find(({ name }) => String(name) === 'Idle');
    expect(sent?.['targeting']).toMatchObject({
      placements: { publisherPlatforms: ['facebook'], facebookPositions: ['feed'] },
    });
    expect(JSON.stringify(sent)).not.toContain('instagramPositions');
  });

  test('ADS-25 a word that is none is refused by the service, places that do not go together by the network', async () => {
    const { create, feed, accountId } = await stage();
    const before = (await feed(accountId, 'ad')).length;
    const unknown = { publisherPlatforms: ['tiktok'] };
    expect(await create({ placements: unknown })).toMatchObject({ status: 400, body: { code: 'invalid_field_value' } });
    const threads = { publisherPlatforms: ['threads', 'instagram'], threadsPositions: ['threads_stream'] };
    expect(await create({ placements: { ...threads, instagramPositions: ['story'] } })).toMatchObject({
      status: 400,
      body: { code: 'platform_api_error', platform: 'meta' },
    });
    expect(await feed(accountId, 'ad')).toHaveLength(before);
    expect(await create({ placements: { ...threads, instagramPositions: ['stream'] } })).toMatchObject({ status: 201 });
  });
});

test('ADS-30 an ad with the retired bundle of enhancements is not copied; one with single features is', async () => {
  const { create, api } = await stage();
  const copyOf = async (creativeFeatures: object) => {
    const made = (await create({ creativeFeatures })).body['ad'];
    return api('POST', `/v1/ads/${String(made?.['_id'])}/duplicate`, { body: {} });
  };
  expect(await copyOf({ standard_enhancements: 'OPT_IN' })).toMatchObject({
    status: 400,
    body: { code: 'platform_api_error', platformError: { error_subcode: 3858504 } },
  });
  expect((await copyOf({ image_brightness_and_contrast: 'OPT_IN' })).status).toBeLessThan(300);
  expect((await copyOf({ standard_enhancements: 'OPT_OUT' })).status).toBeLessThan(300);
});

test('a copied ad is sent to its network like a new one', async () => {
  const { api, created, feed, accountId } = await stage();
  const body = { renameSuffix: ' (copy)' };
  const made = await api('POST', `/v1/ads/${created.id}/duplicate`, { body });
  const sent = await feed(accountId, 'ad');
  expect(made.status).toBeLessThan(300);
  expect(sent.map(({ name, text }) => [name, text])).toEqual([
    ['Spring', 'A third off.'],
    ['Spring (copy)', 'A third off.'],
  ]);
});

test('ADS-43 an image of 30 MB in base64 is taken, and one byte more is refused', async () => {
  const { post } = await stage();
  const image = (sizeBytes: number) =>
    post('images', { adAccountId: META, imageBase64: pngOf(SQUARE, sizeBytes).toString('base64') });
  expect((await image(30 * MB)).status).toBeLessThan(300);
  expect(await image(30 * MB + 1)).toMatchObject(refusedAt('imageBase64'));
});
