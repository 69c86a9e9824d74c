/** What the platforms of accounts do not offer. */
import { describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';

async function scene(platform: string, more: object = {}) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform, more as Record<string, unknown>);
  const comments = (account = accountId) =>
    service.api('GET', '/v1/inbox/comments/123', { query: { accountId: account } });
  const send = () =>
    service.api('POST', '/v1/inbox/conversations', { body: { accountId, participantId: '77', message: 'hi' } });
  /** Somebody writes below a post of the network. */
  const comment = (account = accountId) =>
    service.control('POST', '/_local/inbound', {
      type: 'comment',
      accountId: account,
      nativeId: '123',
      author: { id: '7', name: 'Ana' },
      text: 'Nice.',
    });
  return { ...service, accountId, comments, comment, send };
}

describe('discord', () => {
  test('PLT-09 its posts have no comments: 400, in lower case', async () => {
    const { comments } = await scene('discord');
    expect(await comments()).toMatchObject({ status: 400, body: { code: 'platform_not_supported' } });
  });

  test('PLT-10 messages that come in are not read', async () => {
    const { accountId, control, events, api } = await scene('discord');
    const inbound = { type: 'message', accountId, participant: { id: '5' }, text: 'hello' };
    expect(await control('POST', '/_local/inbound', inbound)).toMatchObject({ status: 201, body: { eventIds: [] } });
    expect(await events('message.received')).toEqual([]);
    expect((await api('GET', '/v1/inbox/conversations', { query: { accountId } })).body.data).toEqual([]);
  });
});

describe('shops and blog sites', () => {
  test.each(['shopify', 'wordpress'])('PLT-13 %s has no inbox: 400, in upper case', async (platform) => {
    const { send } = await scene(platform);
    expect(await send()).toMatchObject({ status: 400, body: { code: 'PLATFORM_NOT_SUPPORTED' } });
  });

  test.each(['shopify', 'wordpress'])('PLT-14 %s takes no uploads and no posts with media', async (platform) => {
    const { api, accountId } = await scene(platform);
    const body = { sourceUrl: 'https://a.example/1.jpg', mediaFormat: 'PHOTO', category: 'COVER' };
    expect(await api('POST', `/v1/accounts/${accountId}/gmb-media`, { body })).toMatchObject({
      status: 400,
      body: { code: 'platform_not_supported' },
    });
    const post = { content: 'x', platforms: [{ platform, accountId }], publishNow: true };
    const mediaItems = [{ type: 'image', url: 'https://a.example/1.jpg' }];
    expect(await api('POST', '/v1/posts', { body: { ...post, mediaItems } })).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_NOT_ENABLED_FOR_POSTING' },
    });
    expect((await api('GET', '/v1/posts')).body['posts']).toEqual([]);
  });
});

describe('tiktok', () => {
  test('PLT-16 comments are read on accounts of the business app', async () => {
    const { comments, comment, api, accountId } = await scene('tiktok');
    expect(await comments()).toMatchObject({ status: 404 });
    await comment();
    const { status, body } = await comments();
    expect([status, body['comments']]).toMatchObject([200, [{ message: 'Nice.', from: { id: '7', name: 'Ana' } }]]);
    const elsewhere = await api('GET', '/v1/inbox/comments/124', { query: { accountId } });
    expect(elsewhere).toMatchObject({ status: 404, body: { error: 'There is no such post.' } });
  });

  test('PLT-17 PLT-18 on an older connection comments answer 400 until it is connected again', async () => {
    const { comments, comment, api, profileId, control } = await scene('tiktok', {
      kind: 'developer_app',
      username: 'brand',
    });
    expect(await comments()).toMatchObject({ status: 400, body: { code: 'PLATFORM_LIMITATION' } });
    const { body } = await api('GET', '/v1/connect/tiktok', { query: { profileId: await profileId() } });
    const decision = { decision: 'approve', username: 'brand' };
    const settled = await control('POST', `/_local/connect/${String(body.state)}`, decision);
    const accountId = String(settled.body.accountId);
    await comment(accountId);
    expect(await comments(accountId)).toMatchObject({ status: 200, body: { comments: [{ message: 'Nice.' }] } });
  });

  test('PLT-19 PLT-20 without approval a message is refused like one with an invalid token, and the account stays', async () => {
    const { send, control, api, events } = await scene('tiktok');
    await control('PATCH', '/_local/team', { features: { tiktok_messages: false } });
    expect(await send()).toMatchObject({
      status: 403,
      body: { type: 'platform_error', platform: 'tiktok', platformError: { code: 'access_token_invalid' } },
    });
    expect((await api('GET', '/v1/accounts')).body.accounts).toMatchObject([{ isActive: true }]);
    expect(await events('account.disconnected')).toEqual([]);
    await control('PATCH', '/_local/team', { features: { tiktok_messages: true } });
    expect((await send()).status).toBe(201);
  });
});

test('the participant of a conversation that is begun is the one that was asked for', async () => {
  const { send } = await scene('instagram');
  expect((await send()).body.data).toMatchObject({ participantId: '77' });
});
