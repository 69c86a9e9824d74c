/** Messages of a channel: what was published there, pinned, passed on, talked about and taken away; and direct messages. */
import { expect, test } from 'vitest';
import { ANN, ANNOUNCEMENTS, CLEO, FORUM, GENERAL, GUILD, startCommunity } from './community.ts';

const at = (channel: string, id: string) => `channels/${channel}/messages/${id}`;
const pin = (channel: string, id: string) => `channels/${channel}/pins/${id}`;

test('DSC-02 DSC-13 a message that was published is pinned, read there as it is now, and unpinned', async () => {
  const { call, list, publish } = await startCommunity();
  const [first, second] = [await publish('Doors open at eight'), await publish('Bring a cup')];
  expect((await call('PUT', pin(ANNOUNCEMENTS, first))).body).toMatchObject({
    operation: 'message_pinned',
    messageId: first,
  });
  await call('PUT', pin(ANNOUNCEMENTS, second));
  await call('PUT', pin(ANNOUNCEMENTS, second));
  expect(await list(`channels/${ANNOUNCEMENTS}/pins`)).toMatchObject([
    { id: second, channel_id: ANNOUNCEMENTS, content: 'Bring a cup', author: { bot: true } },
    { id: first, content: 'Doors open at eight' },
  ]);
  expect(await list(`channels/${GENERAL}/pins`)).toEqual([]);
  await call('DELETE', pin(ANNOUNCEMENTS, second));
  await call('DELETE', at(ANNOUNCEMENTS, first));
  expect(await list(`channels/${ANNOUNCEMENTS}/pins`)).toEqual([]);
  expect((await call('DELETE', pin(ANNOUNCEMENTS, second))).status).toBe(404);
});

test('DSC-06 DSC-13 a channel holds 50 pins, and one more when one is taken away', async () => {
  const { call, publish, advance } = await startCommunity();
  const ids: string[] = [];
  for (let nth = 0; nth <= 50; nth += 1) {
    ids.push(await publish(`Note ${String(nth)}`, GENERAL));
    await advance(3_600);
  }
  for (const id of ids.slice(0, 50)) expect((await call('PUT', pin(GENERAL, id))).status).toBe(200);
  const [first = '', last = ''] = [ids[0], ids.at(-1)];
  expect(await call('PUT', pin(GENERAL, last))).toMatchObject({ status: 400, body: { param: 'messageId' } });
  await call('DELETE', pin(GENERAL, first));
  expect((await call('PUT', pin(GENERAL, last))).status).toBe(200);
});

test('readings, "Discord": the address of a message names its server and the channel that it is in', async () => {
  const { publish, feed, accountId, api } = await startCommunity();
  const chat = await publish('Hello', GENERAL);
  const platforms = [{ platform: 'discord', accountId }];
  await api('POST', '/v1/posts', { body: { content: 'We are open', platforms, publishNow: true } });
  const addresses = (await feed(accountId, 'post')).map(({ url }) => String(url));
  expect(addresses).toEqual([
    `https://discord.com/channels/${GUILD}/${GENERAL}/${chat}`,
    expect.stringContaining(`https://discord.com/channels/${GUILD}/${ANNOUNCEMENTS}/`),
  ]);
});

test('readings, "Discord": a message is passed on once, and from an announcement channel alone', async () => {
  const { call, publish, feed, accountId } = await startCommunity();
  const [news, chat] = [await publish('We are open'), await publish('Hello', GENERAL)];
  const passed = await call('POST', `${at(ANNOUNCEMENTS, news)}/crosspost`);
  expect(passed).toMatchObject({ status: 200, body: { data: { id: news, content: 'We are open', flags: 1 } } });
  expect(await feed(accountId, 'post')).toMatchObject([{ nativeId: news, crossposted: true }, { nativeId: chat }]);
  expect(await call('POST', `${at(ANNOUNCEMENTS, news)}/crosspost`)).toMatchObject({ status: 400 });
  expect(await call('POST', `${at(GENERAL, chat)}/crosspost`)).toMatchObject({
    status: 400,
    body: { param: 'channelId' },
  });
  expect(await call('POST', `${at(GENERAL, news)}/crosspost`)).toMatchObject({
    status: 404,
    body: { error: 'There is no such Discord message.' },
  });
});

test('EVT-35 a message that was deleted is gone from the channel, and its post learns of it', async () => {
  const { call, publish, feed, accountId, advance, events } = await startCommunity();
  const id = await publish('A mistake');
  expect((await call('DELETE', at(ANNOUNCEMENTS, id))).body).toEqual({ success: true });
  expect(await feed(accountId, 'post')).toMatchObject([{ nativeId: id, removedAt: expect.anything() }]);
  expect((await call('DELETE', at(ANNOUNCEMENTS, id))).status).toBe(404);
  expect((await call('PUT', pin(ANNOUNCEMENTS, id))).status).toBe(404);
  await advance(3_700);
  expect((await events()).map(({ event }) => event)).toContain('post.platform.deleted');
});

test('readings, "Discord": a message has one thread, and a thread of a forum needs a post', async () => {
  const { call, publish, feed, accountId } = await startCommunity();
  const messageId = await publish('What did you read?', GENERAL);
  const threads = `channels/${GENERAL}/threads`;
  const { body } = await call('POST', threads, { name: 'Answers', messageId });
  expect(body).toMatchObject({ data: { name: 'Answers' } });
  expect(await feed(accountId, 'thread')).toMatchObject([{ name: 'Answers', messageId }]);
  expect(await call('POST', threads, { name: 'Again', messageId })).toMatchObject({
    status: 400,
    body: { param: 'messageId' },
  });
  expect(await call('POST', threads, { name: 'x', messageId: '1' })).toMatchObject({
    status: 404,
    body: { param: 'messageId' },
  });
  expect(await call('POST', threads, { name: ' ' })).toMatchObject({ status: 400, body: { param: 'name' } });
  expect(await call('POST', threads, { name: 'On its own' })).toMatchObject({ status: 200 });
  expect(await call('POST', `channels/${FORUM}/threads`, { name: 'x' })).toMatchObject({
    status: 400,
    body: { param: 'messageId' },
  });
});

test('DSC-01 a direct message reaches a member of the server', async () => {
  const { call, feed, accountId } = await startCommunity();
  const sent = await call('POST', 'dms', { accountId, userId: ANN, content: 'Thanks for joining.' });
  expect(sent).toMatchObject({
    status: 200,
    body: { recipient: { userId: ANN, platform: 'discord' }, account: { id: accountId } },
  });
  const { messageId, channelId } = sent.body as unknown as { messageId: string; channelId: string };
  expect(await feed(accountId, 'message')).toMatchObject([
    { nativeId: messageId, channelId, to: ANN, content: 'Thanks for joining.' },
  ]);
  const again = await call('POST', 'dms', { accountId, userId: ANN, content: 'See you.' });
  expect(again.body).toMatchObject({ channelId });
  expect(await call('POST', 'dms', { accountId, userId: ANN, content: ' ' })).toMatchObject({
    status: 400,
    body: { param: 'content' },
  });
});

test.each([
  ['somebody on no common server', '122273252889999'],
  ['a member who accepts none', CLEO],
])('DSC-05 a direct message to %s is refused', async (_who, userId) => {
  const { call, feed, accountId } = await startCommunity();
  expect(await call('POST', 'dms', { accountId, userId, content: 'Hello' })).toMatchObject({
    status: 403,
    body: { param: 'userId' },
  });
  expect(await feed(accountId, 'message')).toEqual([]);
});
