/** The decisions on posts as plain functions: facts in, changes or a refusal out. */
import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../../../src/service/call.ts';
import type { PostAccount } from '../../../../../src/service/areas/posts/account.ts';
import { isRefused, type Refused } from '../../../../../src/service/areas/posts/changes.ts';
import { decideCreate, wantedFrom, type Made } from '../../../../../src/service/areas/posts/decide/decide-create.ts';
import { decideUpdate, updateTimes } from '../../../../../src/service/areas/posts/decide/decide-update.ts';
import { accepted, held, refused } from '../../../../../src/service/areas/posts/publish/outcome.ts';
import type { Post } from '../../../../../src/service/store/post.ts';
import { decideDelete } from '../../../../../src/service/areas/posts/live/remove.ts';
import type { PostBody } from '../../../../../src/service/areas/posts/decide/request.ts';
import { planOf } from '../../../../../src/service/limits/plan.ts';

const NOW = Date.parse('2026-01-05T09:00:00.000Z');
const LATER = '2026-01-06T09:00:00.000Z';

const caller: Caller = {
  ...{ teamId: 'team', userId: 'user', role: 'owner', keyId: 'key' },
  ...{ profileIds: null, readOnly: false, disabledGroups: [] },
};

const account = (id: string, platform: string): PostAccount => ({
  ...{ id, platform, username: id, teamId: 'team', profileId: 'profile' },
  ...{ active: true, enabled: true },
});

const ACCOUNTS = new Map([account('a', 'twitter'), account('b', 'bluesky')].map((one) => [one.id, one]));

const TARGETS = [
  { platform: 'twitter', accountId: 'a' },
  { platform: 'bluesky', accountId: 'b' },
] as const;

const world = (published = 0) => ({
  now: NOW,
  measured: new Map(),
  lists: new Map(),
  reach: { caller, plan: planOf('full'), accounts: ACCOUNTS, excess: new Set<string>() },
  room: {
    accounts: ACCOUNTS,
    legacyDailyCap: null,
    taken: new Map([
      ['a', { publications: Array.from({ length: published }, () => ({ at: NOW, bucket: 'other' })), promised: [] }],
    ]),
  },
});

async function create(body: PostBody, published = 0): Promise<Made | Refused> {
  const wanted = wantedFrom(body, NOW);
  if (isRefused(wanted)) return wanted;
  const asking = { caller, plan: planOf('full'), body };
  return decideCreate(asking, { ...world(published), wanted, id: 'post', place: undefined });
}

async function made(body: PostBody): Promise<Made> {
  const result = await create({ content: 'Hi', platforms: [...TARGETS], ...body });
  if (isRefused(result)) throw new Error(JSON.stringify(result.refused));
  return result;
}

const update = async (before: Post, body: PostBody) => {
  const times = updateTimes(before, body, NOW);
  if (isRefused(times)) return times;
  return decideUpdate(before, body, { ...world(), times, requestId: 'r', place: undefined, conflict: undefined });
};

describe('create', () => {
  test('POST-26 POST-27 a time brings one event and a job for each target', async () => {
    const { changes, post } = await made({ scheduledFor: LATER });
    expect(post).toMatchObject({ status: 'scheduled', scheduledFor: Date.parse(LATER) });
    expect(changes.events.map(({ type }) => type)).toEqual(['post.scheduled']);
    expect(changes.due).toMatchObject([
      { kind: 'publish', ref: 'post/a', dueAt: Date.parse(LATER), payload: { run: 1, tries: 0 } },
      { ref: 'post/b' },
    ]);
  });

  test('POST-28 POST-29 a draft brings nothing but itself', async () => {
    const { changes } = await made({});
    expect(changes).toMatchObject({ posts: [{ status: 'draft' }], events: [], due: [], cancelled: [] });
  });

  test('POST-30 publish-now takes room and keeps its jobs to itself', async () => {
    const { changes, post } = await made({ publishNow: true });
    expect(post).toMatchObject({ status: 'publishing', targets: [{ startedAt: NOW }, { startedAt: NOW }] });
    expect(changes.due.every(({ leaseMs }) => leaseMs !== undefined)).toBe(true);
    expect(changes.taken).toMatchObject([{ accountId: 'a', postId: 'post', at: NOW }, { accountId: 'b' }]);
    expect(changes.events).toEqual([]);
  });

  test('ASM-21 a full cap refuses the whole post', async () => {
    const result = await create({ content: 'Hi', platforms: [...TARGETS], publishNow: true }, 25);
    expect(result).toMatchObject({ refused: { status: 429, headers: { 'Retry-After': '3600' } } });
  });
});

describe('outcome', () => {
  const inFlight = async () => {
    const { post } = await made({ publishNow: true });
    const [target] = post.targets;
    if (target === undefined) throw new Error('no target');
    return { post, target, account: ACCOUNTS.get('a') };
  };

  test('POST-31 POST-37 the first of two targets to end tells of itself only', async () => {
    const changes = accepted(await inFlight(), { nativeId: 'n', url: 'https://example.test/n' }, NOW + 5);
    expect(changes.posts).toMatchObject([
      { status: 'publishing', targets: [{ status: 'published', platformPostId: 'n' }, {}] },
    ]);
    expect(changes.events.map(({ type }) => type)).toEqual(['post.platform.published']);
  });

  test('POST-34 the last one tells of the whole, and a refusal gives its room back', async () => {
    const first = await inFlight();
    const [after] = accepted(first, { nativeId: 'n', url: '' }, NOW + 5).posts;
    const last = after?.targets[1];
    if (after === undefined || last === undefined) throw new Error('no target');
    const attempt = { post: after, target: last, account: ACCOUNTS.get('b') };
    const changes = refused(attempt, { message: 'No.', category: 'user_content' }, NOW + 9);
    expect(changes.posts).toMatchObject([{ status: 'partial', targets: [{}, { errorSource: 'user' }] }]);
    expect(changes.events.map(({ type }) => type)).toEqual(['post.platform.failed', 'post.partial']);
    expect(changes.freed).toEqual([{ accountId: 'b', postId: 'post', at: NOW }]);
  });

  test('POST-06 ASM-59 a hold moves the time and tells nothing', async () => {
    const { post } = await made({ scheduledFor: LATER });
    const [target] = post.targets;
    if (target === undefined) throw new Error('no target');
    const alone = { ...post, targets: [target] };
    const changes = held({ post: alone, target }, NOW + 99, NOW);
    expect(changes).toMatchObject({
      posts: [{ status: 'scheduled', scheduledFor: NOW + 99 }],
      events: [],
      due: [{ dueAt: NOW + 99 }],
    });
  });
});

describe('update and delete', () => {
  test('POST-43 a time promotes a draft', async () => {
    const { post } = await made({});
    expect(await update(post, { scheduledFor: LATER })).toMatchObject({
      event: 'promote',
      post: { status: 'scheduled' },
      changes: { events: [{ type: 'post.scheduled' }], due: [{ ref: 'post/a' }, { ref: 'post/b' }] },
    });
  });

  test('POST-57 dropped targets lose their jobs', async () => {
    const { post } = await made({ scheduledFor: LATER });
    expect(await update(post, { platforms: [TARGETS[0]] })).toMatchObject({
      event: 'change',
      changes: { cancelled: [{ kind: 'publish', ref: 'post/b' }], due: [{ ref: 'post/a' }] },
    });
  });

  test('ASM-07 a refused update names the status', async () => {
    const { post } = await made({});
    expect(await update({ ...post, status: 'cancelled' }, { content: 'New' })).toMatchObject({
      refused: {
        status: 400,
        body: { code: 'invalid_field_value', param: 'status', details: { status: 'cancelled' } },
      },
    });
  });

  test('ASM-10 deleting a scheduled post cancels its jobs and says so', async () => {
    const { post } = await made({ scheduledFor: LATER });
    expect(decideDelete(post)).toMatchObject({
      removedPosts: ['post'],
      cancelled: [{ ref: 'post/a' }, { ref: 'post/b' }],
      events: [{ type: 'post.cancelled', payload: { post: { status: 'cancelled' } } }],
    });
  });
});
