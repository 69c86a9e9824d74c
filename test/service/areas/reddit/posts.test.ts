/** What accounts publish on reddit is in its feeds, and takes votes and flairs. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

const OTHERS = 't3_1abcde';
const SHOWOFF = '3b9c7f1e-0a5d-11ee-9d3b-1a2b3c4d5e6f';

async function scene() {
  const service = await startService();
  const { _id: accountId } = await service.account('reddit', { username: 'harborbooks' });
  const { api } = service;
  const platforms = [{ platform: 'reddit', accountId, platformSpecificData: { subreddit: 'webdev' } }];
  const body = { content: 'Ten steps before a site goes out', title: 'Our list', platforms, publishNow: true };
  const made = await api('POST', '/v1/posts', { body });
  const post = made.body['post'] as unknown as { platforms: readonly { platformPostId: string }[] };
  const own = String(post.platforms[0]?.platformPostId);
  const feed = async (query: Readonly<Record<string, string>> = {}) =>
    (await api('GET', '/v1/reddit/feed', { query: { accountId, ...query } })).body['items'] as unknown as Json[];
  const one = async (fullname: string) => (await feed()).find((item) => String(item['fullname']) === fullname);
  const vote = (thingId: string, direction: number) =>
    api('POST', `/v1/accounts/${accountId}/reddit-vote`, { body: { thingId, direction } });
  const flair = (given: object) =>
    api('POST', `/v1/accounts/${accountId}/reddit-flairs`, {
      body: { subreddit: 'webdev', postId: own, flairTemplateId: SHOWOFF, ...given },
    });
  return { ...service, accountId, own, feed, one, vote, flair };
}

test('readings, "Reddit and X": a post that was published is in the feed of its subreddit and found by its words', async () => {
  const { api, feed, own, accountId, control } = await scene();
  const names = (items: readonly Json[]) => items.map((item) => String(item['fullname']));
  expect(names(await feed({ subreddit: 'webdev', sort: 'new' }))).toEqual([own, OTHERS]);
  expect(names(await feed({ subreddit: 'webdev', sort: 'top' }))).toEqual([OTHERS, own]);
  expect(names(await feed({ subreddit: 'webdev', sort: 'top', t: 'hour' }))).toEqual([own]);
  expect(names(await feed({ subreddit: 'smallbusiness' }))).toEqual([]);
  const query = { accountId, q: 'site goes' };
  const found = (await api('GET', '/v1/reddit/search', { query })).body['items'] as unknown as Json[];
  expect(names(found)[0]).toBe(own);
  expect((await api('GET', '/v1/reddit/feed', { query: { accountId, subreddit: 'no_such' } })).status).toBe(404);
  await control('DELETE', `/_local/network/${accountId}/feed/${own}`);
  expect(names(await feed({ subreddit: 'webdev' }))).toEqual([OTHERS]);
});

test('readings, "Reddit and X": a vote counts once, is turned round and taken back', async () => {
  const { vote, one, control, accountId } = await scene();
  const score = async () => (await one(OTHERS))?.['score'];
  const votes = async () =>
    (await control('GET', `/_local/network/${accountId}/feed?kind=vote`)).body['items'] as unknown as Json[];
  expect(await score()).toBe(214);
  await vote(OTHERS, 1);
  expect((await vote(OTHERS, 1)).body).toEqual({ success: true });
  expect(await score()).toBe(215);
  await vote(OTHERS, -1);
  expect(await score()).toBe(213);
  expect(await votes()).toMatchObject([{ thingId: OTHERS, direction: -1 }]);
  await vote(OTHERS, 0);
  expect(await score()).toBe(214);
  expect(await votes()).toMatchObject([{ removedAt: expect.anything() }]);
  expect(await vote('t3_none', 1)).toMatchObject({ status: 404, body: { param: 'thingId' } });
});

test('readings, "Reddit and X": a flair of the subreddit is set on a post, with its own words or others', async () => {
  const { flair, one, own } = await scene();
  const text = async () => (await one(own))?.['flairText'];
  expect(await text()).toBeNull();
  expect((await flair({})).body).toEqual({ success: true });
  expect(await text()).toBe('Showoff Saturday');
  await flair({ text: 'Shown' });
  expect(await text()).toBe('Shown');
  expect(await flair({ flairTemplateId: '4d1f02aa-0a5d-11ee-8c53-2b3c4d5e6f71' })).toMatchObject({
    status: 404,
    body: { param: 'flairTemplateId' },
  });
  expect(await flair({ subreddit: 'smallbusiness' })).toMatchObject({ status: 400, body: { param: 'subreddit' } });
  expect(await flair({ postId: 't3_none' })).toMatchObject({ status: 404, body: { param: 'postId' } });
});
