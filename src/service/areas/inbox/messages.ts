/** What callers do with messages that are there: reword them, react to them, mark them as read. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import type { Scene } from '../../engine/scene.ts';
import { withFields } from '../../store/record.ts';
import { changeFound } from './found.ts';
import { MESSAGE, platformIdOf, reworded } from './record.ts';

/** The platform's own answer has the id as a number, which ids of ours are not. */
const editInboxMessage = (scene: Scene): Promise<Reply> =>
  changeFound<'message'>(scene, (before) => ({
    records: [reworded(before, String(scene.call.body['text'] ?? ''), scene.now)],
    body: { success: true, data: {} },
  }));

/** One reaction of ours a message: a new one replaces it. */
const react = (scene: Scene): Promise<Reply> =>
  changeFound<'message'>(scene, (before) => {
    const { emoji } = scene.call.body;
    const ours = typeof emoji === 'string' ? [{ emoji, fromMe: true, reactedAt: instantOf(scene.now) }] : [];
    const ofOthers = before.doc.reactions.filter(({ fromMe }) => fromMe !== true);
    return {
      records: [withFields(before, { reactions: [...ofOthers, ...ours] })],
      body: { success: true, messageId: before.id, platformMessageId: platformIdOf(before) },
    };
  });

/** Source: INB-15 */
const markConversationRead = (scene: Scene): Promise<Reply> =>
  changeFound<'conversation'>(scene, async (before, view) => {
    const messages = await view.list(MESSAGE, { teamId: before.teamId, parentId: before.id });
    const unread = messages.filter(({ doc }) => doc.direction === 'incoming' && typeof doc.readAt !== 'string');
    const read = unread.map((one) => withFields(one, { readAt: instantOf(scene.now) }));
    return {
      records: [...read, withFields(before, { unreadCount: 0 })],
      body: { success: true, markedCount: read.length },
    };
  });

export const messages: Readonly<Record<string, Handler>> = {
  editInboxMessage: inScene(editInboxMessage),
  addMessageReaction: inScene(react),
  removeMessageReaction: inScene(react),
  markConversationRead: inScene(markConversationRead),
};
