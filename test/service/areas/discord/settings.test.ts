import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { ANNOUNCEMENTS, FORUM, GENERAL, GUILD, HIDDEN, STAGE, startCommunity, VOICE } from './community.ts';

test.each([
  ['', 400],
  ['   ', 400],
  ['My Discord bot', 400],
  ['cLyDe', 400],
  ['everyone', 400],
  ['HERE', 400],
  ['x'.repeat(81), 400],
  ['everyone here', 200],
  ['Acme News', 200],
])('DSC-10 DSC-11 DSC-12 ASM-33 a webhook may be called %j, or may not', async (webhookUsername, expected) => {
  const { api, account } = await startService();
  const { _id } = await account('discord');
  const path = `/v1/accounts/${_id}/discord-settings`;
  const { status, body } = await api('PATCH', path, { body: { webhookUsername } });
  expect([status, body.param]).toEqual([expected, expected === 200 ? undefined : 'webhookUsername']);
});

test.each([
  ['DSC-07', GENERAL, 200],
  ['DSC-07', ANNOUNCEMENTS, 200],
  ['DSC-07', FORUM, 200],
  ['DSC-07', VOICE, 400],
  ['DSC-07', STAGE, 400],
  ['DSC-08', HIDDEN, 400],
  ['DSC-08', '1', 400],
])('%s an account posts in the channel %s, or may not: %i', async (_rule, channelId, expected) => {
  const { api, accountId } = await startCommunity();
  const path = `/v1/accounts/${accountId}/discord-settings`;
  const { status, body } = await api('PATCH', path, { body: { channelId } });
  expect([status, body.param]).toEqual([expected, expected === 200 ? undefined : 'channelId']);
  const { body: read } = await api('GET', path);
  const channel = expected === 200 ? channelId : ANNOUNCEMENTS;
  expect(read['account']).toMatchObject({ channelId: channel, guildId: GUILD });
});

test('DSC-03 posts go to the channel that was chosen, under the name that was chosen', async () => {
  const { api, accountId, feed } = await startCommunity();
  const path = `/v1/accounts/${accountId}/discord-settings`;
  await api('PATCH', path, { body: { channelId: GENERAL, webhookUsername: 'Acme News' } });
  const body = { content: 'Hello', platforms: [{ platform: 'discord', accountId }], publishNow: true };
  await api('POST', '/v1/posts', { body });
  expect(await feed(accountId, 'post')).toMatchObject([
    { text: 'Hello', settings: { channelId: GENERAL, webhookUsername: 'Acme News' } },
  ]);
  expect((await api('GET', path)).body['account']).toMatchObject({ channelName: 'general', channelType: '0' });
});
