/** What people see of a reader: ticks on their messages, and that somebody is typing. The end of typing is in work.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { shows } from '../../../platforms/messages.ts';
import type { Reply } from '../../call.ts';
import { together } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import type { Scene } from '../../engine/scene.ts';
import type { AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import { itemFor, typingEnded } from './feed.ts';
import { changeFound } from './found.ts';
import { MESSAGE, platformIdOf } from './record.ts';

/** Kind of the work that ends typing; `ref` is the conversation. */
export const TYPING_END = 'typing_end';

/** Source: INB-17 */
const LONGEST_TYPING_MS = 25_000;

/** The number's phone app owns what is read there. Source: INB-16 */
const isReadElsewhere = ({ doc: { metadata } }: AccountRecord): boolean => metadata['coexistence'] === true;

/** Source: INB-15, INB-16 */
const markConversationRead = (scene: Scene): Promise<Reply> =>
  changeFound<'conversation'>(scene, async (before, view) => {
    const { now, desk, owners } = scene;
    const account = owners.account as AccountRecord;
    const messages = await view.list(MESSAGE, { teamId: before.teamId, parentId: before.id });
    const unread = messages.filter(({ doc }) => doc.direction === 'incoming' && typeof doc.readAt !== 'string');
    const read = unread.map((one) => withFields(one, { readAt: instantOf(now) }));
    const last = unread.at(-1);
    const isSeen = last !== undefined && shows(before.doc.platform, 'read') && !isReadElsewhere(account);
    const doc = { to: before.doc.participantId, ...(last !== undefined && { messageId: platformIdOf(last) }) };
    return {
      records: [...read, withFields(before, { unreadCount: 0 })],
      feed: isSeen ? [itemFor(account, { kind: 'read', id: desk.ids.record(), doc, now })] : [],
      body: { success: true, markedCount: read.length },
    };
  });

/** Where nobody can see it, nothing is sent. Source: INB-17 */
const sendTypingIndicator = (scene: Scene): Promise<Reply> =>
  changeFound<'conversation'>(scene, (before) => {
    const { now, desk, owners } = scene;
    const body = { success: true };
    if (!shows(before.doc.platform, 'typing')) return { body };
    const id = desk.ids.record();
    const doc = { to: before.doc.participantId };
    const begun = {
      records: [withFields(before, { typingId: id })],
      feed: [itemFor(owners.account as AccountRecord, { kind: 'typing', id, doc, now })],
      due: [{ dueAt: now + LONGEST_TYPING_MS, kind: TYPING_END, ref: before.id }],
    };
    return { ...together([typingEnded(before, now), begun]), body };
  });

export const signs: Readonly<Record<string, Handler>> = {
  markConversationRead: inScene(markConversationRead),
  sendTypingIndicator: inScene(sendTypingIndicator),
};
