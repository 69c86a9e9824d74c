/** Conversations in the order of their latest messages, and those in whose messages some words stand. */
import type { Fields } from '../../../kernel/json.ts';
import { messageRulesOf } from '../../../platforms/messages.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { inScene } from '../../engine/engine.ts';
import { pageAt, pageOf, spanOf, type Page } from '../../engine/page.ts';
import { isReached, type Scene } from '../../engine/scene.ts';
import { selected } from '../../engine/select.ts';
import type { RecordFilter, StoredRecord } from '../../store/store.ts';
import { queriedMeta } from './queried.ts';
import { CONVERSATION, MESSAGE, type ConversationRecord, type MessageRecord } from './record.ts';

/** One page of records as the operation answers them. @param meta the answer's own, where it has one */
export const answerPage = (scene: Scene, records: readonly StoredRecord[], meta?: Fields): Reply =>
  answerWith(scene, pageOf(scene.call, records), meta);

function answerWith(scene: Scene, page: Page<StoredRecord>, meta?: Fields): Reply {
  const items = page.items.map((record) => ({ record, counts: {} }));
  const reply = answerOf(scene, { page: { ...page, items } });
  return meta === undefined ? reply : { ...reply, body: { ...Object(reply.body), meta } };
}

const hasMessages = (platform: string): boolean => messageRulesOf(platform) !== undefined;

/** Conversations that the caller reaches and asks for. */
async function conversationsAsked(scene: Scene): Promise<readonly ConversationRecord[]> {
  const { call, desk, kinds, kind } = scene;
  const all = await desk.store.read.list(CONVERSATION, filterOf(call));
  const reached = all.filter((one) => isReached(call, one));
  return selected({ ...scene, kind: kinds[CONVERSATION] ?? kind }, reached);
}

/** What the caller reaches and asks for, in words of the store; the contract takes one value of each. */
function filterOf({ caller, query }: Scene['call']): RecordFilter {
  const { profileId } = query;
  const { teamId, profileIds } = caller;
  return {
    teamId,
    ...whereOf(query),
    ...(typeof profileId === 'string' && { profileId }),
    ...(profileIds && { profileIds }),
  };
}

function whereOf({ accountId, platform, status }: Scene['call']['query']): Pick<RecordFilter, 'where'> {
  const given = Object.entries({ accountId, platform, status });
  const where = Object.fromEntries(given.filter((one): one is [string, string] => typeof one[1] === 'string'));
  return Object.keys(where).length === 0 ? {} : { where };
}

/** Where a conversation says when its latest message came. */
const LATEST = ['lastMessageAt', 'updatedTime'];

/** Only the page is read, however many conversations there are. Source: INB-08 */
async function listInboxConversations(scene: Scene): Promise<Reply> {
  const { call, desk } = scene;
  const filter = filterOf(call);
  const total = await desk.store.read.count(CONVERSATION, filter);
  const span = spanOf(call, total);
  const order = call.query['sortOrder'] === 'asc' ? 'asc' : 'desc';
  const items = await desk.store.read.list(CONVERSATION, { ...filter, ...span, by: LATEST, order });
  return answerWith(scene, pageAt(span, total, items), await queriedMeta(scene, hasMessages));
}

async function searchInboxConversations(scene: Scene): Promise<Reply> {
  const { call, desk } = scene;
  const { query, direction } = call.query;
  const words = String(query).toLowerCase();
  const all = await desk.store.read.list(MESSAGE, { teamId: call.caller.teamId });
  const matching = all.filter(
    ({ doc }) => doc.message.toLowerCase().includes(words) && (direction ?? doc.direction) === doc.direction,
  );
  const found = (await conversationsAsked(scene)).map((one) => foundIn(one, matching));
  return answerPage(
    scene,
    found.filter(({ doc }) => doc.matchCount !== 0),
    await queriedMeta(scene, hasMessages),
  );
}

function foundIn(
  conversation: ConversationRecord,
  matching: readonly MessageRecord[],
): StoredRecord<{ readonly conversation: Fields; readonly matchCount: number; readonly matches: readonly Fields[] }> {
  const matches = matching
    .filter(({ parentId }) => parentId === conversation.id)
    .map(({ id, doc }) => ({ id, text: doc.message, direction: doc.direction, timestamp: doc.createdAt }));
  const shown = { ...conversation.doc, id: conversation.id };
  return { ...conversation, doc: { conversation: shown, matchCount: matches.length, matches } };
}

export const lists: Readonly<Record<string, Handler>> = {
  listInboxConversations: inScene(listInboxConversations),
  searchInboxConversations: inScene(searchInboxConversations),
};
