/** Changing posts: fields, times, promotion, queue and publish-now, in the statuses that allow it. */
import { describe, expect, test } from 'vitest';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';
import {
  asked,
  behave,
  create,
  idOf,
  names,
  postEvents,
  publish,
  published,
  read,
  targetOf,
  type Account,
} from './scene.ts';

const LATER = '2026-01-06T09:00:00.000Z';
const EVEN_LATER = '2026-01-07T09:00:00.000Z';

const put = (service: ServiceUnderTest, id: string, body: object) => service.api('PUT', `/v1/posts/${id}`, { body });

/** A post in each status that has one. */
async function postIn(service: ServiceUnderTest, status: string): Promise<string> {
  const [good, bad] = [await service.account('twitter'), await service.account('bluesky')];
  if (status === 'draft') return idOf(await create(service, [good]));
  if (status === 'scheduled') return idOf(await create(service, [good], { scheduledFor: LATER }));
  if (status === 'published') return idOf(await publish(service, [good]));
  if (status === 'publishing') {
    await behave(service, bad, { outcome: 'rate_limited', retryAfterSeconds: 200 });
    return idOf(await publish(service, [bad]));
  }
  if (status === 'cancelled') {
    const id = idOf(await create(service, [bad], { scheduledFor: LATER }));
    await service.control('POST', `/_local/accounts/${bad._id}/disconnect`, {});
    return id;
  }
  await behave(service, bad, { outcome: 'reject', times: 1 });
  return idOf(await publish(service, status === 'partial' ? [good, bad] : [bad]));
}

describe('which statuses allow it', () => {
  test.each(['draft', 'scheduled', 'failed', 'partial'])('ASM-07 a %s post is changed', async (status) => {
    const service = await startService();
    const id = await postIn(service, status);
    expect(await put(service, id, { title: 'New' })).toMatchObject({
      status: 200,
      body: { post: { title: 'New', status } },
    });
  });

  test.each(['published', 'publishing', 'cancelled'])(
    'ASM-07 ASM-58 a %s post is not changed and not queued',
    async (status) => {
      const service = await startService();
      const id = await postIn(service, status);
      const before = await read(service, id);
      for (const body of [{ content: 'New' }, { queuedFromProfile: await service.profileId() }])
        expect(await put(service, id, body)).toMatchObject({ status: 400, body: { code: 'invalid_field_value' } });
      expect(await read(service, id)).toEqual(before);
    },
  );

  test('POST-55 an unknown post is 404', async () => {
    const service = await startService();
    expect(await put(service, 'aaaaaaaaaaaaaaaaaaaaaaaa', {})).toMatchObject({
      status: 404,
      body: { code: 'post_not_found' },
    });
  });
});

describe('fields', () => {
  test('POST-57 only what is named changes', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const id = idOf(await create(service, [twitter], { scheduledFor: LATER, title: 'Kept', tags: ['kept'] }));
    expect((await put(service, id, { content: 'New' })).status).toBe(200);
    expect(await read(service, id)).toMatchObject({
      content: 'New',
      title: 'Kept',
      tags: ['kept'],
      scheduledFor: LATER,
      status: 'scheduled',
    });
  });

  test('POST-04 POST-57 media without its address is refused by its place, and nothing changes', async () => {
    const service = await startService();
    const id = await postIn(service, 'scheduled');
    const before = await read(service, id);
    expect(await put(service, id, { content: 'New', mediaItems: [{ type: 'image' }] })).toMatchObject({
      status: 400,
      body: { param: 'mediaItems.0.url' },
    });
    expect(await read(service, id)).toEqual(before);
  });

  test('POST-57 a changed scheduled post goes out as changed, to the accounts it names then', async () => {
    const service = await startService();
    const [old, fresh] = [await service.account('twitter'), await service.account('bluesky')];
    const id = idOf(await create(service, [old], { scheduledFor: LATER }));
    await put(service, id, { content: 'New', platforms: [targetOf(fresh)], scheduledFor: EVEN_LATER });
    await service.advance(24 * 3600);
    expect([await published(service, old), await published(service, fresh)]).toEqual([[], []]);
    await service.advance(24 * 3600);
    expect(await published(service, old)).toEqual([]);
    expect(await published(service, fresh)).toMatchObject([{ text: 'New' }]);
    expect(await read(service, id)).toMatchObject({ status: 'published' });
  });

  test.each([
    ['ASM-13', { content: 'x'.repeat(281) }, 'content'],
    ['ASM-26', { scheduledFor: '2026-01-01T00:00:00Z' }, 'scheduledFor'],
    ['POST-07', { timezone: 'Mars/Base' }, 'timezone'],
    ['ASM-27', { platforms: [] }, 'platforms'],
  ])('%s a change that could not go out is refused: %o', async (_rule, body, param) => {
    const service = await startService();
    const id = await postIn(service, 'scheduled');
    const before = await read(service, id);
    expect(await put(service, id, body)).toMatchObject({ status: 400, body: { param } });
    expect(await read(service, id)).toEqual(before);
  });
});

describe('promotion', () => {
  test('POST-43 a time makes a draft scheduled and tells of it', async () => {
    const service = await startService();
    const id = await postIn(service, 'draft');
    expect(await put(service, id, { scheduledFor: LATER })).toMatchObject({
      status: 200,
      body: { post: { status: 'scheduled', scheduledFor: LATER } },
    });
    expect(names(await postEvents(service))).toEqual(['post.scheduled']);
    await service.advance(24 * 3600);
    expect(await read(service, id)).toMatchObject({ status: 'published' });
  });

  test('POST-43 a draft that kept its time is promoted by taking the flag off', async () => {
    const service = await startService();
    const id = idOf(await create(service, [await service.account('twitter')], { isDraft: true, scheduledFor: LATER }));
    expect(await put(service, id, { isDraft: false })).toMatchObject({ body: { post: { status: 'scheduled' } } });
  });

  test('ASM-05 the draft flag takes a scheduled post back, and it does not go out', async () => {
    const service = await startService();
    const id = await postIn(service, 'scheduled');
    expect(await put(service, id, { isDraft: true })).toMatchObject({
      status: 200,
      body: { post: { status: 'draft' } },
    });
    await service.advance(48 * 3600);
    expect(await read(service, id)).toMatchObject({ status: 'draft' });
  });

  test('EVT-30 moving the time of a scheduled post tells nothing', async () => {
    const service = await startService();
    const id = await postIn(service, 'scheduled');
    await put(service, id, { scheduledFor: EVEN_LATER });
    expect(names(await postEvents(service))).toEqual(['post.scheduled']);
  });

  test('ASM-07 a new time for a failed post runs its failed target then', async () => {
    const service = await startService();
    const id = await postIn(service, 'failed');
    expect(await put(service, id, { scheduledFor: LATER })).toMatchObject({
      body: { post: { status: 'scheduled', platforms: [{ status: 'pending' }] } },
    });
    await service.advance(24 * 3600);
    expect(await read(service, id)).toMatchObject({ status: 'published' });
  });
});

describe('publish-now', () => {
  test('ASM-07 publishes a draft, and answers 207 when a target fails', async () => {
    const service = await startService();
    const [good, bad] = [await service.account('twitter'), await service.account('bluesky')];
    const id = idOf(await create(service, [good]));
    expect(await put(service, id, { publishNow: true })).toMatchObject({
      status: 200,
      body: { post: { status: 'published' } },
    });
    await behave(service, bad, { outcome: 'reject' });
    const other = idOf(await create(service, [good, bad], { scheduledFor: LATER }));
    expect(await put(service, other, { publishNow: true })).toMatchObject({
      status: 207,
      body: { post: { status: 'partial' } },
    });
    await service.advance(48 * 3600);
    expect(await published(service, good)).toHaveLength(2);
    expect(await asked(service, bad)).toBe(1);
  });

  test('POST-40 leaves published targets of a partial post alone', async () => {
    const service = await startService();
    const accounts: Account[] = [await service.account('twitter'), await service.account('bluesky')];
    const [good, bad] = accounts as [Account, Account];
    await behave(service, bad, { outcome: 'reject', times: 1 });
    const id = idOf(await publish(service, accounts));
    expect(await put(service, id, { publishNow: true })).toMatchObject({
      status: 200,
      body: { post: { status: 'published' } },
    });
    expect(await asked(service, good)).toBe(1);
  });
});
