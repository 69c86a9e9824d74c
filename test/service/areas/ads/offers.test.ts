/** What the inbox asks of ads: which ad is meant, and whether people can comment on it. */
import { expect, test } from 'vitest';
import { adNamed, isCommentable, postBehind } from '../../../../src/service/areas/ads/offers.ts';
import type { AdRecord } from '../../../../src/service/areas/ads/record.ts';
import { adStage } from './stage.ts';

/** An ad made with more fields, as it is stored, and what reads it. */
async function scene(more: object = {}) {
  const stage = await adStage(more);
  const { read } = stage.service.desk.store;
  const ad = await read.get('ad', stage.created.id);
  if (ad === undefined) throw new Error('There is no ad.');
  return { ...stage, read, ad };
}

test('an ad is named by either of its ids, within its team', async () => {
  const { read, ad } = await scene();
  const { teamId } = ad;
  for (const id of [ad.id, String(ad.doc.platformAdId)]) expect((await adNamed(read, { teamId, id }))?.id).toBe(ad.id);
  expect(await adNamed(read, { teamId: 'another', id: ad.id })).toBeUndefined();
  expect(await adNamed(read, { teamId, id: '1' })).toBeUndefined();
});

test('the post behind an ad is the one that it boosts on the network, else one of its own', async () => {
  const { ad } = await scene();
  const own = postBehind(ad, 'facebook');
  expect(postBehind(ad, 'instagram')).not.toBe(own);
  const creative = { effectiveObjectStoryId: '1_2', effectiveInstagramMediaId: '3' };
  const boost = { ...ad, doc: { ...ad.doc, creative } } as AdRecord;
  expect([postBehind(boost, 'facebook'), postBehind(boost, 'instagram')]).toEqual(['1_2', '3']);
});

test('ADS-48 people comment on ads, but not on stories and not on those of product sets', async () => {
  const { read, ad } = await scene();
  const withFields = (fields: object) => ({ ...ad, doc: { ...ad.doc, ...fields } }) as AdRecord;
  const placed = (facebookPositions: readonly string[]) =>
    withFields({ targeting: { placements: { publisherPlatforms: ['facebook'], facebookPositions } } });
  expect(await isCommentable(read, ad)).toBe(true);
  expect(await isCommentable(read, withFields({ promotedObject: { pixelId: '1' } }))).toBe(true);
  expect(await isCommentable(read, withFields({ promotedObject: { productSetId: '1' } }))).toBe(false);
  expect(await isCommentable(read, placed(['story']))).toBe(false);
  expect(await isCommentable(read, placed(['feed', 'story']))).toBe(true);
});

test('ADS-48 a boosted story has no comments, and any other boosted post has', async () => {
  const { read, ad, api, account } = await scene();
  const { _id: page } = await account('facebook');
  const boostOf = async (platformSpecificData: object) => {
    const body = {
      content: 'Open today.',
      platforms: [{ platform: 'facebook', accountId: page, platformSpecificData }],
      mediaItems: [{ type: 'image', url: 'https://example.com/open.jpg' }],
      publishNow: true,
    };
    const made = await api('POST', '/v1/posts', { body });
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
    return { ...ad, doc: { ...ad.doc, postId: made.body['post']?.['_id'] } } as unknown as AdRecord;
  };
  expect(await isCommentable(read, await boostOf({ contentType: 'story' }))).toBe(false);
  expect(await isCommentable(read, await boostOf({}))).toBe(true);
});
