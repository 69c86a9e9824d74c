/** Comments of one post with their answers, and the posts that have comments. Listed in comments.ts. */
import { textOf, type Fields } from '../../../kernel/json.ts';
import { canComment, commentRulesOf, type CommentAct } from '../../../platforms/comments.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { Reply } from '../../call.ts';
import { formsOf } from '../../engine/form.ts';
import { selected } from '../../engine/select.ts';
import { viewOf } from '../../engine/view.ts';
import { isReached, type Scene } from '../../engine/scene.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { Reader, RecordOf } from '../../store/store.ts';
import { answerPage } from './lists.ts';
import { queriedMeta } from './queried.ts';
import { COMMENT, isOwnComment, type CommentRecord } from './record.ts';

/** Every comment with its answers, which are comments themselves; with `commentId` the answers to that one. */
export async function getInboxPostComments(scene: Scene): Promise<Reply> {
  const { call, desk, owners } = scene;
  const { commentId, ...query } = call.query;
  const all = await desk.store.read.list(COMMENT, { teamId: call.caller.teamId, parentId: owners.parentId ?? '' });
  const reached = all.filter((one) => isReached(call, one)).map(asSeen);
  const answersTo = (id: unknown): readonly CommentRecord[] => reached.filter(({ doc }) => doc.parentId === id);
  const wanted = (commentId === undefined ? reached : answersTo(commentId)).map((one) => ({
    ...one,
    doc: { ...one.doc, replies: answersTo(one.id).map((reply) => asListed(scene, reply)) },
  }));
  return answerPage(scene, selected({ ...scene, call: { ...call, query } }, wanted));
}

/** A reply has the fields of a comment in the list, and no others. */
function asListed({ call, kind, schemas }: Scene, record: CommentRecord): Fields {
  const [answer] = formsOf(call.card.responses['200'] ?? {}, schemas);
  const [comments] = formsOf(answer?.properties?.['comments'] ?? {}, schemas);
  return viewOf({ record, counts: {} }, comments?.items ?? {}, { kind, schemas }) as Fields;
}

/** Source: INB-36 */
export async function listInboxComments(scene: Scene): Promise<Reply> {
  const { call, desk } = scene;
  const { minComments = 0, platform, sortBy, sortOrder } = call.query;
  const all = await desk.store.read.list(COMMENT, { teamId: call.caller.teamId });
  const below = new Map<string, CommentRecord[]>();
  for (const one of all.filter((comment) => isReached(call, comment))) {
    const place = `${one.doc.accountId} ${String(one.parentId)}`;
    below.set(place, [...(below.get(place) ?? []), one]);
  }
  const posts = await Promise.all([...below.values()].map((comments) => postOf(desk.store.read, comments)));
  const found = posts
    .flat()
    .filter(({ doc }) => (doc.commentCount ?? 0) >= Number(minComments) && isOn(doc, textOf(platform)));
  const sign = sortOrder === 'asc' ? 1 : -1;
  const sizeOf = ({ doc, createdAt }: PostRecord): number =>
    sortBy === 'comments' ? (doc.commentCount ?? 0) : createdAt;
  const sorted = [...selected(scene, found)].sort((one, other) => sign * (sizeOf(one) - sizeOf(other)));
  return answerPage(scene, sorted, await queriedMeta(scene, hasComments));
}

const hasComments = (platform: string): boolean => commentRulesOf(platform) !== undefined;

/** The word of a platform of ads means posts that run as ads on the networks behind it. */
function isOn({ platform, isAd }: PostRecord['doc'], asked: string | undefined): boolean {
  const { adNames } = traitsOf(asked ?? '');
  if (asked !== undefined && hasComments(asked)) return platform === asked;
  return adNames === undefined || (isAd === true && adNames.includes(platform ?? ''));
}

/** The comment with what its platform lets the account do about it. What is held back or rejected is hidden, too. */
export function asSeen(comment: CommentRecord): CommentRecord {
  const can = (act: CommentAct): boolean => canComment(comment.doc.platform, act, isOwnComment(comment));
  const rights = { canReply: can('reply'), canDelete: can('delete'), canHide: can('hide'), canLike: can('like') };
  const { isHidden, moderationStatus = 'published' } = comment.doc;
  return withFields(comment, { ...rights, isHidden: isHidden || moderationStatus !== 'published' });
}

type PostRecord = RecordOf<'commented_post'>;

/** The post as it is read from its network, with how many comments it has. */
async function postOf(read: Reader, comments: readonly CommentRecord[]): Promise<readonly PostRecord[]> {
  const [first] = comments;
  if (first === undefined) return [];
  const { accountId } = first.doc;
  const id = first.parentId ?? '';
  const [account, post] = [await read.get(ACCOUNT_KIND, accountId), await read.post(id)];
  const target = post?.targets.find((one) => one.accountId === accountId);
  const item = post === undefined ? await read.feedItem(accountId, id) : undefined;
  const at = Date.parse(target?.publishedAt ?? '') || (item?.at ?? post?.createdAt ?? first.createdAt);
  const doc = {
    id,
    accountId,
    ...(account !== undefined && { platform: account.doc.platform, accountUsername: account.doc.username }),
    content: post?.content ?? item?.doc.text ?? '',
    picture: textOf(post?.mediaItems[0]?.url) ?? null,
    permalink: target?.platformPostUrl ?? item?.url ?? null,
    createdTime: instantOf(at),
    commentCount: comments.length,
    ...adIn(first),
  };
  return [{ ...first, createdAt: at, doc }];
}

function adIn({ doc: { ad, adId = textOf(ad?.['id']), platform } }: CommentRecord) {
  const isAd = ad !== undefined || adId !== undefined;
  return { isAd, ...(isAd && { placement: platform as 'facebook' }), ...(adId !== undefined && { adId }) };
}
