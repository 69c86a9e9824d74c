/** The week of a community on Discord: an evening is planned, announced, pinned and talked about, helpers get a role, and on Sunday everything is tidied up. */
import { expect, test } from 'vitest';
import {
  ANN,
  ANNOUNCEMENTS,
  BEN,
  CLEO,
  GENERAL,
  GUILD,
  STAGE,
  startCommunity,
} from '../service/areas/discord/community.ts';

const MONDAY = Date.parse('2026-11-30T09:00:00Z');
const DAY = 86_400;

test('DSC-01 DSC-02 DSC-03 DSC-04 DSC-05 DSC-09 DSC-13 a week of a community, from the plan to the thanks', async () => {
  const community = await startCommunity({ clock: { mode: 'frozen', now: MONDAY } });
  const { api, call, list, publish, feed, advance, accountId } = community;
  const settings = `/v1/accounts/${accountId}/discord-settings`;

  // Monday: where to post, and the plan for Friday.
  await api('PATCH', settings, { body: { channelId: ANNOUNCEMENTS, webhookUsername: 'Harbour Readers' } });
  const reading = await call('POST', `guilds/${GUILD}/events`, {
    accountId,
    name: 'Reading night',
    startsAt: '2026-12-04T18:00:00Z',
    entity: { type: 'stage', channelId: STAGE },
  });
  const stall = await call('POST', `guilds/${GUILD}/events`, {
    accountId,
    name: 'Book stall',
    startsAt: '2026-12-05T10:00:00Z',
    entity: { type: 'external', location: 'Am Hafen 4, Hamburg', endsAt: '2026-12-05T16:00:00Z' },
  });
  const events = async () => (await list(`guilds/${GUILD}/events`)).map((one) => [one['name'], one['status']]);

  // Tuesday: the announcement goes out, to other servers too, and stays at the top.
  await advance(DAY);
  const news = await publish('Reading night on Friday at six. Who helps?');
  const passed = await call('POST', `channels/${ANNOUNCEMENTS}/messages/${news}/crosspost`);
  expect(passed.body['data']).toMatchObject({ id: news, author: { username: 'Harbour Readers' }, flags: 1 });
  await call('PUT', `channels/${ANNOUNCEMENTS}/pins/${news}`);
  await call('POST', `channels/${ANNOUNCEMENTS}/threads`, { name: 'I help', messageId: news });

  // Wednesday: whoever helps has a role and a message. The bot hands out no role above its own.
  await advance(DAY);
  const { body } = await call('POST', `guilds/${GUILD}/roles`, { name: 'Helper', mentionable: true });
  const helper = String(body['data']?.['id']);
  for (const userId of [ANN, BEN]) {
    expect((await call('PUT', `guilds/${GUILD}/members/${userId}/roles/${helper}`)).status).toBe(200);
    expect((await call('POST', 'dms', { accountId, userId, content: 'Thanks for helping!' })).status).toBe(200);
  }
  expect((await call('POST', 'dms', { accountId, userId: CLEO, content: 'Thanks!' })).status).toBe(403);
  const moderator = (await list(`guilds/${GUILD}/roles`)).find((one) => String(one['name']) === 'Moderator');
  expect((await call('PUT', `guilds/${GUILD}/members/${BEN}/roles/${String(moderator?.['id'])}`)).status).toBe(502);

  // Friday: the reading is opened and closed by hand.
  await advance(2 * DAY + 9 * 3_600);
  const at = `guilds/${GUILD}/events/${String(reading.body['data']?.['id'])}`;
  await call('PATCH', at, { accountId, status: 'active' });
  expect(await events()).toEqual([
    ['Reading night', 2],
    ['Book stall', 1],
  ]);
  await call('PATCH', at, { accountId, status: 'completed' });

  // Saturday: the stall opens by the clock.
  await advance(17 * 3_600);
  expect(await events()).toEqual([
    ['Reading night', 3],
    ['Book stall', 2],
  ]);
  await advance(5 * 3_600);

  // Sunday: thanks for all in the other channel, and what is over goes.
  await advance(DAY);
  await api('PATCH', settings, { body: { channelId: GENERAL } });
  await publish('Thanks, everybody!', GENERAL);
  await call('DELETE', `channels/${ANNOUNCEMENTS}/pins/${news}`);
  await call('DELETE', `guilds/${GUILD}/roles/${helper}`);
  await call('DELETE', `guilds/${GUILD}/events/${String(stall.body['data']?.['id'])}`);
  expect(await list(`channels/${ANNOUNCEMENTS}/pins`)).toEqual([]);
  expect(await events()).toEqual([['Reading night', 3]]);
  const members = await list(`guilds/${GUILD}/members`);
  expect(members.some((one) => JSON.stringify(one['roles']).includes(helper))).toBe(false);
  expect((await feed(accountId, 'post')).map((one) => one['text'])).toEqual([
    'Reading night on Friday at six. Who helps?',
    'Thanks, everybody!',
  ]);
  expect((await feed(accountId, 'message')).map((one) => one['to'])).toEqual([ANN, BEN]);
});
