/** When readers see an article: at once, at a time to come, or not. Wraps what the generic engine makes of it. */
import type { Call, Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, type Changes } from '../../change.ts';
import { slugOf } from '../../generic/senses.ts';
import { blank } from '../../networks/simulated/item.ts';
import type { DueRow, FeedItem, StoredRecord } from '../../store/store.ts';

export const ARTICLE_DUE = 'article';

const KIND = 'blog_article';

/** Gives the article that `handler` wrote its state, and brings it to its readers when it is time. Source: BLG-03, BLG-14 */
export const article =
  (handler: Handler): Handler =>
  async (call, desk) => {
    const reply = await handler(call, desk);
    const id = idIn(reply);
    if (id === undefined) return reply;
    return commit(desk, [`${KIND}/${id}`], async (view) => {
      const record = await view.get(KIND, id);
      if (record === undefined) return { result: reply };
      const { doc, changes } = settled(record, call, desk.clock.now());
      const article = Object.fromEntries(Object.entries(doc).filter(([name]) => !name.startsWith('$')));
      const result = { ...reply, body: { ...(reply.body as object), article } };
      return { ...changes, records: [{ ...record, doc }], result };
    });
  };

function idIn({ status, body }: Reply): string | undefined {
  const written = status < 300 ? (body as { article?: { id?: unknown } } | undefined)?.article : undefined;
  return typeof written?.id === 'string' ? written.id : undefined;
}

interface Settled {
  readonly doc: Record<string, unknown>;
  readonly changes: Changes;
}

/** The article in its state, and what brings it to its readers. @param now ms */
function settled({ id, doc: before }: StoredRecord, call: Call, now: number): Settled {
  const { title, handle } = before;
  const named = { ...before, handle: handle ?? slugOf(String(title)) };
  const state = stateFor(call.body, now);
  if (state === undefined) return { doc: named, changes: {} };
  const accountId = call.path['accountId'] ?? '';
  const doc = { ...named, ...state.fields, $accountId: accountId };
  const changes = {
    cancelled: [{ kind: ARTICLE_DUE, ref: id }],
    due: state.dueAt === undefined ? [] : [{ dueAt: state.dueAt, kind: ARTICLE_DUE, ref: id }],
    feed: state.fields.isPublished ? [itemOf({ accountId, id, doc, now })] : [],
  };
  return { doc, changes };
}

interface State {
  readonly fields: { readonly status: string; readonly isPublished: boolean; readonly publishedAt: string | null };
  /** Milliseconds. */
  readonly dueAt?: number;
}

/** What was asked for; undefined when a change speaks of neither. */
function stateFor(body: Call['body'], now: number): State | undefined {
  const { isPublished, publishDate } = body;
  const at = typeof publishDate === 'string' ? Date.parse(publishDate) : Number.NaN;
  if (isPublished !== false && at > now)
    return { fields: { status: 'future', isPublished: false, publishedAt: null }, dueAt: at };
  if (isPublished === true) {
    const publishedAt = new Date(Number.isNaN(at) ? now : at).toISOString();
    return { fields: { status: 'publish', isPublished: true, publishedAt } };
  }
  if (isPublished === undefined && !Number.isNaN(at))
    return { fields: { status: 'publish', isPublished: true, publishedAt: new Date(at).toISOString() } };
  return isPublished === false ? { fields: { status: 'draft', isPublished: false, publishedAt: null } } : undefined;
}

/** The article on the site: in the feed once. */
function itemOf({ accountId, id, doc, now }: Placed): FeedItem {
  const { title, bodyHtml, handle } = doc;
  const item = { ...blank(accountId, 'article', now), nativeId: id, idempotencyKey: `article/${id}` };
  return { ...item, doc: { title, bodyHtml, handle } };
}

interface Placed {
  readonly accountId: string;
  readonly id: string;
  readonly doc: Record<string, unknown>;
  /** Milliseconds. */
  readonly now: number;
}

/** The time of a scheduled article has come. */
export const publishArticle = ({ ref, dueAt }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${KIND}/${ref}`], async (view) => {
    const record = await view.get(KIND, ref);
    if (record?.doc['status'] !== 'future') return {};
    const publishedAt = new Date(dueAt).toISOString();
    const doc = { ...record.doc, status: 'publish', isPublished: true, publishedAt, updatedAt: publishedAt };
    const accountId = String(record.doc['$accountId']);
    return { records: [{ ...record, doc }], feed: [itemOf({ accountId, id: ref, doc, now: desk.clock.now() })] };
  });

export const work = { [ARTICLE_DUE]: publishArticle };
