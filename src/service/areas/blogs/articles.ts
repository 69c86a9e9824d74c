/** When readers see an article: at once, at a time to come, or not. Wraps what the generic engine makes of it. */
import type { Call, Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { slugOf } from '../../generic/senses.ts';
import { blank } from '../../networks/simulated/item.ts';
import type { DueRow, StoredRecord, Tx } from '../../store/store.ts';

export const ARTICLE_DUE = 'article';

const KIND = 'blog_article';

/** Gives the article that `handler` wrote its state, and brings it to its readers when it is time. Source: BLG-03, BLG-14 */
export const article =
  (handler: Handler): Handler =>
  async (call, desk) => {
    const reply = await handler(call, desk);
    const id = idIn(reply);
    if (id === undefined) return reply;
    const doc = await desk.store.transact((tx) => settled(tx, { id, call, desk }));
    desk.wake();
    return doc === undefined ? reply : { ...reply, body: { ...(reply.body as object), article: doc } };
  };

function idIn({ status, body }: Reply): string | undefined {
  const written = status < 300 ? (body as { article?: { id?: unknown } } | undefined)?.article : undefined;
  return typeof written?.id === 'string' ? written.id : undefined;
}

interface Written {
  readonly id: string;
  readonly call: Call;
  readonly desk: Desk;
}

async function settled(tx: Tx, { id, call, desk }: Written): Promise<Record<string, unknown> | undefined> {
  const record = await tx.get(KIND, id);
  if (record === undefined) return undefined;
  const now = desk.clock.now();
  const { title, handle } = record.doc;
  const named = { ...record.doc, handle: handle ?? slugOf(String(title)) };
  const state = stateFor(call.body, now);
  if (state === undefined) return shownAs(tx, record, named);
  await tx.cancel(ARTICLE_DUE, id);
  if (state.dueAt !== undefined) await tx.schedule({ dueAt: state.dueAt, kind: ARTICLE_DUE, ref: id });
  const accountId = call.path['accountId'] ?? '';
  const after = { ...named, ...state.fields, $accountId: accountId };
  if (state.fields.isPublished) await bring(tx, { accountId, id, doc: after, now });
  return shownAs(tx, record, after);
}

async function shownAs(tx: Tx, record: StoredRecord, doc: Record<string, unknown>): Promise<Record<string, unknown>> {
  await tx.put({ ...record, doc });
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !name.startsWith('$')));
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

/** The article is on the site: in the feed once. */
async function bring(
  tx: Tx,
  { accountId, id, doc, now }: { accountId: string; id: string; doc: Record<string, unknown>; now: number },
): Promise<void> {
  const { title, bodyHtml, handle } = doc;
  const item = { ...blank(accountId, 'article', now), nativeId: id, idempotencyKey: `article/${id}` };
  await tx.addFeedItem({ ...item, doc: { title, bodyHtml, handle } });
}

/** The time of a scheduled article has come. */
export async function publishArticle({ ref, dueAt }: DueRow, { store, clock }: Desk): Promise<void> {
  await store.transact(async (tx) => {
    const record = await tx.get(KIND, ref);
    if (record?.doc['status'] !== 'future') return;
    const publishedAt = new Date(dueAt).toISOString();
    const doc = { ...record.doc, status: 'publish', isPublished: true, publishedAt, updatedAt: publishedAt };
    await tx.put({ ...record, doc });
    await bring(tx, { accountId: String(record.doc['$accountId']), id: ref, doc, now: clock.now() });
  });
}

export const work = { [ARTICLE_DUE]: publishArticle };
