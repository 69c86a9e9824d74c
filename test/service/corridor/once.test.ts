import { expect, test, vi } from 'vitest';
import { catalogOf } from '../cards.ts';
import { startService } from '../../support/service.ts';

const things = () => startService({ catalog: catalogOf() });

const keyed = (key: string, body: unknown = { name: 'ball' }) => ({ body, headers: { 'Idempotency-Key': key } });

test('ASM-39 the same key and body bring the first answer back, and make nothing twice', async () => {
  const { api, advance } = await things();
  const first = await api('POST', '/v1/things', keyed('one'));
  await advance(23 * 3_600);
  const second = await api('POST', '/v1/things', keyed('one'));
  expect([second.status, second.body]).toEqual([201, first.body]);
  expect((await api('GET', '/v1/things')).body.total).toBe(1);
});

test('ASM-39 after 24 hours the key is free again', async () => {
  const { api, advance } = await things();
  const first = await api('POST', '/v1/things', keyed('one'));
  await advance(24 * 3_600);
  const second = await api('POST', '/v1/things', keyed('one'));
  expect(second.body.thing?._id).not.toBe(first.body.thing?._id);
});

test('ASM-39 the same key with another body answers 422', async () => {
  const { api } = await things();
  await api('POST', '/v1/things', keyed('one'));
  const second = await api('POST', '/v1/things', keyed('one', { name: 'cube' }));
  expect([second.status, second.body.type]).toEqual([422, 'invalid_request_error']);
});

test('ASM-39 while the first call runs a second one answers 409', async () => {
  const { api, service } = await things();
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const { transact } = service.desk.store;
  let isHeld: () => void = () => undefined;
  const inside = new Promise<void>((resolve) => (isHeld = resolve));
  vi.spyOn(service.desk.store, 'transact').mockImplementationOnce(async (work) => {
    isHeld();
    await held;
    return transact(work);
  });
  const first = api('POST', '/v1/things', keyed('one'));
  await inside;
  const second = await api('POST', '/v1/things', keyed('one'));
  expect([second.status, second.body.code]).toEqual([409, 'invalid_resource_state']);
  const other = await api('POST', '/v1/things', keyed('one', { name: 'cube' }));
  expect(other.status).toBe(422);
  goOn();
  expect((await first).status).toBe(201);
});

test('keys of two teams and of two operations do not meet', async () => {
  const { api, control } = await things();
  const first = await api('POST', '/v1/things', keyed('one'));
  const other = await control('POST', '/_local/teams', {});
  const theirs = await api('POST', '/v1/things', { ...keyed('one'), key: String(other.body.apiKey) });
  expect(theirs.body.thing?._id).not.toBe(first.body.thing?._id);
});

test('a refused call keeps nothing: the same key may be used for the corrected one', async () => {
  const { api } = await things();
  const bad = { name: 'x', profileId: '0123456789abcdef01234567' };
  expect((await api('POST', '/v1/things', keyed('one', bad))).status).toBe(404);
  expect((await api('POST', '/v1/things', keyed('one'))).status).toBe(201);
});

test('an empty key is none', async () => {
  const { api } = await things();
  await api('POST', '/v1/things', keyed(' '));
  await api('POST', '/v1/things', keyed(' '));
  expect((await api('GET', '/v1/things')).body.total).toBe(2);
});

test('the answer is kept by the commit that makes the record, and comes back after a crash right behind it', async () => {
  const { api, service } = await things();
  const { transact } = service.desk.store;
  let calls = 0;
  const spy = vi.spyOn(service.desk.store, 'transact').mockImplementation(async (work, locks) => {
    calls += 1;
    await transact(work, locks);
    throw new Error('killed');
  });
  expect((await api('POST', '/v1/things', keyed('one'))).status).toBe(500);
  expect(calls).toBe(1);
  spy.mockRestore();

  const [made] = await service.desk.store.read.list('thing');
  const again = await api('POST', '/v1/things', keyed('one'));
  expect([again.status, again.body.thing?._id]).toEqual([201, made?.id]);
  expect(await service.desk.store.read.count('thing')).toBe(1);
});

test('a copy that was cut off after its commit is answered with the copy, whatever its path is', async () => {
  const { api, service, account } = await startService();
  const { _id: accountId } = await account('metaads');
  const budget = { goal: 'traffic', budgetAmount: 20, budgetType: 'daily' };
  const body = { accountId, adAccountId: '121975733191629', platform: 'facebook', name: 'Spring', ...budget };
  await api('POST', '/v1/ads/campaigns', { body });
  const [original] = await service.desk.store.read.list('ad_campaign');
  const path = `/v1/ads/campaigns/${String(original?.id)}/duplicate`;
  const sending = { body: { platform: 'facebook' }, headers: { 'Idempotency-Key': 'one' } };
  const { transact } = service.desk.store;
  const spy = vi.spyOn(service.desk.store, 'transact').mockImplementation(async (work, locks) => {
    await transact(work, locks);
    throw new Error('killed');
  });
  expect((await api('POST', path, sending)).status).toBe(500);
  spy.mockRestore();

  const copy = (await service.desk.store.read.list('ad_campaign')).find(({ id }) => id !== original?.id);
  const again = await api('POST', path, sending);
  expect(again.status, JSON.stringify(again.body)).toBeLessThan(300);
  expect(JSON.stringify(again.body)).toContain(copy?.id);
  expect(await service.desk.store.read.count('ad_campaign')).toBe(2);
});

test('a call that was cut off before its answer was there is answered with what it made', async () => {
  const { api, account, service } = await startService();
  const { _id: accountId } = await account('twitter');
  const platforms = [{ platform: 'twitter', accountId }];
  const sending = {
    body: { content: 'hello', platforms, scheduledFor: '2026-02-01T10:00:00Z' },
    headers: { 'x-request-id': '3f2504e0-4f89-41d3-9a0c-0305e82c3302' },
  };
  const { transact } = service.desk.store;
  const spy = vi.spyOn(service.desk.store, 'transact').mockImplementation(async (work, locks) => {
    await transact(work, locks);
    throw new Error('killed');
  });
  expect((await api('POST', '/v1/posts', sending)).status).toBe(500);
  spy.mockRestore();

  const again = await api('POST', '/v1/posts', sending);
  const { pagination } = (await api('GET', '/v1/posts')).body;
  expect([again.status, pagination?.['total']]).toEqual([201, 1]);
  expect(again.body.post?._id).toBeDefined();
});

test('a repeated create with one request id makes one post', async () => {
  const { api } = await startService();
  const sending = {
    body: { content: 'hello', isDraft: true },
    headers: { 'x-request-id': '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
  };
  const first = await api('POST', '/v1/posts', sending);
  const second = await api('POST', '/v1/posts', sending);
  expect(first.status).toBe(201);
  expect(second.body).toEqual(first.body);
  expect((await api('GET', '/v1/posts')).body.pagination?.total).toBe(1);
  const without = await api('POST', '/v1/posts', { body: sending.body });
  expect(without.body.post?._id).not.toBe(first.body.post?._id);
});

test('ASM-39 an answer that is kept comes back though the platform refuses by now', async () => {
  const { api, control, account } = await startService();
  const { _id: accountId } = await account('metaads');
  const budget = { goal: 'traffic', budgetAmount: 20, budgetType: 'daily' };
  const body = { accountId, adAccountId: '121975733191629', platform: 'facebook', name: 'Spring', ...budget };
  const sending = { body, headers: { 'Idempotency-Key': 'one' } };
  const first = await api('POST', '/v1/ads/campaigns', sending);
  expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
  await control('POST', `/_local/network/${accountId}/behaviour`, { operation: 'ad', outcome: 'reject', status: 400 });
  const second = await api('POST', '/v1/ads/campaigns', sending);
  expect([second.status, second.body]).toEqual([first.status, first.body]);
});
