/** Queues over HTTP: schedules, previews, and posts that take their slots. */
import { describe, expect, test } from 'vitest';
import type { Json, ServiceUnderTest } from '../../../support/service.ts';
import { startService } from '../../../support/service.ts';
import { create, idOf, names, postEvents, publish, published, read, type Account } from '../posts/scene.ts';

const MONDAYS = [{ dayOfWeek: 1, time: '09:00' }];
const DAILY = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({ dayOfWeek, time: '12:00' }));
const DAY = 86_400;

/** A queue of the default profile. The clock stands on Monday, 9:00 UTC. */
async function addQueue(service: ServiceUnderTest, more: Record<string, unknown> = {}): Promise<Json> {
  const profileId = await service.profileId();
  const body = { profileId, name: 'Queue', timezone: 'UTC', slots: DAILY, ...more };
  const answer = await service.api('POST', '/v1/queue/slots', { body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer));
  return answer.body['schedule'] as Json;
}

const queued = async (service: ServiceUnderTest, account: Account, more: Record<string, unknown> = {}) =>
  create(service, [account], { queuedFromProfile: await service.profileId(), ...more });

const timeOf = (answer: { body: Json }): string => String(answer.body['post']?.['scheduledFor']);

const get = async (service: ServiceUnderTest, path: string, query: Record<string, string | number> = {}) =>
  service.api('GET', path, { query: { profileId: await service.profileId(), ...query } });

describe('schedules', () => {
  test('QUE-01 QUE-02 are created and read, with the next slots in their zone', async () => {
    const service = await startService();
    const profileId = await service.profileId();
    expect((await get(service, '/v1/queue/slots')).body).toMatchObject({ exists: false });
    const body = { profileId, name: 'Mornings', timezone: 'Europe/Berlin', slots: MONDAYS };
    const made = await service.api('POST', '/v1/queue/slots', { body });
    expect(made).toMatchObject({
      status: 201,
      body: { success: true, schedule: { ...body, active: true, isDefault: true } },
    });
    expect((await get(service, '/v1/queue/slots')).body).toMatchObject({
      exists: true,
      schedule: body,
      nextSlots: expect.arrayContaining(['2026-01-12T09:00:00.000+01:00']) as unknown,
    });
  });

  test('QUE-03 are changed, and a missing one is made by the change', async () => {
    const service = await startService();
    const profileId = await service.profileId();
    const put = (body: object) =>
      service.api('PUT', '/v1/queue/slots', { body: { profileId, timezone: 'UTC', slots: MONDAYS, ...body } });
    expect(await put({ name: 'First' })).toMatchObject({
      status: 200,
      body: { isNewQueue: true, schedule: { name: 'First' } },
    });
    expect(await put({ name: ' First ', slots: DAILY, active: false })).toMatchObject({
      status: 200,
      body: { isNewQueue: false },
    });
    expect((await get(service, '/v1/queue/slots')).body).toMatchObject({
      schedule: { name: 'First', slots: DAILY, active: false },
      nextSlots: [],
    });
  });

  test('a slot without its day or its time is refused by its place', async () => {
    const service = await startService();
    const profileId = await service.profileId();
    for (const [slot, param] of [
      [{ dayOfWeek: 2 }, 'slots.1.time'],
      [{ time: '10:00' }, 'slots.1.dayOfWeek'],
    ] as const) {
      const body = { profileId, name: 'Queue', timezone: 'UTC', slots: [...MONDAYS, slot] };
      for (const method of ['POST', 'PUT'])
        expect(await service.api(method, '/v1/queue/slots', { body })).toMatchObject({
          status: 400,
          body: { code: 'missing_required_field', param },
        });
    }
  });

  test('QUE-02 a profile has several queues and one default', async () => {
    const service = await startService();
    const profileId = await service.profileId();
    const [first, second] = [await addQueue(service, { name: 'A' }), await addQueue(service, { name: 'B' })];
    expect([first['isDefault'], second['isDefault']]).toEqual([true, false]);
    const body = { profileId, queueId: second['_id'], timezone: 'UTC', slots: DAILY, setAsDefault: true };
    await service.api('PUT', '/v1/queue/slots', { body });
    expect((await get(service, '/v1/queue/slots', { all: 'true' })).body).toMatchObject({
      count: 2,
      queues: [
        { name: 'A', isDefault: false },
        { name: 'B', isDefault: true },
      ],
    });
    expect((await get(service, '/v1/queue/slots')).body).toMatchObject({ schedule: { name: 'B' } });
    expect((await get(service, '/v1/queue/slots', { queueId: String(first['_id']) })).body).toMatchObject({
      schedule: { name: 'A' },
    });
  });

  test('QUE-04 are deleted: one, then all of the profile', async () => {
    const service = await startService();
    const first = await addQueue(service, { name: 'A' });
    await addQueue(service, { name: 'B' });
    await addQueue(service, { name: 'C' });
    const remove = async (query: object) =>
      (await service.api('DELETE', '/v1/queue/slots', { query: { profileId: await service.profileId(), ...query } }))
        .body;
    expect(await remove({ queueId: first['_id'] })).toMatchObject({ success: true, deleted: true, deletedCount: 1 });
    expect((await get(service, '/v1/queue/slots', { all: 'true' })).body).toMatchObject({
      queues: [{ name: 'B', isDefault: true }, { name: 'C' }],
    });
    expect(await remove({})).toMatchObject({ deletedCount: 2 });
    expect(await remove({})).toMatchObject({ success: true, deleted: false, deletedCount: 0 });
    expect((await get(service, '/v1/queue/slots')).body).toMatchObject({ exists: false });
  });

  test.each([
    ['a day 7', { slots: [{ dayOfWeek: 7, time: '09:00' }] }, 'slots.0.dayOfWeek'],
    ['a time 25:00', { slots: [{ dayOfWeek: 1, time: '25:00' }] }, 'slots.0.time'],
    ['a zone on Mars', { timezone: 'Mars/Base' }, 'timezone'],
    ['an empty name', { name: ' ' }, 'name'],
  ])('QUE-08 %s is refused', async (_title, wrong, param) => {
    const service = await startService();
    const body = { profileId: await service.profileId(), name: 'Queue', timezone: 'UTC', slots: MONDAYS, ...wrong };
    expect(await service.api('POST', '/v1/queue/slots', { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param },
    });
  });

  test('ERR-32 an unknown profile or queue is 404', async () => {
    const service = await startService();
    await addQueue(service);
    const unknown = 'aaaaaaaaaaaaaaaaaaaaaaaa';
    expect(await get(service, '/v1/queue/slots', { profileId: unknown })).toMatchObject({
      status: 404,
      body: { code: 'profile_not_found' },
    });
    for (const path of ['slots', 'preview', 'next-slot'])
      expect(await get(service, `/v1/queue/${path}`, { queueId: unknown })).toMatchObject({
        status: 404,
        body: { code: 'queue_not_found' },
      });
  });
});

describe('preview and next slot', () => {
  test('QUE-07 name the coming free slots in the zone of the queue', async () => {
    const service = await startService();
    const queue = await addQueue(service, { timezone: 'America/New_York' });
    const told = { profileId: await service.profileId(), queueId: queue['_id'], queueName: 'Queue' };
    expect((await get(service, '/v1/queue/preview', { count: 3 })).body).toEqual({
      ...told,
      count: 3,
      slots: ['2026-01-05T12:00:00.000-05:00', '2026-01-06T12:00:00.000-05:00', '2026-01-07T12:00:00.000-05:00'],
    });
    await queued(service, await service.account('twitter'));
    expect((await get(service, '/v1/queue/next-slot')).body).toEqual({
      ...told,
      nextSlot: '2026-01-06T12:00:00.000-05:00',
      timezone: 'America/New_York',
    });
  });

  test('QUE-07 a profile without a queue has neither', async () => {
    const service = await startService();
    for (const path of ['preview', 'next-slot']) expect((await get(service, `/v1/queue/${path}`)).status).toBe(404);
  });
});

describe('queued posts', () => {
  test('POST-46 QUE-05 ASM-41 take the next slots one after the other, and go out then', async () => {
    const service = await startService();
    await addQueue(service);
    const twitter = await service.account('twitter');
    const [first, second] = [await queued(service, twitter), await queued(service, twitter)];
    expect(first).toMatchObject({ status: 201, body: { message: 'Post queued.', post: { status: 'scheduled' } } });
    expect([timeOf(first), timeOf(second)]).toEqual(['2026-01-05T12:00:00.000Z', '2026-01-06T12:00:00.000Z']);
    expect(names(await postEvents(service))).toEqual(['post.scheduled', 'post.scheduled']);
    await service.advance(3 * 3600);
    expect(await published(service, twitter)).toHaveLength(1);
    await service.advance(DAY);
    expect(await published(service, twitter)).toHaveLength(2);
  });

  test('QUE-06 many at once take different slots', async () => {
    const service = await startService();
    await addQueue(service);
    const twitter = await service.account('twitter');
    const times = await Promise.all(Array.from({ length: 20 }, async () => timeOf(await queued(service, twitter))));
    expect(new Set(times).size).toBe(20);
  });

  test('ASM-41 a named queue is taken instead of the default, and none is refused', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    expect(await queued(service, twitter)).toMatchObject({ status: 400, body: { param: 'queuedFromProfile' } });
    await addQueue(service);
    const mondays = await addQueue(service, { name: 'Mondays', slots: MONDAYS });
    const answer = await queued(service, twitter, { queueId: mondays['_id'] });
    expect(answer.body['post']).toMatchObject({ scheduledFor: '2026-01-12T09:00:00.000Z', queueId: mondays['_id'] });
    const off = await addQueue(service, { name: 'Off', active: false });
    expect(await queued(service, twitter, { queueId: off['_id'] })).toMatchObject({
      status: 400,
      body: { param: 'queueId' },
    });
    expect(await queued(service, twitter, { queueId: 'aaaaaaaaaaaaaaaaaaaaaaaa' })).toMatchObject({ status: 404 });
  });

  test('POST-58 POST-59 QUE-06 a time taken in the same queue is refused, in another it is not', async () => {
    const service = await startService();
    await addQueue(service);
    const other = await addQueue(service, { name: 'Other' });
    const twitter = await service.account('twitter');
    const [first, second] = [await queued(service, twitter), await queued(service, twitter)];
    const third = await queued(service, twitter, { queueId: other['_id'] });
    const move = (id: string, scheduledFor: string) =>
      service.api('PUT', `/v1/posts/${id}`, { body: { scheduledFor } });
    expect(await move(idOf(second), timeOf(first))).toMatchObject({
      status: 409,
      body: { code: 'queue_slot_conflict', type: 'invalid_request_error', details: { existingPostId: idOf(first) } },
    });
    expect(await read(service, idOf(second))).toMatchObject({ scheduledFor: timeOf(second) });
    expect(await move(idOf(third), timeOf(second))).toMatchObject({
      status: 200,
      body: { post: { scheduledFor: timeOf(second) } },
    });
    expect((await move(idOf(second), timeOf(second))).status).toBe(200);
    expect(await queued(service, twitter, { scheduledFor: timeOf(first) })).toMatchObject({ status: 409 });
  });

  test.each(['draft', 'scheduled', 'failed', 'partial'])(
    'POST-43 POST-46 ASM-58 a %s post is queued by an update',
    async (status) => {
      const service = await startService();
      await addQueue(service);
      const [good, bad] = [await service.account('twitter'), await service.account('bluesky')];
      await service.control('POST', `/_local/network/${bad._id}/behaviour`, { outcome: 'reject', times: 1 });
      const made: Record<string, () => Promise<string>> = {
        draft: async () => idOf(await create(service, [good])),
        scheduled: async () => idOf(await create(service, [good], { scheduledFor: '2026-03-01T09:00:00Z' })),
        failed: async () => idOf(await publish(service, [bad])),
        partial: async () => idOf(await publish(service, [good, bad])),
      };
      const id = (await made[status]?.()) ?? '';
      const before = (await service.events('post.scheduled')).length;
      const answer = await service.api('PUT', `/v1/posts/${id}`, {
        body: { queuedFromProfile: await service.profileId() },
      });
      expect(answer).toMatchObject({
        status: 200,
        body: { post: { status: 'scheduled', scheduledFor: '2026-01-05T12:00:00.000Z' } },
      });
      expect(await service.events('post.scheduled')).toHaveLength(before + 1);
      await service.advance(3 * 3600);
      expect(await read(service, id)).toMatchObject({ status: 'published' });
    },
  );

  test('QUE-03 reshuffling gives waiting posts the new slots in their order', async () => {
    const service = await startService();
    await addQueue(service);
    const twitter = await service.account('twitter');
    const ids = [idOf(await queued(service, twitter)), idOf(await queued(service, twitter))];
    const body = { profileId: await service.profileId(), timezone: 'UTC', slots: MONDAYS, reshuffleExisting: true };
    expect(await service.api('PUT', '/v1/queue/slots', { body })).toMatchObject({
      status: 200,
      body: { reshuffledCount: 2 },
    });
    const times = await Promise.all(ids.map(async (id) => (await read(service, id))['scheduledFor']));
    expect(times).toEqual(['2026-01-12T09:00:00.000Z', '2026-01-19T09:00:00.000Z']);
    await service.advance(2 * DAY);
    expect(await published(service, twitter)).toEqual([]);
    await service.advance(12 * DAY);
    expect(await published(service, twitter)).toHaveLength(2);
  });

  test('QUE-03 without reshuffling waiting posts keep their times', async () => {
    const service = await startService();
    await addQueue(service);
    const answer = await queued(service, await service.account('twitter'));
    const body = { profileId: await service.profileId(), timezone: 'UTC', slots: MONDAYS };
    expect((await service.api('PUT', '/v1/queue/slots', { body })).body).toMatchObject({ reshuffledCount: 0 });
    expect(await read(service, idOf(answer))).toMatchObject({ scheduledFor: timeOf(answer) });
  });
});
