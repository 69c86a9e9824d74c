import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';
import { GENERAL, GUILD, STAGE, startCommunity, VOICE } from './community.ts';

test('a scheduled event keeps its place and its times, and reads its state as discord has it', async () => {
  const { api, account } = await startService();
  const { _id: accountId } = await account('discord');
  const path = '/v1/discord/guilds/121270009565129/events';
  const entity = { type: 'external', location: 'Main street 1, Berlin', endsAt: '2026-12-05T21:00:00Z' };
  const made = await api('POST', path, {
    body: { accountId, name: 'Launch party', startsAt: '2026-12-05T18:00:00Z', entity },
  });
  const event = made.body['data'] as unknown as Json;
  expect(event).toMatchObject({
    guild_id: '121270009565129',
    scheduled_start_time: '2026-12-05T18:00:00Z',
    scheduled_end_time: '2026-12-05T21:00:00Z',
    entity_type: 3,
    entity_metadata: { location: 'Main street 1, Berlin' },
    status: 1,
  });
  const one = `${path}/${String(event['id'])}`;
  await api('PATCH', one, { body: { accountId, status: 'active', location: 'Main street 2, Berlin' } });
  const read = await api('GET', one, { query: { accountId } });
  expect(read.body['data']).toMatchObject({
    name: 'Launch party',
    status: 2,
    entity_metadata: { location: 'Main street 2, Berlin' },
  });
});

const EVENTS = `guilds/${GUILD}/events`;
const STARTS = '2026-12-05T18:00:00Z';
const ENDS = '2026-12-05T21:00:00Z';
const PLACE = { type: 'external', location: 'Main street 1, Berlin', endsAt: ENDS };

async function planned(entity: object = PLACE) {
  const community = await startCommunity({ clock: { mode: 'frozen', now: Date.parse('2026-12-01T09:00:00Z') } });
  const { call, accountId, list } = community;
  const made = await call('POST', EVENTS, { accountId, name: 'Reading', startsAt: STARTS, entity });
  const id = String(made.body['data']?.['id']);
  const change = (body: object) => call('PATCH', `${EVENTS}/${id}`, { accountId, ...body });
  const status = async () => (await list(EVENTS))[0]?.['status'];
  return { ...community, made, id, change, status };
}

test('readings, "Discord": an event outside Discord begins and ends by the clock', async () => {
  const { status, advance, list, made } = await planned();
  expect(made.body['data']).toMatchObject({ guild_id: GUILD, creator_id: '122273252880001', status: 1 });
  const days = (4 * 24 + 9) * 3_600;
  await advance(days - 1);
  expect(await status()).toBe(1);
  await advance(1);
  expect(await status()).toBe(2);
  await advance(3 * 3_600);
  expect(await status()).toBe(3);
  expect((await list(EVENTS))[0]).not.toHaveProperty('user_count');
  expect((await list(EVENTS, { withUserCount: 'true' }))[0]).toMatchObject({ user_count: 0 });
});

test('readings, "Discord": an event in a channel is started, ended, and then left as it is', async () => {
  const { change, status } = await planned({ type: 'voice', channelId: VOICE });
  expect((await change({ status: 'completed' })).status).toBe(400);
  expect((await change({ status: 'active' })).status).toBe(200);
  expect((await change({ status: 'cancelled' })).status).toBe(400);
  expect((await change({ status: 'completed' })).status).toBe(200);
  expect(await change({ name: 'Again' })).toMatchObject({ status: 400, body: { param: 'status' } });
  expect(await status()).toBe(3);
});

test.each([
  [{ entity: { type: 'voice', channelId: STAGE } }, 400, 'entity.channelId'],
  [{ entity: { type: 'stage', channelId: GENERAL } }, 400, 'entity.channelId'],
  [{ entity: { type: 'voice', channelId: '1' } }, 404, 'entity.channelId'],
  [{ startsAt: '2026-11-30T18:00:00Z' }, 400, 'startsAt'],
  [{ entity: { ...PLACE, endsAt: STARTS } }, 400, 'endsAt'],
])('readings, "Discord": an event like %j is refused', async (body, status, param) => {
  const { call, accountId } = await planned();
  const event = { accountId, name: 'Reading', startsAt: STARTS, entity: PLACE, ...body };
  expect(await call('POST', EVENTS, event)).toMatchObject({ status, body: { param } });
});

test('readings, "Discord": a deleted event is gone', async () => {
  const { call, id, list } = await planned();
  expect((await call('DELETE', `${EVENTS}/${id}`)).body).toEqual({ success: true, deleted: id });
  expect(await list(EVENTS)).toEqual([]);
  expect(await call('GET', `${EVENTS}/${id}`)).toMatchObject({
    status: 404,
    body: { error: 'There is no such Discord event.' },
  });
});

test.each([
  [{ entity: { type: 'stage', channelId: STAGE } }, { entity_type: 1, channel_id: STAGE, scheduled_end_time: null }],
  [{ entity: { type: 'voice', channelId: VOICE } }, { entity_type: 2, channel_id: VOICE, entity_metadata: null }],
  [{ entity: PLACE }, { entity_type: 3, channel_id: null, entity_metadata: { location: PLACE.location } }],
])('readings, "Discord": an event like %j is kept as Discord describes it', async (body, kept) => {
  const { call, accountId, list } = await planned();
  const made = await call('POST', EVENTS, { accountId, name: 'Two', startsAt: STARTS, ...body });
  expect(made.body['data']).toMatchObject(kept);
  expect(await list(EVENTS)).toContainEqual(expect.objectContaining({ name: 'Two', ...kept }));
});

test('readings, "Discord": an event begins in the future, by a second at least', async () => {
  const { call, accountId } = await planned();
  const begin = (startsAt: string) =>
    call('POST', EVENTS, { accountId, name: 'Soon', startsAt, entity: { ...PLACE, endsAt: '2026-12-01T10:00:00Z' } });
  expect(await begin('2026-12-01T09:00:00Z')).toMatchObject({ status: 400, body: { param: 'startsAt' } });
  expect((await begin('2026-12-01T09:00:01Z')).status).toBe(200);
});

test('readings, "Discord": a new time is judged, and an end alone may be set while the event goes on', async () => {
  const { change, advance, status, list } = await planned();
  expect(await change({ startsAt: '2026-11-30T18:00:00Z' })).toMatchObject({
    status: 400,
    body: { param: 'startsAt' },
  });
  expect(await change({ endsAt: STARTS })).toMatchObject({ status: 400, body: { param: 'endsAt' } });
  await advance((4 * 24 + 10) * 3_600);
  expect(await status()).toBe(2);
  expect((await change({ name: 'Reading, extended' })).status).toBe(200);
  expect((await change({ endsAt: '2026-12-05T22:00:00Z' })).status).toBe(200);
  expect(await list(EVENTS)).toMatchObject([
    { name: 'Reading, extended', status: 2, scheduled_end_time: '2026-12-05T22:00:00Z' },
  ]);
});

test('readings, "Discord": a scheduled event is cancelled, and stays so whatever the clock says', async () => {
  const { change, advance, status } = await planned();
  expect((await change({ status: 'scheduled' })).status).toBe(200);
  expect((await change({ status: 'cancelled' })).status).toBe(200);
  await advance(10 * 24 * 3_600);
  expect(await status()).toBe(4);
});

test('readings, "Discord": an event outside Discord that was ended early stays ended', async () => {
  const { change, advance, status } = await planned();
  expect((await change({ status: 'active' })).status).toBe(200);
  expect(await status()).toBe(2);
  expect((await change({ status: 'completed' })).status).toBe(200);
  await advance((4 * 24 + 10) * 3_600);
  expect(await status()).toBe(3);
});

test('readings, "Discord": the list of a server without events is empty', async () => {
  const { list } = await startCommunity();
  expect(await list(EVENTS)).toEqual([]);
});
