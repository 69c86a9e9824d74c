/** Comments below posts: read where they came in, answered, liked, hidden, pinned, moderated and deleted, as far as each platform lets it. */
import { describe, expect, test } from 'vitest';
import { canComment, type CommentAct } from '../../../../src/platforms/comments.ts';
import { startService, type Answer, type Json } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

const DAY = 86_400;

/** An account with a post of the network, below which somebody may write. */
async function scene(platform: string, more: Readonly<Record<string, unknown>> = {}) {
  const service = await startService();
  const { _id: accountId } = await service.account(platform, more);
  const { api, control } = service;
  const postId = '4711';
  const base = `/v1/inbox/comments/${postId}`;
  const tell = (given: object = {}) =>
    control('POST', '/_local/inbound', {
      type: 'comment',
      accountId,
      nativeId: postId,
      author: { id: '7', name: 'Ana', username: 'ana' },
      text: 'Lovely',
      ...given,
    });
  const comeIn = async (given: object = {}): Promise<string> => String((await tell(given)).body['commentId']);
  const list = async () =>
    (await api('GET', base, { query: { accountId } })).body['comments'] as unknown as readonly Json[];
  const read = async (id: string) => (await list()).find((one) => String(one['id']) === id);
  const act = (id: string, what: string, body: object = {}) =>
    api('POST', `${base}/${id}/${what}`, { body: { accountId, ...body } });
  const undo = (id: string, what: string, query: Readonly<Record<string, string>> = {}) =>
    api('DELETE', `${base}/${id}/${what}`, { query: { accountId, ...query } });
  const reply = (body: object = {}) => api('POST', base, { body: { accountId, message: 'Thanks', ...body } });
  const remove = (commentId: string) => api('DELETE', base, { query: { accountId, commentId } });
  return { ...service, accountId, tell, comeIn, list, read, act, undo, reply, remove, base };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const limited = { status: 400, body: { code: 'PLATFORM_LIMITATION' } };

test('INB-36 a comment that came in is read below its post, by either id, and among the posts with comments', async () => {
  const { api, control, account } = await startService();
  const { _id: accountId } = await account('facebook');
  const body = { content: 'Hi', platforms: [{ platform: 'facebook', accountId }], publishNow: true };
  const made = (await api('POST', '/v1/posts', { body })).body['post'];
  const postId = String(made?.['_id']);
  const nativeId = String(made?.['platforms']?.['0']?.['platformPostId']);
  const inbound = { type: 'comment', accountId, postId, author: { id: '7', name: 'Ana' }, text: 'Lovely' };
  const { commentId } = (await control('POST', '/_local/inbound', inbound)).body;
  const read = async (id = postId) =>
    (await api('GET', `/v1/inbox/comments/${id}`, { query: { accountId } })).body['comments']?.['0'];
  expect(await read()).toMatchObject({ id: commentId, message: 'Lovely', from: { name: 'Ana' }, replyCount: 0 });
  expect(await read(nativeId)).toEqual(await read());
  const posts = await api('GET', '/v1/inbox/comments', { query: { minComments: 1 } });
  expect(posts.body['data']).toMatchObject([{ id: postId, content: 'Hi', commentCount: 1 }]);
});

test('a comment that the network reports below one of our posts names that post and no other', async () => {
  const { account, api, events, control } = await startService();
  const { _id: accountId } = await account('facebook');
  const publish = async (content: string) =>
    (
      await api('POST', '/v1/posts', {
        body: { content, platforms: [{ platform: 'facebook', accountId }], publishNow: true },
      })
    ).body['post'];
  const [, meant] = [await publish('First'), await publish('Second')];
  const nativeId = meant?.['platforms']?.['0']?.['platformPostId'];
  const author = { id: '7', name: 'Ana' };
  await control('POST', '/_local/inbound', { type: 'comment', accountId, nativeId, author, text: 'Lovely' });
  expect(await events('comment.received')).toMatchObject([
    { payload: { post: { id: meant?.['_id'], platformPostId: nativeId } } },
  ]);
});

test('a reply to a comment is counted with it, is seen on the network, and goes with it', async () => {
  const { comeIn, reply, read, list, remove, feed, accountId, api } = await scene('facebook');
  const commentId = await comeIn();
  const { status, body } = await reply({ commentId, attachmentUrl: 'https://example.com/a.jpg' });
  expect([status, body['data']]).toMatchObject([200, { isReply: true }]);
  const id = String(body['data']?.['commentId']);
  const above = await read(commentId);
  expect(above).toMatchObject({ replyCount: 1, replies: [{ id, message: 'Thanks', canHide: false }] });
  const listed = Object.keys(Object(above));
  expect(Object.keys(Object(above?.['replies']?.['0'])).filter((name) => !listed.includes(name))).toEqual([]);
  expect(await read(id)).toMatchObject({ parentId: commentId, from: { isOwner: true }, canHide: false });
  const media = [{ type: 'image', url: 'https://example.com/a.jpg' }];
  expect(await feed(accountId, 'comment_reply')).toMatchObject([{ nativeId: id, text: 'Thanks', commentId, media }]);
  const posts = (await api('GET', '/v1/inbox/comments')).body['data'];
  expect(posts).toMatchObject([{ commentCount: (await list()).length }]);
  const other = await comeIn();
  expect((await remove(commentId)).body).toMatchObject({ success: true });
  expect(await list()).toMatchObject([{ id: other }]);
  expect(await feed(accountId, 'comment_reply')).toMatchObject([{ nativeId: id, removedAt: expect.any(String) }]);
});

test('a comment is answered only where it is: below its post, and at its account', async () => {
  const { comeIn, reply, api, account, base, tell } = await scene('facebook');
  const commentId = await comeIn();
  expect(await reply({ commentId: '1' })).toMatchObject({ status: 404 });
  expect(
    await api('POST', '/v1/inbox/comments/815', { body: { accountId: '1'.repeat(24), message: 'x' } }),
  ).toMatchObject({
    status: 404,
  });
  const { _id: accountId } = await account('facebook', { username: 'another' });
  expect(await api('POST', base, { body: { accountId, message: 'x', commentId } })).toMatchObject({ status: 404 });
  expect(await api('POST', `${base}/${commentId}/hide`, { body: { accountId } })).toMatchObject({ status: 404 });
  expect(await tell({ parentId: '1' })).toMatchObject({ status: 404, body: { param: 'parentId' } });
  expect(await tell({ parentId: commentId, nativeId: '4712' })).toMatchObject({ status: 404 });
});

/** What each platform lets an account do about comments of others, and about its own. */
// prettier-ignore
const RIGHTS: readonly (readonly [platform: string, others: string, own: string])[] = [
  ['facebook',  'reply delete hide like private', 'reply delete like'],
  ['instagram', 'reply delete hide private',      'reply delete'],
  ['threads',   'reply hide',                     'reply delete'],
  ['youtube',   'reply moderate',                 'reply delete'],
  ['linkedin',  'reply delete like',              'reply delete like'],
  ['twitter',   'reply hide like',                'reply delete like'],
  ['bluesky',   'reply like',                     'reply delete like'],
  ['reddit',    'reply like',                     'reply edit delete like'],
  ['tiktok',    'reply hide like pin',            'reply delete like pin'],
];

/** Each act as a call. */
const CALLS: Readonly<Record<CommentAct, (at: Scene, id: string) => Promise<Answer>>> = {
  reply: ({ reply }, commentId) => reply({ commentId }),
  edit: ({ api, base, accountId }, id) =>
    api('PATCH', `${base}/${id}`, { body: { accountId, platform: 'reddit', content: 'Better' } }),
  delete: ({ remove }, id) => remove(id),
  hide: ({ act }, id) => act(id, 'hide'),
  like: ({ act }, id) => act(id, 'like', { cid: 'bafyrei' }),
  pin: ({ act }, id) => act(id, 'pin'),
  moderate: ({ act }, id) => act(id, 'moderation', { platform: 'youtube', moderationStatus: 'rejected' }),
  private: ({ act }, id) => act(id, 'private-reply', { message: 'Here.' }),
};

const ACTS = Object.keys(CALLS) as readonly CommentAct[];

describe.each(RIGHTS)('on %s', (platform, others, own) => {
  test.each([
    ['comments of others', others, false],
    ['comments of its own', own, true],
  ])('an account does what is let about %s: %s; the rest is PLATFORM_LIMITATION', async (_title, rights, isOwn) => {
    const at = await scene(platform);
    const first = await at.comeIn();
    for (const act of ACTS) {
      const id = isOwn ? String((await at.reply()).body['data']?.['commentId']) : await at.comeIn();
      const can = rights.split(' ').includes(act);
      expect(canComment(platform, act, isOwn), act).toBe(can);
      const { canReply, canDelete, canHide, canLike } = (await at.read(id)) ?? {};
      const shown = { reply: canReply, delete: canDelete, hide: canHide, like: canLike };
      if (act in shown) expect(shown[act as keyof typeof shown], act).toBe(can);
      const answer = await CALLS[act](at, id);
      if (can) expect([act, answer.status]).toEqual([act, 200]);
      else expect(answer, act).toMatchObject(limited);
    }
    expect(await at.read(first)).toBeDefined();
  });
});

test.each(['telegram', 'pinterest', 'snapchat', 'googlebusiness'])(
  '%s has no comments in the inbox',
  async (platform) => {
    const { reply } = await scene(platform);
    expect(await reply()).toMatchObject({ status: 400, body: { code: 'platform_not_supported' } });
  },
);

test.each([
  ['instagram', 300],
  ['tiktok', 150],
  ['bluesky', 300],
])('on %s a comment has at most %d characters, and none is empty', async (platform, most) => {
  const { reply, comeIn } = await scene(platform);
  await comeIn();
  expect(await reply({ message: 'é'.repeat(most) })).toMatchObject({ status: 200 });
  const refused = { status: 400, body: { code: 'invalid_field_value', param: 'message' } };
  expect(await reply({ message: 'é'.repeat(most + 1) })).toMatchObject(refused);
  expect(await reply({ message: ' ' })).toMatchObject({ status: 400, body: { code: 'missing_required_field' } });
});

test('on instagram a comment has no picture', async () => {
  const { reply, comeIn } = await scene('instagram');
  await comeIn();
  const picture = { attachmentUrl: 'https://example.com/a.jpg' };
  expect(await reply(picture)).toMatchObject({ status: 400, body: { ...limited.body, param: 'attachmentUrl' } });
});

test('a like is given once and taken back, and both are seen', async () => {
  const { comeIn, act, undo, read, feed, accountId } = await scene('linkedin');
  const id = await comeIn();
  const given = await act(id, 'like', { reactionType: 'PRAISE' });
  expect(given.body).toMatchObject({ liked: true, reactionType: 'PRAISE', platform: 'linkedin' });
  expect(given.body).not.toHaveProperty('alreadyReacted');
  expect((await act(id, 'like')).body).toMatchObject({ liked: true, alreadyReacted: true });
  expect(await read(id)).toMatchObject({ isLiked: true, likeCount: 1 });
  expect(await feed(accountId, 'like')).toMatchObject([{ commentId: id, reactionType: 'PRAISE' }]);
  expect((await undo(id, 'like')).body).toMatchObject({ liked: false });
  await undo(id, 'like');
  expect(await read(id)).toMatchObject({ isLiked: false, likeCount: 0 });
  expect(await feed(accountId, 'like')).toMatchObject([{ removedAt: expect.any(String) }]);
  await act(id, 'like');
  expect(await feed(accountId, 'like')).toHaveLength(1);
});

test('on bluesky a like names the content hash, and has an address under which it is taken back', async () => {
  const { comeIn, act, undo, read } = await scene('bluesky');
  const id = await comeIn();
  expect(await act(id, 'like')).toMatchObject({ status: 400, body: { param: 'cid' } });
  const { cid } = (await read(id)) ?? {};
  expect(cid).toMatch(/^bafyrei/);
  const { likeUri } = (await act(id, 'like', { cid })).body;
  expect(likeUri).toMatch(/^at:\/\/did:plc:.+\/app\.bsky\.feed\.like\//);
  expect(await read(id)).toMatchObject({ likeUri });
  expect(await undo(id, 'like', { likeUri: 'at://other' })).toMatchObject({ status: 404 });
  expect(await undo(id, 'like', { likeUri: String(likeUri) })).toMatchObject({ status: 200 });
});

test('a hidden comment can be shown again, and the network is told of both', async () => {
  const { comeIn, act, undo, read, feed, accountId } = await scene('instagram');
  const id = await comeIn();
  expect((await act(id, 'hide')).body).toMatchObject({ hidden: true, commentId: id, platform: 'instagram' });
  expect(await read(id)).toMatchObject({ isHidden: true });
  expect((await undo(id, 'hide')).body).toMatchObject({ hidden: false });
  expect(await read(id)).toMatchObject({ isHidden: false });
  expect(await feed(accountId, 'moderation')).toMatchObject([
    { commentId: id, action: 'hide' },
    { commentId: id, action: 'unhide' },
  ]);
});

test('one comment of a post is pinned', async () => {
  const { comeIn, act, service } = await scene('tiktok');
  const [one, two] = [await comeIn(), await comeIn()];
  expect((await act(one, 'pin')).body).toMatchObject({ pinned: true });
  await act(two, 'pin');
  const records = await service.desk.store.read.list('comment');
  expect(records.filter(({ doc }) => doc.isPinned === true).map(({ id }) => id)).toEqual([two]);
});

test('what is rejected is hidden, and with its author banned so is whatever they write from now on', async () => {
  const { comeIn, act, read, events, feed, accountId } = await scene('youtube');
  const id = await comeIn();
  const moderate = (moderationStatus: string, more: object = {}) =>
    act(id, 'moderation', { platform: 'youtube', moderationStatus, ...more });
  expect(await moderate('published', { banAuthor: true })).toMatchObject({ status: 400, body: { param: 'banAuthor' } });
  await moderate('heldForReview');
  expect(await read(id)).toMatchObject({ isHidden: true });
  await moderate('published');
  expect(await read(id)).toMatchObject({ isHidden: false });
  expect(await read(await comeIn())).toMatchObject({ isHidden: false });
  await moderate('rejected', { banAuthor: true });
  const acts = (await feed(accountId, 'moderation')).map(({ action, banAuthor }) => [action, banAuthor]);
  expect(acts).toEqual([
    ['heldForReview', undefined],
    ['published', undefined],
    ['rejected', true],
  ]);
  const before = (await events('comment.received')).length;
  expect(await read(await comeIn())).toMatchObject({ isHidden: true });
  expect((await events('comment.received')).length).toBe(before);
  expect(await read(await comeIn({ author: { id: '8' } }))).toMatchObject({ isHidden: false });
});

describe('private replies', () => {
  test('EVT-54 one shows its quick replies and buttons to the author', async () => {
    const { comeIn, act, feed, accountId } = await scene('instagram');
    const quickReplies = [{ title: 'Yes', payload: 'yes' }];
    const buttons = [{ type: 'url', title: 'Menu', url: 'https://example.com' }];
    await act(await comeIn(), 'private-reply', { message: 'Here.', quickReplies });
    await act(await comeIn(), 'private-reply', { message: 'There.', buttons });
    const [first, second] = await feed(accountId, 'message');
    expect(first).toMatchObject({ text: 'Here.', quickReplies });
    expect(first).not.toHaveProperty('buttons');
    expect(second).toMatchObject({ text: 'There.', buttons });
    expect(second).not.toHaveProperty('quickReplies');
  });

  test('EVT-54 one goes to the author as a message, and a second one is refused', async () => {
    const { comeIn, act, events, feed, accountId, api } = await scene('instagram');
    const id = await comeIn();
    const sent = await act(id, 'private-reply', { message: 'Here.' });
    expect(sent).toMatchObject({ status: 200, body: { commentId: id, platform: 'instagram' } });
    const [event, ...further] = await events('message.sent');
    expect(event?.payload).toMatchObject({ message: { text: 'Here.', platformMessageId: sent.body['messageId'] } });
    expect([further, wrongEvents(await events())]).toEqual([[], []]);
    expect(await feed(accountId, 'message')).toMatchObject([{ to: '7', text: 'Here.', commentId: id }]);
    expect((await api('GET', '/v1/inbox/conversations')).body['data']).toMatchObject([{ participantId: '7' }]);
    expect(await act(id, 'private-reply', { message: 'Again.' })).toMatchObject({
      status: 400,
      body: { code: 'platform_api_error', platformError: { code: 10_900 } },
    });
    expect(await feed(accountId, 'message')).toHaveLength(1);
  });

  test('it goes out for seven days, whenever the author last wrote', async () => {
    const { comeIn, act, advance, control, accountId, feed } = await scene('facebook');
    const message = { type: 'message', accountId, participant: { id: '7' }, text: 'Hello' };
    await control('POST', '/_local/inbound', message);
    const [one, two] = [await comeIn(), await comeIn()];
    await advance(7 * DAY);
    expect(await act(one, 'private-reply', { message: 'Here.' })).toMatchObject({ status: 200 });
    await advance(1);
    expect(await act(two, 'private-reply', { message: 'Here.' })).toMatchObject({
      status: 400,
      body: { code: 'platform_api_error', platformError: { code: 10_903 } },
    });
    expect(await feed(accountId, 'message')).toHaveLength(1);
  });

  test('one that the platform cannot show is refused, and can be sent otherwise later', async () => {
    const { comeIn, act, feed, accountId } = await scene('instagram');
    const id = await comeIn();
    const buttons = [{ type: 'phone', title: 'Call', phone: '+4915112345678' }];
    expect(await act(id, 'private-reply', { message: 'Here.', buttons })).toMatchObject(limited);
    expect(await feed(accountId, 'message')).toEqual([]);
    expect(await act(id, 'private-reply', { message: 'Here.' })).toMatchObject({ status: 200 });
  });
});

test('comments below ads are listed as those of the ads network, with where they were shown', async () => {
  const { comeIn, api, accountId } = await scene('instagram');
  await comeIn();
  await comeIn({ nativeId: '4712', ad: { id: 'ad-1', title: 'Two for one' } });
  const posts = async (query: object) => (await api('GET', '/v1/inbox/comments', { query: { ...query } })).body;
  const ad = { id: '4712', isAd: true, adId: 'ad-1', placement: 'instagram', accountId };
  expect((await posts({ platform: 'metaads' })).data).toMatchObject([ad]);
  expect((await posts({ platform: 'instagram' })).data).toHaveLength(2);
  expect((await posts({ platform: 'youtube' })).data).toEqual([]);
});

test('the list of posts with comments names the accounts that it was read from', async () => {
  const { api, account, accountId, control } = await scene('facebook');
  const { _id: telegram } = await account('telegram');
  await control('POST', `/_local/accounts/${accountId}/disconnect`, {});
  const { meta } = (await api('GET', '/v1/inbox/comments')).body;
  expect(meta).toMatchObject({
    accountsQueried: 1,
    accountsFailed: 1,
    failedAccounts: [{ accountId }],
    accountsSkipped: [{ accountId: telegram }],
  });
});

test('a comment that comes in names the post that it is below', async () => {
  const { tell } = await scene('instagram');
  expect((await tell()).status).toBe(201);
  expect(await tell({ nativeId: undefined })).toMatchObject({
    status: 400,
    body: { code: 'missing_required_field', param: 'postId' },
  });
});
