/** Which endpoints an event reaches, and until when. */
import { beforeEach, describe, expect, test } from 'vitest';
import { takes } from '../../../src/service/delivery/routing.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import type { Json } from '../../support/service.ts';
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
  return String(body['post']?.['_id']);
};

const create = async (path: string, body: object): Promise<Json> => {
  const answer = await at.service.api('POST', path, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body;
};

const idIn = (body: Json, name: string): string => String(body[name]?.['id']);

/** Checks a verification to its end: with the code that was sent, or with wrong ones. */
async function verify(isRight: boolean): Promise<void> {
  const to = isRight ? '+4915112345678' : '+4915112345679';
  const { id } = await create('/v1/verify/verifications', { channel: 'sms', to });
  const sent = (await at.service.feed('carrier', 'code')).at(-1);
  const codes = isRight ? [sent?.['code']] : ['1', '1', '1', '1', '1'];
  for (const code of codes) await create(`/v1/verify/verifications/${String(id)}/check`, { code });
}

/** A country that somebody watches has numbers again. */
async function restock(): Promise<void> {
  await at.service.control('POST', '/_local/stock', { countryCode: 'PT', counts: { local: 0 } });
  await create('/v1/phone-numbers/stock-watches', { country: 'PT' });
  await at.service.control('POST', '/_local/stock', { countryCode: 'PT', counts: { local: 3 } });
}

function namesNoAccount({ arrived }: Receiver): void {
  for (const { payload } of arrived) {
    expect(payload, payload.event).not.toHaveProperty('account');
    expect(payload, payload.event).not.toHaveProperty('accountId');
  }
}

test('INB-37 without the inbox on the plan an endpoint gets no event of the inbox but the change of control', async () => {
  const { account, control } = at.service;
  const { _id: accountId } = await account('whatsapp');
  const { _id: listing } = await account('googlebusiness');
  await at.webhook({
    events: ['message.received', 'conversation.started', 'review.new', 'conversation.control_changed'],
  });
  const tell = async (type: string, given: object) =>
    (await control('POST', '/_local/inbound', { type, accountId, ...given })).body;
  const comeIn = async (id: string) => {
    await tell('review', { accountId: listing, author: { name: 'Ada' }, rating: 5 });
    return tell('message', { participant: { id }, text: 'Hello' });
  };
  await control('PATCH', '/_local/team', { inbox: false });
  const { conversationId } = await comeIn('15550100301');
  await tell('control', { conversationId, owner: 'ai_agent' });
  await at.settled();
  expect(at.receiver.names()).toEqual(['conversation.control_changed']);
  await control('PATCH', '/_local/team', { inbox: true });
  await comeIn('15550100302');
  await at.settled();
  expect(at.receiver.names().slice(1).sort()).toEqual(['conversation.started', 'message.received', 'review.new']);
});

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

  test('WHK-85 EVT-14 what belongs to nobody names no account and reaches unscoped endpoints only', async () => {
    const account = await at.service.account('bluesky');
    const scoped = await startReceiver();
    const events = [
      'verification.approved',
      'verification.failed',
      'phone_number.stock_available',
      'api.changelog.published',
    ];
    await at.webhook({ events });
    await at.webhook({ name: 'p', url: scoped.url, events, profileIds: [await at.service.profileId()] });
    await at.webhook({ name: 'a', url: scoped.url, events, accountIds: [account._id] });
    await verify(true);
    await verify(false);
    await restock();
    await at.service.control('POST', '/_local/changelog', { type: 'added', message: 'news' });
    await at.settled();
    expect(at.receiver.names().sort()).toEqual([...events].sort());
    expect(scoped.arrived).toEqual([]);
    namesNoAccount(at.receiver);
  });

  test('WHK-86 a post whose accounts were deleted belongs to no profile, and unscoped endpoints alone get its events', async () => {
    const { two, second } = await twoProfiles();
    const scoped = await startReceiver();
    const events = ['post.cancelled'];
    await at.webhook({ events });
    await at.webhook({ name: 'profile', url: scoped.url, events, profileIds: [two] });
    await at.webhook({ name: 'account', url: scoped.url, events, accountIds: [second._id] });
    const later = { scheduledFor: '2030-01-01T00:00:00Z' };
    const id = await post([second], later);
    await at.service.api('DELETE', `/v1/posts/${id}`);
    await at.settled();
    expect(scoped.names()).toEqual(['post.cancelled', 'post.cancelled']);
    await post([second], later);
    await at.service.api('DELETE', `/v1/accounts/${second._id}`);
    await at.settled();
    expect(at.receiver.names()).toEqual(['post.cancelled', 'post.cancelled']);
    expect(scoped.names()).toHaveLength(2);
  });

  test('an event without profiles and accounts fits an endpoint without scope alone', () => {
    const webhook = { webhookId: '', events: new Set(['post.cancelled']), withheld: new Set<string>(), accountIds: [] };
    const event = { type: 'post.cancelled', group: 'publishing', profileIds: [], accountIds: [] } as const;
    expect(takes({ ...webhook, profileIds: ['p'] }, event)).toBe(false);
    expect(takes({ ...webhook, profileIds: [] }, event)).toBe(true);
  });

  test('EVT-14 EVT-15 sequences and workflows reach the endpoints of the account that sends, though they do not name it', async () => {
    const [mine, other] = [await at.service.account('telegram'), await at.service.account('instagram')];
    const elsewhere = await startReceiver();
    const events = ['workflow.run.started', 'workflow.run.completed', 'sequence.enrolled', 'sequence.exited'];
    await at.webhook({ events, accountIds: [mine._id] });
    await at.webhook({ name: 'other', url: elsewhere.url, events, accountIds: [other._id] });
    const made = { profileId: await at.service.profileId(), accountId: mine._id, platform: 'telegram', name: 'Hello' };
    const address = { accountId: mine._id, platformIdentifier: '4711' };
    const ana = await create('/v1/contacts', { profileId: made.profileId, name: 'Ana', ...address });
    const contactId = idIn(ana, 'contact');
    const sequence = `/v1/sequences/${idIn(await create('/v1/sequences', { ...made, steps: [] }), 'sequence')}`;
    await create(`${sequence}/enroll`, { contactIds: [contactId] });
    await at.service.api('DELETE', `${sequence}/enroll/${contactId}`);
    const nodes = [{ id: 'start', type: 'trigger', config: {} }];
    const flow = await create('/v1/workflows', { ...made, nodes, edges: [], entryNodeId: 'start' });
    await create(`/v1/workflows/${idIn(flow, 'workflow')}/activate`, {});
    await create(`/v1/workflows/${idIn(flow, 'workflow')}/executions`, { to: '4711' });
    await at.settled();
    expect(at.receiver.names().sort()).toEqual([...events].sort());
    expect(elsewhere.arrived).toEqual([]);
    namesNoAccount(at.receiver);
    expect(JSON.stringify(at.receiver.arrived.map(({ payload }) => payload))).not.toContain(mine._id);
  });

  test('ASM-32 EVT-14 contacts belong to their profile and to no account', async () => {
    const account = await at.service.account('whatsapp');
    const profileId = await at.service.profileId();
    const byAccount = await startReceiver();
    const events = ['contact.tag_added', 'contact.tag_removed', 'contact.field_changed'];
    await at.webhook({ events, profileIds: [profileId] });
    await at.webhook({ name: 'a', url: byAccount.url, events, accountIds: [account._id] });
    const made = await create('/v1/contacts', { profileId, name: 'Ana', tags: ['x'] });
    const contact = `/v1/contacts/${idIn(made, 'contact')}`;
    await at.service.api('PATCH', contact, { body: { tags: [] } });
    await create('/v1/custom-fields', { profileId, name: 'Plan', type: 'text' });
    await at.service.api('PUT', `${contact}/fields/plan`, { body: { value: 'gold' } });
    await at.settled();
    expect(at.receiver.names()).toEqual(events);
    expect(byAccount.arrived).toEqual([]);
    namesNoAccount(at.receiver);
  });

  test('EVT-14 neither a run that fails nor a test of the endpoint names an account', async () => {
    const { _id: accountId } = await at.service.account('whatsapp');
    const made = { profileId: await at.service.profileId(), accountId, platform: 'whatsapp', name: 'Flow' };
    const { _id: webhookId } = await at.webhook({ events: ['workflow.run.failed'] });
    const config = { text: 'Hello' };
    const nodes = ['trigger', 'send_message', 'end'].map((type) => ({ id: type, type, config }));
    const edges = [
      { id: 'a', source: 'trigger', target: 'send_message' },
      { id: 'b', source: 'send_message', target: 'end' },
    ];
    const flow = await create('/v1/workflows', { ...made, nodes, edges, entryNodeId: 'trigger' });
    await create(`/v1/workflows/${idIn(flow, 'workflow')}/activate`, {});
    const behaviour = { operation: 'send', outcome: 'reject' };
    await at.service.control('POST', `/_local/network/${accountId}/behaviour`, behaviour);
    await create(`/v1/workflows/${idIn(flow, 'workflow')}/executions`, { to: '+15550100200' });
    await create('/v1/webhooks/test', { webhookId });
    await at.settled();
    expect(at.receiver.names().sort()).toEqual(['webhook.test', 'workflow.run.failed']);
    namesNoAccount(at.receiver);
  });

  test('WHK-87 the choice is made when the event is emitted: a narrower scope does not stop its retries', async () => {
    const other = await at.service.account('telegram');
    at.receiver.answer(500, 200);
    const { _id } = await at.webhook();
    await at.cause();
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
    const eventId = await at.cause();
    await at.settled();
    await at.update({ _id, disabledResourceGroups: ['accounts'] });
    await at.cause();
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
    await at.cause('message.received');
    await at.settled();
    expect(at.receiver.names()).toEqual(['account.connected']);
  });
});

describe('endpoints that get nothing', () => {
  test('WHK-08 one that is switched off, and WHK-94 everything again once it is on', async () => {
    const { _id } = await at.webhook({ isActive: false });
    await at.cause();
    await at.settled();
    expect(at.receiver.arrived).toEqual([]);
    await at.update({ _id, isActive: true });
    await at.cause();
    await at.settled();
    expect(at.receiver.arrived).toHaveLength(1);
  });

  test('ASM-47 attempts that wait for one that is switched off are dead', async () => {
    at.receiver.answer(500);
    const { _id } = await at.webhook();
    const eventId = await at.cause();
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
    const eventId = await at.cause();
    await at.settled();
    await at.service.api('DELETE', '/v1/webhooks/settings', { query: { webhookId: _id } });
    await at.cause();
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
  const eventId = await at.cause();
  await at.service.advance(10);
  await at.redeliver(_id, eventId);
  const all = [...at.receiver.arrived, ...other.arrived];
  expect(all).toHaveLength(4);
  expect(new Set(all.map(({ payload }) => payload.id))).toEqual(new Set([eventId]));
  expect(new Set(all.map(({ payload }) => payload.timestamp)).size).toBe(1);
});
