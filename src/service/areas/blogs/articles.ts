/** When readers see an article: at once, at a time to come, or not. Follows what the engine writes, in the same commit. */
import { instantOf } from '../../../kernel/instant.ts';
import { slugOf } from '../../../kernel/slug.ts';
import type { Call } from '../../call.ts';
import type { Desk } from '../../desk.ts';
import { commit, together, type Changes } from '../../change.ts';
import type { Follow } from '../../engine/follow.ts';
import { blank } from '../../networks/simulated/item.ts';
import { withFields } from '../../store/record.ts';
import type { DueRow, FeedItem, RecordOf } from '../../store/store.ts';

export const ARTICLE_DUE = 'article';

const KIND = 'blog_article';

type ArticleRecord = RecordOf<typeof KIND>;

/** Gives an article its handle and its state, and brings it to its readers when it is time. Source: BLG-03, BLG-14 */
export const release: Follow<typeof KIND> = (written, { call, now }) =>
  together(written.flatMap(({ after }) => (after === undefined ? [] : [releaseOf(after, call.body, now)])));

/** @param sent what the call says of the article @param now ms */
function releaseOf(article: ArticleRecord, sent: Call['body'], now: number): Changes {
  const { id, doc } = article;
  const state = stateFor(sent, now);
  const after = withFields(article, { handle: doc.handle ?? slugOf(doc.title ?? ''), ...state?.fields });
  if (state === undefined) return { records: [after] };
  return {
    records: [after],
    cancelled: [{ kind: ARTICLE_DUE, ref: id }],
    due: state.dueAt === undefined ? [] : [{ dueAt: state.dueAt, kind: ARTICLE_DUE, ref: id }],
    feed: state.fields.isPublished ? [itemOf(after, now)] : [],
  };
}

interface State {
  readonly fields: Pick<ArticleRecord['doc'], 'status' | 'isPublished' | 'publishedAt'>;
  /** Milliseconds. */
  readonly dueAt?: number;
}

/** What was asked for; undefined when a change speaks of neither. @param now ms */
function stateFor({ isPublished, publishDate }: Call['body'], now: number): State | undefined {
  const at = typeof publishDate === 'string' ? Date.parse(publishDate) : Number.NaN;
  const hasTime = !Number.isNaN(at);
  if (isPublished === false) return { fields: { status: 'draft', isPublished, publishedAt: null } };
  if (hasTime && at > now) return { fields: { status: 'future', isPublished: false, publishedAt: null }, dueAt: at };
  if (isPublished !== true && !hasTime) return undefined;
  return { fields: { status: 'publish', isPublished: true, publishedAt: instantOf(hasTime ? at : now) } };
}

/** The article on the site: in the feed once. @param now ms */
function itemOf({ id, doc }: ArticleRecord, now: number): FeedItem {
  const { title, bodyHtml, handle, accountId } = doc;
  const item = { ...blank(accountId ?? '', 'article', now), nativeId: id, idempotencyKey: `article/${id}` };
  return { ...item, doc: { title, bodyHtml, handle } };
}

/** The time of a scheduled article has come. */
export const publishArticle = ({ ref, dueAt }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${KIND}/${ref}`], async (view) => {
    const record = await view.get(KIND, ref);
    if (record?.doc.status !== 'future') return {};
    const publishedAt = instantOf(dueAt);
    const changes = { status: 'publish', isPublished: true, publishedAt, updatedAt: publishedAt } as const;
    const published = withFields(record, changes);
    return { records: [published], feed: [itemOf(published, desk.clock.now())] };
  });
