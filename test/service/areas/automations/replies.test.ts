/** Automations answer comments and messages: privately and in public, those who are meant, each person once a day. */
import { describe, expect, test } from 'vitest';
import { failingCommits } from '../../../support/failing-commits.ts';
import { startService, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

async function scene(more: object = {}, platform = 'instagram') {
  const service = await startService();
  const { _id: accountId } = await service.account(platform);
  const profileId = await service.profileId();
  const create = (body: object) =>
    service.api('POST', '/v1/comment-automations', {
      body: { profileId, accountId, name: 'Prices', dmMessage: 'Here is the list.', ...body },
    });
  const made = await create(more);
  const automationId = String(made.body['automation']?.['id']);
  const path = `/v1/comment-automations/${automationId}`;
  const says = (text: string, author: object = {}, nativeId = 'n1') =>
    service.control('POST', '/_local/inbound', {
      type: 'comment',
      accountId,
      nativeId,
      text,
      author: { id: '77', name: 'Ann', ...author },
    });
  const writes = (text: string, metadata: object = {}) =>
    service.control('POST', '/_local/inbound', {
      type: 'message',
      accountId,
      participant: { id: '77', name: 'Ann' },
      text,
      metadata,
    });
  const sent = () => service.events('message.sent');
  const texts = async () => (await service.feed(accountId, 'message')).map(({ text }) => text as unknown);
  const answers = async () => (await service.feed(accountId, 'comment_reply')).map(({ text }) => text as unknown);
  const logs = async (query: Readonly<Record<string, string>> = {}) =>
    (await service.api('GET', `${path}/logs`, { query })).body;
  const entries = async () => (await logs())['logs'] as unknown as Json[];
  return { ...service, accountId, automationId, path, create, says, writes, sent, texts, answers, logs, entries };
}

test('a comment with the word gets a private answer, and one without gets none', async () => {
  const { says, sent, advance, automationId } = await scene({ keywords: ['price'], matchMode: 'word' });
  expect((await says('What a pricey thing')).status).toBe(201);
  await advance(1);
  expect(await sent()).toEqual([]);
  await says('The PRICE, please?');
  await advance(1);
  const events = await sent();
  expect(events).toMatchObject([
    {
      payload: {
        message: { text: 'Here is the list.', automationId, sentVia: 'comment_automation' },
        conversation: { participantId: '77', participantName: 'Ann' },
      },
    },
  ]);
  expect(wrongEvents(events)).toEqual([]);
});

test('AUT-03 words that exclude win and are near misses, and the answer waits for its delay', async () => {
  const { says, sent, advance, logs } = await scene({ excludeKeywords: ['spam'], dmDelaySeconds: 30 });
  await says('This is spam');
  await says('Nice');
  await advance(29);
  expect(await sent()).toEqual([]);
  expect(await logs()).toMatchObject({
    logs: [{ commentText: 'Nice', status: 'pending', nextDueAt: '2026-01-05T09:00:30.000Z' }],
    misses: { total: 1, samples: [{ commentText: 'This is spam', commenterName: 'Ann', excludedBy: 'spam' }] },
  });
  await advance(2);
  expect(await sent()).toHaveLength(1);
});

test.each([
  ['prise', true],
  ['pricce', true],
  ['pirce', true],
  ['rice', true],
  ['prince pal', true],
  ['surprises', false],
])('AUT-03 with typoTolerance %s is answered: %s', async (text, isAnswered) => {
  const { says, sent, advance } = await scene({ keywords: ['price'], matchMode: 'word', typoTolerance: true });
  await says(text);
  await advance(1);
  expect(await sent()).toHaveLength(isAnswered ? 1 : 0);
});

test('AUT-03 the private answer has its buttons, both answers are filled, and figures count them', async () => {
  const buttons = [{ type: 'url', title: 'Prices', url: 'https://example.com/prices' }];
  const at = await scene({ dmMessage: 'Hi {{name}}', commentReply: 'Look into your messages, {{name}}!', buttons });
  await at.says('Price?');
  await at.advance(5);
  expect(await at.feed(at.accountId, 'message')).toMatchObject([{ to: '77', text: 'Hi Ann', buttons }]);
  expect(await at.answers()).toEqual(['Look into your messages, Ann!']);
  const [entry] = await at.entries();
  expect(entry).toMatchObject({
    commenterId: '77',
    source: 'comment',
    status: 'sent',
    audienceOutcome: 'passed',
    privateReplyConsumed: true,
    commentReplyStatus: 'sent',
  });
  const { automations } = (await at.api('GET', '/v1/comment-automations')).body;
  expect(automations).toMatchObject([
    { platform: 'instagram', stats: { triggered: 1, dmsSent: 1, uniqueContacts: 1 } },
  ]);
  expect((await at.api('GET', at.path)).body).toMatchObject({
    automation: { stats: { totalTriggered: 1, totalSent: 1, totalFailed: 0 } },
    logs: [{ id: entry?.['id'] }],
  });
});

test('AUT-03 a person is answered once in 24 hours', async () => {
  const { says, texts, advance, entries } = await scene({ commentReply: 'Done' });
  await says('One');
  await advance(3_600);
  await says('Two');
  await says('Other', { id: '78' });
  await advance(24 * 3_600);
  await says('Three');
  await advance(1);
  expect(await texts()).toHaveLength(3);
  expect((await entries()).map(({ status }) => status)).toEqual(['sent', 'sent', 'skipped', 'sent']);
});

test('AUT-03 messages with the words are answered where that is wanted, and so are replies to stories', async () => {
  const dm = await scene({ keywords: ['price'], alsoMatchInDms: true });
  await dm.writes('The price?');
  await dm.writes('Hello');
  await dm.advance(1);
  expect(await dm.texts()).toEqual(['Here is the list.']);
  expect(await dm.entries()).toMatchObject([{ source: 'dm', status: 'sent' }]);
  const off = await scene({ keywords: ['price'] });
  await off.writes('The price?');
  await off.advance(1);
  expect(await off.texts()).toEqual([]);
  const story = await scene({ trigger: 'story_reply' });
  await story.writes('Wow', { storyId: 's1' });
  await story.says('Wow');
  await story.advance(1);
  expect(await story.entries()).toMatchObject([{ source: 'story_reply', status: 'sent' }]);
});

describe('AUT-03 an audience', () => {
  test.each([
    [{ followerStatus: 'follower' }, { isFollower: true }, 'passed'],
    [{ followerStatus: 'follower' }, { isFollower: false }, 'blocked'],
    [{ followerStatus: 'follower' }, {}, 'passed'],
    [{ followerStatus: 'follower', whenUnknown: 'skip' }, {}, 'blocked'],
    [{ followerStatus: 'follower', whenUnknown: 'verify' }, {}, 'gate_sent'],
    [{ followerStatus: 'non_follower' }, { isFollower: true }, 'blocked'],
    [{ whenUnknown: 'skip' }, {}, 'passed'],
    [{ minFollowerCount: 0, whenUnknown: 'skip' }, {}, 'passed'],
    [{ minFollowerCount: 1, whenUnknown: 'skip' }, {}, 'blocked'],
    [{ minFollowerCount: 1 }, {}, 'passed'],
    [{ minFollowerCount: 1 }, { followerCount: 0 }, 'blocked'],
    [{ followerStatus: 'non_follower' }, { isFollower: false }, 'passed'],
    [{ minFollowerCount: 100 }, { followerCount: 99 }, 'blocked'],
    [{ minFollowerCount: 100 }, { followerCount: 100 }, 'passed'],
  ])('of %o with an author of %o: %s', async (audience, author, audienceOutcome) => {
    const { says, advance, entries } = await scene({ audience });
    await says('Price', author);
    await advance(1);
    expect(await entries()).toMatchObject([{ audienceOutcome }]);
  });
});

test('AUT-03 a follow gate asks first, asks again, and then answers', async () => {
  const followGate = { message: 'Follow us', buttonLabel: 'Done', notFollowingMessage: 'Not yet' };
  const at = await scene({ followGate });
  await at.says('Price');
  await at.advance(1);
  const [asked] = await at.feed(at.accountId, 'message');
  const [button] = (asked?.['buttons'] ?? []) as unknown as { title: string; payload: string }[];
  expect([asked?.['text'], button?.title]).toEqual(['Follow us', 'Done']);
  expect(await at.entries()).toMatchObject([{ status: 'gated', audienceOutcome: 'gate_sent' }]);
  await at.writes('Done', { postbackPayload: button?.payload, isFollower: false });
  await at.advance(1);
  expect(await at.entries()).toMatchObject([{ status: 'gated', audienceOutcome: 'gate_failed' }]);
  await at.writes('Done', { postbackPayload: button?.payload });
  await at.writes('Done', { postbackPayload: button?.payload });
  await at.advance(1);
  expect(await at.texts()).toEqual(['Follow us', 'Not yet', 'Here is the list.']);
  // A comment has one private answer; whoever pressed the button has written since.
  const comments = (await at.feed(at.accountId, 'message')).map(({ commentId }) => commentId);
  expect(comments).toEqual([expect.any(String), undefined, undefined]);
  expect(await at.entries()).toMatchObject([{ status: 'sent', audienceOutcome: 'gate_passed' }]);
});

test('AUT-03 one automation answers a post, on a platform that has private answers', async () => {
  const { create, account } = await scene({ platformPostId: 'n1' });
  expect(await create({ platformPostId: 'n1' })).toMatchObject({ status: 409 });
  expect((await create({ platformPostId: 'n2' })).status).toBe(200);
  const { _id: accountId } = await account('telegram');
  expect(await create({ accountId })).toMatchObject({ status: 400, body: { param: 'accountId' } });
});

test('AUT-03 one that was switched off meanwhile answers nothing', async () => {
  const { says, api, path, advance, entries, texts } = await scene({ dmDelaySeconds: 60, commentReply: 'Hi' });
  await says('Price');
  await api('PATCH', path, { body: { isActive: false } });
  await advance(61);
  expect(await texts()).toEqual([]);
  expect(await entries()).toMatchObject([{ status: 'skipped' }]);
});

test('an answer whose work is done again after a crash goes out once', async () => {
  const { says, service, advance, sent } = await scene({ dmDelaySeconds: 5 });
  await says('Price');
  const { failing } = failingCommits(service.desk.store);
  await failing(() => advance(6), 2);
  await advance(60);
  expect(await sent()).toHaveLength(1);
});

test('AUT-03 the private answer has its cards, and none where the automation has none', async () => {
  const elements = [{ title: 'Beans', subtitle: 'From 12' }];
  const at = await scene({ template: { type: 'generic', elements } });
  await at.says('Price');
  await at.advance(1);
  expect(JSON.stringify(await at.feed(at.accountId, 'message'))).toContain('From 12');
  const plain = await scene();
  await plain.says('Price');
  await plain.advance(1);
  const [message] = await plain.feed(plain.accountId, 'message');
  expect(message).toMatchObject({ text: 'Here is the list.' });
  expect(message).not.toHaveProperty('template');
});

test('AUT-03 a gate stays shut while its automation is off, and opens when it is on again', async () => {
  const at = await scene({ followGate: { message: 'Follow us' } });
  await at.says('Price');
  await at.advance(1);
  const [asked] = await at.feed(at.accountId, 'message');
  const [button] = (asked?.['buttons'] ?? []) as unknown as { payload: string }[];
  const turn = (isActive: boolean) => at.api('PATCH', at.path, { body: { isActive } });
  await turn(false);
  await at.writes('Done', { postbackPayload: button?.payload });
  await at.advance(1);
  expect(await at.texts()).toEqual(['Follow us']);
  await turn(true);
  await at.writes('Done', { postbackPayload: button?.payload });
  await at.advance(1);
  expect(await at.texts()).toEqual(['Follow us', 'Here is the list.']);
});
