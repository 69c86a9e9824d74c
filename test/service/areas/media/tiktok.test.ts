import { beforeEach, describe, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';

let service: ServiceUnderTest;

beforeEach(async () => {
  service = await startService();
});

const download = (query: Record<string, string>) => service.api('GET', '/v1/tools/tiktok/download', { query });

async function video(): Promise<string> {
  const { _id } = await service.account('tiktok', { username: 'northwind' });
  const media = [{ type: 'video', url: 'https://a.example/clip.mov' }];
  await service.control('POST', `/_local/network/${_id}/feed`, { text: 'Our shop', media });
  const [item] = await service.feed(_id);
  return item?.['url'] as unknown as string;
}

describe('the video download tool', () => {
  test('a post of the team leads to its file', async () => {
    const url = await video();
    expect((await download({ url })).body).toMatchObject({
      success: true,
      title: 'Our shop',
      downloadUrl: 'https://a.example/clip.mov',
    });
  });

  test('the formats are listed and can be chosen', async () => {
    const url = await video();
    const { body } = await download({ url, action: 'formats' });
    expect(body['formats']).toEqual([expect.objectContaining({ id: 'video-1', ext: 'mov', hasVideo: true })]);
    expect((await download({ url, formatId: 'video-1' })).status).toBe(200);
    expect((await download({ url, formatId: 'video-9' })).status).toBe(404);
  });

  test('an unknown video is not found, another address is refused', async () => {
    expect((await download({ url: 'https://www.tiktok.com/@x/video/123' })).status).toBe(404);
    expect(await download({ url: 'https://example.com/video/123' })).toMatchObject({
      status: 400,
      body: { param: 'url' },
    });
  });
});
