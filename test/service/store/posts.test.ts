import { beforeEach, describe, expect, test } from 'vitest';
import type { Post, Target } from '../../../src/service/store/post.ts';
import type { PostFilter, Store } from '../../../src/service/store/store.ts';
import { newStore, NOW } from './open.ts';

const target = (accountId: string, platform: string, profileId: string): Target => ({
  accountId,
  platform,
  profileId,
  status: 'pending',
  run: 1,
});

const post = (id: string, more: Partial<Post> = {}): Post => ({
  id,
  teamId: 'team',
  userId: 'user1',
  status: 'scheduled',
  source: 'service',
  hidden: false,
  content: `text of ${id}`,
  mediaItems: [],
  targets: [target('acc1', 'twitter', 'prof1')],
  scheduledFor: NOW,
  timezone: 'UTC',
  queueId: null,
  createdAt: NOW,
  updatedAt: NOW,
  extra: {},
  ...more,
});

const POSTS = [
  post('a', { scheduledFor: NOW + 30, createdAt: NOW + 1 }),
  post('b', { scheduledFor: NOW + 10, createdAt: NOW + 2, status: 'published', content: 'Grüße aus BERLIN' }),
  post('c', { scheduledFor: null, createdAt: NOW + 20, status: 'draft', targets: [], title: 'Plan', queueId: 'q1' }),
  post('d', { scheduledFor: NOW + 40, createdAt: NOW + 3, hidden: true }),
  post('e', {
    scheduledFor: NOW + 50,
    createdAt: NOW,
    source: 'external',
    userId: 'user2',
    targets: [target('acc2', 'bluesky', 'prof2'), target('acc1', 'twitter', 'prof1')],
  }),
  post('f', { teamId: 'other' }),
];

let store: Store;

const ids = async (filter: Partial<PostFilter>): Promise<string> =>
  (await store.read.posts({ teamId: 'team', ...filter })).map(({ id }) => id).join('');

describe('with six posts', () => {
  beforeEach(async () => {
    ({ store } = await newStore());
    await store.transact(async (tx) => {
      for (const one of POSTS) await tx.putPost(one);
    });
  });

  // prettier-ignore
  test.each<[Partial<PostFilter>, string]>([
    [{}, 'eacb'],
    [{ sortBy: 'scheduled-asc' }, 'bcae'],
    [{ sortBy: 'created-desc' }, 'cbae'],
    [{ sortBy: 'created-asc' }, 'eabc'],
    [{ sortBy: 'status' }, 'cbea'],
    [{ sortBy: 'platform' }, 'ceab'],
    [{ includeHidden: true, mayBePublished: true }, 'b'],
    [{ includeHidden: true }, 'edacb'],
    [{ status: 'draft' }, 'c'],
    [{ platform: 'twitter' }, 'eab'],
    [{ platform: 'bluesky' }, 'e'],
    [{ accountId: 'acc2' }, 'e'],
    [{ profileIds: ['prof2', 'nobody'] }, 'e'],
    [{ profileIds: [] }, ''],
    [{ createdBy: 'user2' }, 'e'],
    [{ source: 'external' }, 'e'],
    [{ queueId: 'q1' }, 'c'],
    [{ search: 'berlin' }, 'b'],
    [{ search: 'GRÜSSE' }, ''],
    [{ search: 'grüße' }, 'b'],
    [{ search: 'PLAN' }, 'c'],
    [{ search: '%' }, ''],
    [{ from: NOW + 20, to: NOW + 30 }, 'ac'],
    [{ limit: 2 }, 'ea'],
    [{ limit: 2, offset: 2 }, 'cb'],
    [{ status: 'scheduled', platform: 'twitter', search: 'text' }, 'ea'],
  ])('the filter %j finds %s', async (filter, expected) => {
    expect(await ids(filter)).toBe(expected);
    const { limit, offset, ...whole } = { teamId: 'team', ...filter };
    expect(await store.read.countPosts({ ...whole, limit: limit ?? 1, offset: offset ?? 1 })).toBe(
      (await store.read.posts(whole)).length,
    );
  });

  test('a post comes back as it was put', async () => {
    expect(await store.read.post('e')).toEqual(POSTS[4]);
    expect(await store.read.post('nobody')).toBeUndefined();
  });

  test('a changed post is found by its new words, targets and time, and no longer by the old ones', async () => {
    const changed = post('a', {
      content: 'other words',
      scheduledFor: NOW + 99,
      targets: [target('acc3', 'tiktok', 'p')],
    });
    await store.transact((tx) => tx.putPost(changed));

    expect(await ids({ search: 'other words' })).toBe('a');
    expect(await ids({ search: 'text of a' })).toBe('');
    expect(await ids({ accountId: 'acc3' })).toBe('a');
    expect(await ids({ accountId: 'acc1' })).toBe('eb');
    expect(await ids({ limit: 1 })).toBe('a');
    expect(await store.read.post('a')).toEqual(changed);
  });

  test('a changed status alone is found by the filter on status', async () => {
    await store.transact((tx) => tx.putPost({ ...(POSTS[0] as Post), status: 'failed' }));
    expect(await ids({ status: 'failed' })).toBe('a');
    expect(await ids({ status: 'scheduled' })).toBe('e');
  });

  test('a removed post is gone with its targets', async () => {
    expect(await store.transact((tx) => tx.removePost('e'))).toBe(true);
    expect(await store.transact((tx) => tx.removePost('e'))).toBe(false);
    expect(await ids({ accountId: 'acc2' })).toBe('');
  });
});

test('pages do not overlap and miss nothing when all posts have one time', async () => {
  const { store: many } = await newStore();
  await many.transact(async (tx) => {
    for (let index = 0; index < 250; index += 1) await tx.putPost(post(`p${String(index)}`));
  });
  const seen: string[] = [];
  for (let offset = 0; offset < 250; offset += 100)
    seen.push(...(await many.read.posts({ teamId: 'team', limit: 100, offset })).map(({ id }) => id));
  expect(new Set(seen).size).toBe(250);
  expect(seen[0]).toBe('p249');
});
