/** Likes of posts: those of the account itself, and those of others that its network has. Listed in operations.ts. */
import { platformLabel } from '../../../platforms/labels.ts';
import { canLikePosts, commentRulesOf } from '../../../platforms/comments.ts';
import { commit, type Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Scene } from '../../engine/scene.ts';
import { hexOf } from '../../networks/chance.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { recordOf } from '../../causes/cause.ts';
import type { Reader } from '../../store/store.ts';
import { placeOf } from './commented.ts';
import { addressProblem, hashProblem, likeHidden, likeOf, likeShown } from './likes.ts';

const POST_LIKE = 'post_like';

/** Id of the post here or on the network, or undefined for none. */
async function likedPost({ call, desk }: Scene, view: Reader, account: AccountRecord): Promise<string | undefined> {
  const id = call.path['postId'] ?? '';
  const known = await placeOf(view, { teamId: account.teamId, accountId: account.id, id });
  const rows = desk.catalog.fixtures()[commentRulesOf(account.doc.platform)?.postsOf ?? ''] ?? [];
  return known ?? rows.map((row) => String(row['id'])).find((one) => one === id);
}

interface Liking {
  readonly account: AccountRecord;
  readonly postId: string;
  readonly view: Reader;
}

const liking = (decide: (scene: Scene, liking: Liking) => Promise<Changes & { result: Reply }>): Handler =>
  inScene((scene) => {
    const account = scene.owners.account as AccountRecord;
    const { platform } = account.doc;
    if (!canLikePosts(platform))
      return refuse('PLATFORM_LIMITATION', { message: `Posts on ${platformLabel(platform)} cannot be liked.` });
    return commit(scene.desk, [`${POST_LIKE}/${account.id}`], async (view) => {
      const postId = await likedPost(scene, view, account);
      return postId === undefined ? { result: notFound('post') } : decide(scene, { account, postId, view });
    });
  });

const recordId = ({ account, postId }: Liking): string => hexOf(`like ${account.id} ${postId}`, 24);

const like = liking(async ({ call, now, served }, liked) => {
  const { account, postId, view } = liked;
  const { platform } = account.doc;
  const refusal = hashProblem(platform, call.body);
  if (refusal !== undefined) return { result: refusal };
  const like = likeOf(account, postId, call.body);
  const id = recordId(liked);
  const before = await view.get(POST_LIKE, id);
  const isSame = before !== undefined && before.doc.reactionType === like.reactionType;
  const body = { status: 'success', postId: call.path['postId'], platform, liked: true, ...like };
  if (isSame) return { result: { status: served.status, body: { ...body, alreadyReacted: true } } };
  const { profileId, teamId } = account;
  const doc = { id, accountId: account.id, platform, postId, ...like };
  return {
    records: [recordOf(POST_LIKE, id, { teamId, now }, { profileId, doc })],
    ...(await likeShown(view, { account, id: postId, doc: { postId, ...like }, now })),
    result: { status: served.status, body },
  };
});

const unlike = liking(async ({ call, now, served }, liked) => {
  const { account, postId, view } = liked;
  const id = recordId(liked);
  const before = await view.get(POST_LIKE, id);
  const refusal = addressProblem(before?.doc.likeUri, call.query);
  if (refusal !== undefined) return { result: refusal };
  const { platform } = account.doc;
  const body = { status: 'success', postId: call.path['postId'], platform, liked: false };
  const result = { status: served.status, body };
  if (before === undefined) return { result };
  return { removed: [before], ...likeHidden({ accountId: account.id, id: postId, now }), result };
});

export const postLikes: Readonly<Record<string, Handler>> = { likePost: like, unlikePost: unlike };
