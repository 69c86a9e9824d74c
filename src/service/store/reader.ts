/** The reading half of a store on one connection. sqlite.ts gives one over committed state; tx.ts extends one within a unit. */
import { getAnswer } from './answers.ts';
import { countAttempts, listAttempts } from './attempts.ts';
import { dueDeliveries, listDeliveries, nextDelivery } from './deliveries.ts';
import { listDue } from './due.ts';
import { feedItem, feedItemByKey, listFeed } from './feed.ts';
import { getEvent, listEvents } from './outbox.ts';
import { keyOf, postKey, type Recall } from './memory.ts';
import { countPosts, getPost, listPosts } from './posts.ts';
import { listPublications } from './publications.ts';
import { listContactTags } from './contact-tags.ts';
import { countRecords, getRecord, listRecords, pageRecords } from './records.ts';
import type { Executor } from './statement.ts';
import type { Kind, PageFilter, Reader, RecordFilter } from './store.ts';

/** @param recall what need not be asked; a store that asks at no cost has none */
export const readerOn = (run: Executor, recall?: Recall): Reader => ({
  get: <D>(kind: Kind, id: string) => {
    const load = () => getRecord<D>(run, kind, id);
    return recall === undefined ? load() : recall.get(keyOf(kind, id), load);
  },
  list: <D>(kind: Kind, filter: RecordFilter = {}) => listRecords<D>(run, kind, filter),
  page: <D>(kind: Kind, filter: PageFilter) => pageRecords<D>(run, kind, filter),
  count: (kind, filter = {}) => countRecords(run, kind, filter),
  contactTags: (filter) => listContactTags(run, filter),
  post: (id) => (recall === undefined ? getPost(run, id) : recall.get(postKey(id), () => getPost(run, id))),
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
  feedItemByKey: (accountId, key) => feedItemByKey(run, accountId, key),
  answer: (key, since) => getAnswer(run, key, since),
});
