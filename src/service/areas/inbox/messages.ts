/** What callers do with messages that are there: reword them, react to them, mark them as read. */
import { type Fields, isFields, isList } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import type { Scene } from '../../engine/scene.ts';
import type { StoredRecord } from '../../store/store.ts';
import { MESSAGE, platformIdOf, reworded } from './conversation.ts';
import { changeFound } from './found.ts';

/** The platform's own answer has the id as a number, which ids of ours are not. */
const editInboxMessage = (scene: Scene): Promise<Reply> =>
  changeFound(scene, (before) => ({
    records: [reworded(before, String(scene.call.body['text'] ?? ''), scene.now)],
    body: { success: true, data: {} },
  }));

/** One reaction of ours a message: a new one replaces it. */
const react = (scene: Scene): Promise<Reply> =>
  changeFound(scene, (before) => {
    const { emoji } = scene.call.body;
    const ours = typeof emoji === 'string' ? [{ emoji, fromMe: true, reactedAt: instantOf(scene.now) }] : [];
    return {
      records: [{ ...before, doc: { ...before.doc, reactions: [...reactionsOfOthers(before), ...ours] } }],
      body: { success: true, messageId: before.id, platformMessageId: platformIdOf(before) },
    };
  });

const reactionsOfOthers = ({ doc }: StoredRecord): readonly Fields[] =>
  isList(doc['reactions']) ? doc['reactions'].filter(isFields).filter(({ fromMe }) => fromMe !== true) : [];

/** Source: INB-15 */
const markConversationRead = (scene: Scene): Promise<Reply> =>
  changeFound(scene, async (before, view) => {
    const messages = await view.list(MESSAGE, { teamId: before.teamId, parentId: before.id });
    const unread = messages.filter(({ doc }) => doc['direction'] === 'incoming' && typeof doc['readAt'] !== 'string');
    const read = unread.map((one) => ({ ...one, doc: { ...one.doc, readAt: instantOf(scene.now) } }));
    return {
      records: [...read, { ...before, doc: { ...before.doc, unreadCount: 0 } }],
      body: { success: true, markedCount: read.length },
    };
  });

export const messages: Readonly<Record<string, Handler>> = {
  editInboxMessage: inScene(editInboxMessage),
  addMessageReaction: inScene(react),
  removeMessageReaction: inScene(react),
  markConversationRead: inScene(markConversationRead),
};
