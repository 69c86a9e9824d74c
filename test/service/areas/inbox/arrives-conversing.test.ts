/** Reactions, referrals and who answers, comments and leads. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../../support/service.ts';
import { namesOf, PERSON, stage, type Stage } from '../../control/inbound-stage.ts';

let at: Stage;

beforeEach(async () => {
  at = await stage();
});

describe('reactions', () => {
  test('EVT-70 EVT-71 EVT-72 EVT-73 EVT-74 carry the act, the emoji, the platform’s id, ours when known, and are no message', async () => {
    const accountId = await at.account('instagram');
    const { messageId, platformMessageId, conversationId } = await at.tell('message', {
      accountId,
      participant: PERSON,
      text: 'hi',
    });
    const added = await at.tell('reaction', { accountId, platformMessageId, action: 'added', emoji: '👍' });
    expect(namesOf(added.events)).toEqual(['reaction.received']);
    expect(added.events[0]?.payload).toMatchObject({
      reaction: { action: 'added', emoji: '👍', platformMessageId, messageId, sender: { id: PERSON.id } },
    });
    const read = async () => {
      const path = `/v1/inbox/conversations/${String(conversationId)}/messages`;
      const { messages } = (await at.service.api('GET', path, { query: { accountId } })).body;
      return (messages as unknown as readonly Json[]).map(({ reactions }) => reactions);
    };
    expect(await read()).toMatchObject([[{ emoji: '👍', fromMe: false }]]);
    const removed = await at.tell('reaction', { accountId, platformMessageId, action: 'removed', emoji: '👍' });
    expect(await read()).toEqual([[]]);
    expect(removed.events[0]?.payload).toMatchObject({ reaction: { action: 'removed', emoji: '', platformMessageId } });
    const unknown = await at.tell('reaction', { accountId, platformMessageId: 'elsewhere', action: 'added' });
    expect(unknown.events[0]?.payload['reaction']).toMatchObject({ platformMessageId: 'elsewhere', emoji: '' });
    expect(unknown.events[0]?.payload['reaction']).not.toHaveProperty('messageId');
  });
});

test('EVT-75 a referral is passed on as it came, keys unknown to us included', async () => {
  const accountId = await at.account('facebook');
  const referral = { ref: 'poster', type: 'OPEN_THREAD', brand_new: { deep: [1] } };
  const { events } = await at.tell('referral', { accountId, participant: PERSON, referral });
  expect(namesOf(events)).toEqual(['conversation.started', 'referral.received']);
  expect(events[1]?.payload).toMatchObject({ referral });
});

test('EVT-63 a change of control says who answers, who did, which app and why', async () => {
  const accountId = await at.account('facebook');
  const { conversationId } = await at.tell('message', { accountId, participant: PERSON, text: 'hi' });
  const change = (owner: string, metadata?: unknown) =>
    at.tell('control', { accountId, conversationId, owner, ...(metadata === undefined ? {} : { metadata }) });
  const owner = async () => (await at.service.api('GET', '/v1/inbox/conversations')).body['data'];
  expect((await change('other', 'handover')).events[0]?.payload).toMatchObject({
    control: { owner: 'other', previousOwner: 'app', ownerAppId: expect.any(String) as string, metadata: 'handover' },
  });
  expect((await change('app')).events[0]?.payload).toMatchObject({
    control: { owner: 'app', previousOwner: 'other', ownerAppId: null, metadata: '' },
  });
  expect((await change('app')).events).toEqual([]);
  expect(await owner()).toMatchObject([{ id: conversationId, threadControl: 'app' }]);
  await change('other');
  expect(await owner()).toMatchObject([{ threadControl: 'other' }]);
});

describe('comments', () => {
  const comment = async (platform: string, given: object = {}) => {
    const accountId = await at.account(platform);
    const told = await at.tell('comment', { accountId, nativeId: '1', author: { id: '2' }, text: 'hi', ...given });
    return told.events[0]?.payload['comment'] as unknown as Record<string, unknown>;
  };

  test('EVT-76 say that they are live during an instagram broadcast, and nothing otherwise', async () => {
    expect(await comment('instagram', { isLive: true })).toMatchObject({ isLive: true });
    expect(await comment('instagram')).not.toHaveProperty('isLive');
    expect(await comment('facebook', { isLive: true })).not.toHaveProperty('isLive');
  });

  test('EVT-77 EVT-78 EVT-79 name the ad that they stand under, and only then', async () => {
    expect(await comment('instagram')).not.toHaveProperty('ad');
    const posts = async () => (await at.service.api('GET', '/v1/inbox/comments')).body['data'];
    expect(await posts()).toMatchObject([{ id: '1', isAd: false }]);
    expect(await comment('instagram', { ad: { id: 'a', title: 'Two for one' }, nativeId: '2' })).toMatchObject({
      ad: { id: 'a', title: 'Two for one' },
    });
    expect(await posts()).toContainEqual(expect.objectContaining({ id: '2', isAd: true, adId: 'a' }));
    for (const promotionStatus of ['active', 'ineligible'])
      expect(await comment('facebook', { ad: { promotionStatus } })).toMatchObject({ ad: { promotionStatus } });
  });

  test('name the post of ours that they stand under', async () => {
    const accountId = await at.account('bluesky');
    const made = await at.service.api('POST', '/v1/posts', {
      body: { content: 'hello', platforms: [{ platform: 'bluesky', accountId }], publishNow: true },
    });
    const postId = made.body['post']?.['_id'] as unknown as string;
    const said = { accountId, postId, author: { id: '2' }, text: 'hi' };
    const { commentId: parentId } = await at.tell('comment', said);
    const { events } = await at.tell('comment', { ...said, parentId });
    expect(events[0]?.payload).toMatchObject({
      comment: { postId, isReply: true, parentCommentId: parentId },
      post: { id: postId, content: 'hello' },
    });
  });
});

test('EVT-101 a lead has its answers, its form and its ad', async () => {
  const accountId = await at.account('facebook');
  const fields = { full_name: 'Ada Example', email: 'ada@example.com' };
  const { events } = await at.tell('lead', { accountId, formId: 'f', adId: 'a', fields });
  expect(events[0]?.payload).toMatchObject({ lead: { formId: 'f', adId: 'a', fields, isOrganic: false } });
  const { leads } = (await at.service.api('GET', '/v1/ads/leads')).body;
  expect(leads).toMatchObject([{ formId: 'f', adId: 'a', fields }]);
});
