/** The reading half of a store on one connection. sqlite.ts gives one over committed state; tx.ts extends one within a unit. */
import { getAnswer } from './answers.ts';
import { countAttempts, listAttempts } from './attempts.ts';
import { dueDeliveries, listDeliveries, nextDelivery } from './deliveries.ts';
import { listDue } from './due.ts';
import { feedItem, feedItemByKey, listFeed } from './feed.ts';
import { getEvent, listEvents } from './outbox.ts';
import { feedKey, keyOf, postKey, type Recall } from './memory.ts';
import { countPosts, getPost, listPosts } from './posts.ts';
import { listPublications } from './publications.ts';
import { listContactTags } from './contact-tags.ts';
import { countRecords, getRecord, listRecords, pageRecords } from './records.ts';
import type { Executor } from './statement.ts';
import type { Kind, PageFilter, Reader, RecordFilter } from './store.ts';

/** What a reader need not ask. */
export interface Remembered {
  readonly recall: Recall;
  /** Asks what is not known yet. */
  readonly asking: Executor;
}

/** @param remembered a store that asks at no cost has none */
export const readerOn = (run: Executor, remembered?: Remembered): Reader => ({
  ...byKeysOn(run, remembered),
  list: <D>(kind: Kind, filter: RecordFilter = {}) => listRecords<D>(run, kind, filter),
  page: <D>(kind: Kind, filter: PageFilter) => pageRecords<D>(run, kind, filter),
  count: (kind, filter = {}) => countRecords(run, kind, filter),
  contactTags: (filter) => listContactTags(run, filter),
  posts: (filter) => listPosts(run, filter),
  countPosts: (filter) => countPosts(run, filter),
  due: (filter = {}) => listDue(run, filter),
  events: (filter = {}) => listEvents(run, filter),
  event: (id) => getEvent(run, id),
  deliveries: (eventIds) => listDeliveries(run, eventIds),
  dueDeliveries: (wanted) => dueDeliveries(run, wanted),
  nextDelivery: (webhookId) => nextDelivery(run, webhookId),
  attempts: (filter) => listAttempts(run, filter),
  countAttempts: (filter) => countAttempts(run, filter),
  publications: (accountId, from, bucket) => listPublications(run, { accountId, from, bucket }),
  feed: (accountId, filter = {}) => listFeed(run, accountId, filter),
  feedItem: (accountId, nativeId) => feedItem(run, accountId, nativeId),
  answer: (key, since) => getAnswer(run, key, since),
});

function byKeysOn(run: Executor, remembered: Remembered | undefined): Pick<Reader, 'get' | 'post' | 'feedItemByKey'> {
  const recall = <T>(key: string, load: (from: Executor) => Promise<T | undefined>): Promise<T | undefined> =>
    remembered === undefined ? load(run) : remembered.recall.get(key, () => load(remembered.asking));
  return {
    get: <D>(kind: Kind, id: string) => recall(keyOf(kind, id), (from) => getRecord<D>(from, kind, id)),
    post: (id) => recall(postKey(id), (from) => getPost(from, id)),
    feedItemByKey: (accountId, key) => recall(feedKey(accountId, key), (from) => feedItemByKey(from, accountId, key)),
  };
}
