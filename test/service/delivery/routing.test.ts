/** Which endpoints an event reaches, and until when. */
import { beforeEach, describe, expect, test } from 'vitest';
import { takes } from '../../../src/service/delivery/routing.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { delivering, type Delivering } from './delivering.ts';

let at: Delivering;

beforeEach(async () => {
  at = await delivering();
});

const post = async (
  targets: readonly Awaited<ReturnType<typeof at.service.account>>[],
  more: object = { publishNow: true },
) => {
  const platforms = targets.map((target) => ({ platform: target['platform'], accountId: target._id }));
  const { status, body } = await at.service.api('POST', '/v1/posts', { body: { content: 'hi', platforms, ...more } });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  await at.settled();
};

/** Two profiles with an account each. */
async function twoProfiles() {
  const one = await at.service.profileId();
  const made = await at.service.api('POST', '/v1/profiles', { body: { name: 'second' } });
  const two = made.body['profile']?.['_id'] as unknown as string;
  const first = await at.service.account('bluesky', { profileId: one });
  const second = await at.service.account('telegram', { profileId: two });
  return { one, two, first, second };
}

describe('scope', () => {
  test('WHK-80 WHK-81 WHK-83 an endpoint gets the events of its profiles or accounts, without scope all', async () => {
    const { two, first, second } = await twoProfiles();
    const [wide, byProfile, byAccount] = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
    const events = ['post.published'];
    await at.webhook({ name: 'wide', url: wide.url, events });
    await at.webhook({ name: 'profile', url: byProfile.url, events, profileIds: [two] });
    await at.webhook({ name: 'account', url: byAccount.url, events, accountIds: [first._id] });
    await post([first]);
    await post([second]);
    const targetsOf = ({ arrived }: Receiver) =>
      arrived.map(({ payload }) => (payload['post'] as { platforms: { accountId: string }[] }).platforms[0]?.accountId);
    expect(targetsOf(wide)).toEqual([first._id, second._id]);
    expect(targetsOf(byProfile)).toEqual([second._id]);
    expect(targetsOf(byAccount)).toEqual([first._id]);
  });

  test('WHK-82 a post reaches a profile by any of its targets', async () => {
    const { two, first, second } = await twoProfiles();
    await at.webhook({ events: ['post.published'], profileIds: [two] });
    await post([first, second]);
    expect(at.receiver.names()).toEqual(['post.published']);
  });

  test('WHK-84 with both lists both must match', async () => {
    const { one, two, first, second } = await twoProfiles();
    await at.webhook({ events: ['post.published'], profileIds: [one], accountIds: [second._id] });
    await post([second]);
    expect(at.receiver.names()).toEqual([]);
    await at.webhook({ name: 'fits', events: ['post.published'], profileIds: [two], accountIds: [second._id] });
    await post([second]);
    await post([first]);
    expect(at.receiver.names()).toEqual(['post.published']);
  });

  test.each([
    ['verification.approved'],
    ['verification.failed'],
    ['phone_number.stock_available'],
    ['api.changelog.published'],
  ])('WHK-85 EVT-14 %s belongs to nobody and reaches unscoped endpoints only', async (event) => {
    const account = await at.service.account('bluesky');
    const scoped = await startReceiver();
    await at.webhook({ events: [event] });
    await at.webhook({ name: 'p', url: scoped.url, events: [event], profileIds: [await at.service.profileId()] });
    await at.webhook({ name: 'a', url: scoped.url, events: [event], accountIds: [account._id] });
    await at.emit(event, { accountId: account._id });
    await at.settled();
    expect(at.receiver.names()).toEqual([event]);
    expect(scoped.arrived).toEqual([]);
    expect(at.receiver.arrived[0]?.payload).not.toHaveProperty('account');
    expect(at.receiver.arrived[0]?.payload).not.toHaveProperty('accountId');
  });

  test('WHK-86 a post whose accounts are gone belongs to nobody', async () => {
    const account = await at.service.account('bluesky');
    const scoped = await startReceiver();
    const events = ['post.cancelled'];
    await at.webhook({ events });
    await at.webhook({ name: 'p', url: scoped.url, events, profileIds: [await at.service.profileId()] });
    const takesNobodys = takes(
      { webhookId: '', events: new Set(events), withheld: new Set(), profileIds: ['p'], accountIds: [] },
      { type: 'post.cancelled', group: 'publishing', profileIds: [], accountIds: [] },
    );
    expect(takesNobodys).toBe(false);
    await at.emit('post.cancelled', { payload: { post: { id: 'old', platforms: [{ accountId: 'f'.repeat(24) }] } } });
    await at.settled();
    expect(at.receiver.names()).toEqual(events);
    expect(scoped.arrived).toEqual([]);
    expect(account._id).toBeDefined();
  });

  test('EVT-15 sequences and workflows reach the endpoints of the account that sends, though they do not name it', async () => {
    const [mine, other] = [await at.service.account('whatsapp'), await at.service.account('telegram')];
    const elsewhere = await startReceiver();
    const events = ['workflow.run.completed', 'sequence.enrolled'];
    await at.webhook({ events, accountIds: [mine._id] });
    await at.webhook({ name: 'other', url: elsewhere.url, events, accountIds: [other._id] });
    for (const event of events) await at.emit(event, { accountId: mine._id });
    await at.settled();
    expect(at.receiver.names().sort()).toEqual(['sequence.enrolled', 'workflow.run.completed']);
    expect(elsewhere.arrived).toEqual([]);
    expect(JSON.stringify(at.receiver.arrived.map(({ payload }) => payload))).not.toContain(mine._id);
  });

  test('ASM-32 contacts belong to their profile and to no account', async () => {
    const account = await at.service.account('whatsapp');
    const profileId = await at.service.profileId();
    const byAccount = await startReceiver();
    await at.webhook({ events: ['contact.tag_added'], profileIds: [profileId] });
    await at.webhook({ name: 'a', url: byAccount.url, events: ['contact.tag_added'], accountIds: [account._id] });
    await at.emit('contact.tag_added', {
      accountId: account._id,
      payload: { contact: { id: 'c', profileId }, tag: 'x' },
    });
    await at.settled();
    expect(at.receiver.names()).toEqual(['contact.tag_added']);
    expect(byAccount.arrived).toEqual([]);
  });

  test('WHK-87 the choice is made when the event is emitted: a narrower scope does not stop its retries', async () => {
    const account = await at.service.account('bluesky');
    const other = await at.service.account('telegram');
    at.receiver.answer(500, 200);
    const { _id } = await at.webhook();
    await at.emit('account.connected', { accountId: account._id });
    await at.settled();
    await at.update({ _id, accountIds: [other._id], events: ['post.failed'] });
    await at.service.advance(10);
    expect(at.receiver.names()).toEqual(['account.connected', 'account.connected']);
  });

  test('WHK-89 an endpoint whose scope was cleared gets everything again', async () => {
    const account = await at.service.account('bluesky');
    const { _id } = await at.webhook({ accountIds: [account._id] });
    await at.update({ _id, accountIds: [] });
    await at.service.account('telegram');
    await at.settled();
    expect(at.receiver.names()).toEqual(['account.connected']);
  });
});

describe('the denylist', () => {
  test('WHK-11 WHK-13 events of its groups are held back until it is cleared', async () => {
    const account = await at.service.account('bluesky');
    const { _id } = await at.webhook({
      events: ['post.scheduled', 'account.connected'],
      disabledResourceGroups: ['publishing'],
    });
    const later = { scheduledFor: '2026-02-01T09:00:00Z' };
    await post([account], later);
    await at.service.account('telegram');
    await at.settled();
    expect(at.receiver.names()).toEqual(['account.connected']);
    await at.update({ _id, disabledResourceGroups: [] });
    await post([account], later);
    expect(at.receiver.names()).toEqual(['account.connected', 'post.scheduled']);
  });

  test('WHK-37 WHK-38 what was queued before a change still arrives for five minutes, and not after', async () => {
    at.receiver.answer(500);
    const { _id } = await at.webhook();
    const eventId = await at.emit('account.connected');
    await at.settled();
    await at.update({ _id, disabledResourceGroups: ['accounts'] });
    await at.emit('account.connected');
    await at.service.advance(110);
    expect(at.receiver.arrived.map(({ payload }) => payload.id)).toEqual([eventId, eventId, eventId]);
    await at.service.advance(2_000);
    expect(at.receiver.arrived).toHaveLength(3);
    expect(await at.deliveries(eventId)).toMatchObject([{ state: 'dropped' }]);
  });

  test('WHK-34 WHK-35 an endpoint that a restricted key made never gets what the key may not read', async () => {
    const key = await at.service.api('POST', '/v1/api-keys', {
      body: { name: 'limited', disabledResourceGroups: ['messages'] },
    });
    const body = { name: 'limited', url: at.receiver.url, events: ['account.connected'] };
    const made = await at.service.api('POST', '/v1/webhooks/settings', {
      body,
      key: key.body['apiKey']?.['key'] as unknown as string,
    });
    const _id = made.body['webhook']?.['_id'] as unknown as string;
    await at.update({ _id, events: ['message.received', 'account.connected'] });
    await at.emit('message.received');
    await at.emit('account.connected');
    await at.settled();
    expect(at.receiver.names()).toEqual(['account.connected']);
  });
});

describe('endpoints that get nothing', () => {
  test('WHK-08 one that is switched off, and WHK-94 everything again once it is on', async () => {
    const { _id } = await at.webhook({ isActive: false });
    await at.emit('account.connected');
    await at.settled();
    expect(at.receiver.arrived).toEqual([]);
    await at.update({ _id, isActive: true });
    await at.emit('account.connected');
    await at.settled();
    expect(at.receiver.arrived).toHaveLength(1);
  });

  test('ASM-47 attempts that wait for one that is switched off are dead', async () => {
    at.receiver.answer(500);
    const { _id } = await at.webhook();
    const eventId = await at.emit('account.connected');
    await at.settled();
    await at.update({ _id, isActive: false });
    expect(await at.deliveries(eventId)).toMatchObject([{ state: 'dead' }]);
    await at.update({ _id, isActive: true });
    await at.service.advance(3 * 86_400);
    expect(at.receiver.arrived).toHaveLength(1);
  });

  test('WHK-40 one that was deleted, its retries included', async () => {
    at.receiver.answer(500);
    const { _id } = await at.webhook();
    const eventId = await at.emit('account.connected');
    await at.settled();
    await at.service.api('DELETE', '/v1/webhooks/settings', { query: { webhookId: _id } });
    await at.emit('account.connected');
    await at.service.advance(86_400);
    expect(at.receiver.arrived).toHaveLength(1);
    expect(await at.deliveries(eventId)).toMatchObject([{ state: 'dropped' }]);
  });

  test('those of another team', async () => {
    const team = await at.service.control('POST', '/_local/teams', { name: 'other' });
    const key = String((team.body as Record<string, unknown>)['apiKey']);
    const body = { name: 'theirs', url: at.receiver.url, events: ['account.connected'] };
    expect((await at.service.api('POST', '/v1/webhooks/settings', { body, key })).status).toBe(200);
    await at.service.account('bluesky');
    await at.settled();
    expect(at.receiver.arrived).toEqual([]);
  });
});

test('WHK-71 all endpoints, retries and redeliveries of an event share its id', async () => {
  const other = await startReceiver();
  other.answer(500, 200);
  const { _id } = await at.webhook();
  await at.webhook({ name: 'other', url: other.url });
  const eventId = await at.emit('account.connected');
  await at.service.advance(10);
  await at.redeliver(_id, eventId);
  const all = [...at.receiver.arrived, ...other.arrived];
  expect(all).toHaveLength(4);
  expect(new Set(all.map(({ payload }) => payload.id))).toEqual(new Set([eventId]));
  expect(new Set(all.map(({ payload }) => payload.timestamp)).size).toBe(1);
});
