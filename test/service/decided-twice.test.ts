/** Decisions read and answer, and do nothing else: a story in which each is made twice ends like one in which each is made once. */
import { expect, test } from 'vitest';
import { decideTwice } from '../support/decided-twice.ts';
import { startService, type Json } from '../support/service.ts';

const KINDS = ['profile', 'account', 'queue', 'broadcast', 'broadcast_recipient', 'conversation', 'message'];

/** What a team does on an ordinary day. @returns what is kept of it, and what was told */
async function story(isTwice: boolean) {
  const service = await startService();
  const { read } = service.service.desk.store;
  if (isTwice) decideTwice(service.service.desk.store);
  const { api, account, advance } = service;
  const { _id: twitter } = await account('twitter');
  const { _id: whatsapp } = await account('whatsapp');
  const made = await api('POST', '/v1/profiles', { body: { name: 'Second' } });
  const second = String((made.body['profile'] as Json | undefined)?.['_id']);
  await api('PUT', `/v1/profiles/${second}`, { body: { isDefault: true } });
  const profileId = await service.profileId();
  const slots = [{ dayOfWeek: 1, time: '12:00' }];
  await api('POST', '/v1/queue/slots', { body: { profileId, name: 'Noon', timezone: 'UTC', slots } });
  const platforms = [{ platform: 'twitter', accountId: twitter }];
  await api('POST', '/v1/posts', { body: { content: 'Now', platforms, publishNow: true } });
  await api('POST', '/v1/posts', { body: { content: 'Queued', platforms, queuedFromProfile: profileId } });
  const broadcast = await api('POST', '/v1/broadcasts', {
    body: { profileId, accountId: whatsapp, platform: 'whatsapp', name: 'News', message: { text: 'Off.' } },
  });
  const path = `/v1/broadcasts/${String((broadcast.body['broadcast'] as Json | undefined)?.['id'])}`;
  for (const id of ['15550100301', '15550100302'])
    await service.control('POST', '/_local/inbound', {
      type: 'message',
      accountId: whatsapp,
      participant: { id },
      text: 'Hi',
    });
  await api('POST', `${path}/recipients`, { body: { phones: ['+15550100301', '+15550100302'] } });
  await api('POST', `${path}/schedule`, { body: { scheduledAt: '2026-01-05T10:00:00Z' } });
  await advance(2 * 86_400);
  await api('DELETE', `/v1/accounts/${twitter}`);
  return {
    counts: await Promise.all(KINDS.map(async (kind) => `${kind} ${String(await read.count(kind))}`)),
    posts: (await read.posts({ teamId: service.service.parts.lifecycle.teamId() })).map(({ status }) => status).sort(),
    events: (await read.events()).map(({ type }) => type).sort(),
    due: (await read.due()).map(({ kind }) => kind).sort(),
  };
}

test('a decision that is made again when the store asks for it changes nothing twice', async () => {
  const once = await story(false);
  expect(once.events).toEqual(expect.arrayContaining(['post.published', 'message.delivered', 'account.disconnected']));
  expect(once.posts).toEqual(['published', 'published']);
  expect(await story(true)).toEqual(once);
});
