/** Every post event as it lies in the outbox: fits the contract, names its accounts, is routed by them. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { problemsOf } from '../../../../src/schema/problems.ts';
import type { Json } from '../../../support/service.ts';
import { startService } from '../../../support/service.ts';
import { behave, create, idOf, postEvents, publish, published, targetOf } from './scene.ts';

const HOUR = 3600;
const VIDEO = { mediaItems: [{ type: 'video', url: 'https://example.test/a.mp4' }] };

/** A service in which each of the 13 post events has happened. */
async function everyEvent() {
  const service = await startService();
  const [twitter, bluesky, tiktok] = [
    await service.account('twitter', { displayName: 'Brand' }),
    await service.account('bluesky'),
    await service.account('tiktok'),
  ];
  await publish(service, [twitter, bluesky], { metadata: { own: 1 }, recycling: { gap: 1, expireCount: 1 } });
  await publish(service, [tiktok], VIDEO);
  await behave(service, bluesky, { outcome: 'reject', operation: 'publish' });
  await publish(service, [twitter, bluesky]);
  await publish(service, [bluesky]);
  const cancelled = idOf(await create(service, [twitter], { scheduledFor: '2026-02-01T09:00:00Z' }));
  await service.api('DELETE', `/v1/posts/${cancelled}`);
  const [item] = await published(service, twitter);
  const place = `/_local/network/${twitter._id}/feed`;
  await service.control('DELETE', `${place}/${String(item?.['nativeId'])}`);
  const media = [
    { type: 'image', url: 'https://example.test/a.png' },
    { type: 'video', url: 'https://example.test/a.mp4' },
  ];
  const native = (await service.control('POST', place, { text: 'By hand', media })).body['item'] as Json;
  await service.advance(HOUR);
  await service.control('PATCH', `${place}/${String(native['nativeId'])}`, { text: 'Better' });
  await service.advance(HOUR);
  await service.control('DELETE', `${place}/${String(native['nativeId'])}`);
  await service.advance(HOUR);
  return { service, twitter, bluesky };
}

test('EVT-05 EVT-06 EVT-07 EVT-08 EVT-09 EVT-30 EVT-31 each post event fits the contract and names its accounts', async () => {
  const { service } = await everyEvent();
  const catalog = openCatalog('dist/cards');
  const { schemas } = catalog.file('events');
  const seen = new Set<string>();
  for (const { event, payload } of await postEvents(service)) {
    seen.add(event);
    const schema = schemas[event];
    if (schema === undefined) throw new Error(`the contract has no schema for ${event}`);
    expect(problemsOf(schema, payload, schemas), `${event} ${JSON.stringify(payload)}`).toEqual([]);
    const targets = payload['post']?.['platforms'] as unknown as { accountId: string }[] | undefined;
    if (event.startsWith('post.external.'))
      expect(payload['post']?.['accountId']).toEqual(payload['account']?.['accountId']);
    else if (/platform|tiktok/.test(event))
      expect(targets?.map(({ accountId }) => accountId)).toContain(payload['account']?.['accountId']);
    else expect(payload).not.toHaveProperty('account');
  }
  expect([...seen].sort()).toEqual(
    catalog
      .index()
      .events.filter((name) => name.startsWith('post.'))
      .sort(),
  );
});

test('EVT-06 EVT-07 an event belongs to every account and profile of its post', async () => {
  const service = await startService();
  const second = (await service.api('POST', '/v1/profiles', { body: { name: 'Second' } })).body['profile'] as Json;
  const [one, two] = [await service.account('twitter'), await service.account('bluesky', { profileId: second['_id'] })];
  await publish(service, [], { platforms: [targetOf(one), targetOf(two)] });
  const profiles = [await service.profileId(), String(second['_id'])];
  for (const event of await service.service.desk.store.read.events()) {
    if (!event.type.startsWith('post.')) continue;
    expect(event).toMatchObject({ accountIds: [one._id, two._id], profileIds: profiles, group: 'publishing' });
  }
});

test('EVT-31 the request that caused a rollup stands beside it', async () => {
  const service = await startService();
  const requestId = '3f0b6a52-6a0e-4c3a-9d4f-0d2f1a7b1c22';
  const body = {
    content: 'Hi',
    platforms: [targetOf(await service.account('twitter'))],
    scheduledFor: '2026-02-01T09:00:00Z',
  };
  await service.api('POST', '/v1/posts', { body, headers: { 'x-request-id': requestId } });
  expect(await service.service.desk.store.read.events({ type: 'post.scheduled' })).toMatchObject([{ requestId }]);
});
