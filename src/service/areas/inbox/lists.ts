/** Conversations in the order of their latest messages, and those in whose messages some words stand. */
import type { Fields } from '../../../kernel/json.ts';
import { messageRulesOf } from '../../../platforms/messages.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { answerOf } from '../../engine/answer.ts';
import { inScene } from '../../engine/engine.ts';
import { pageOf } from '../../engine/page.ts';
import { isReached, type Scene } from '../../engine/scene.ts';
import { selected } from '../../engine/select.ts';
import type { RecordFilter, StoredRecord } from '../../store/store.ts';
import { queriedMeta } from './queried.ts';
import { CONVERSATION, MESSAGE, type ConversationRecord, type MessageRecord } from './record.ts';

/** One page of records as the operation answers them. @param meta the answer's own, where it has one */
export function answerPage(scene: Scene, records: readonly StoredRecord[], meta?: Fields): Reply {
  const page = pageOf(scene.call, records);
  const items = page.items.map((record) => ({ record, counts: {} }));
  const reply = answerOf(scene, { page: { ...page, items } });
  return meta === undefined ? reply : { ...reply, body: { ...Object(reply.body), meta } };
}

const hasMessages = (platform: string): boolean => messageRulesOf(platform) !== undefined;

/** Conversations that the caller reaches and asks for. */
async function conversationsAsked(scene: Scene): Promise<readonly ConversationRecord[]> {
  const { call, desk, kinds, kind } = scene;
  const all = await desk.store.read.list(CONVERSATION, { teamId: call.caller.teamId, ...whereOf(call.query) });
  const reached = all.filter((one) => isReached(call, one));
  return selected({ ...scene, kind: kinds[CONVERSATION] ?? kind }, reached);
}

/** What the store can leave out before a record is taken apart; the contract takes one id and one platform. */
function whereOf({ accountId, platform }: Scene['call']['query']): Pick<RecordFilter, 'where'> {
  const where = {
    ...(typeof accountId === 'string' ? { accountId } : {}),
    ...(typeof platform === 'string' ? { platform } : {}),
  };
  return Object.keys(where).length === 0 ? {} : { where };
}

const latestOf = ({ doc, createdAt }: ConversationRecord): number =>
  Date.parse(doc.lastMessageAt ?? doc.updatedTime) || createdAt;

/** Source: INB-08 */
async function listInboxConversations(scene: Scene): Promise<Reply> {
  const sign = scene.call.query['sortOrder'] === 'asc' ? 1 : -1;
  const asked = await conversationsAsked(scene);
  return answerPage(
    scene,
    [...asked].sort((one, other) => sign * (latestOf(one) - latestOf(other))),
    await queriedMeta(scene, hasMessages),
  );
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
