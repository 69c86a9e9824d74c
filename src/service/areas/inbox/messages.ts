/** What callers do with messages that are there: reword them, take them back, react to them, open their files. */
import { instantOf } from '../../../kernel/instant.ts';
import { isFields, textOf } from '../../../kernel/json.ts';
import { platformLabel } from '../../../platforms/labels.ts';
import { changesBy, messageRulesOf } from '../../../platforms/messages.ts';
import type { Changes } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { findRecord } from '../../engine/find.ts';
import { notFound } from '../../engine/not-found.ts';
import { lost, type Scene } from '../../engine/scene.ts';
import { refuse } from '../../refuse.ts';
import { without } from '../../../kernel/json.ts';
import { withFields } from '../../store/record.ts';
import { messageItem, itemFor } from './feed.ts';
import { changeFound, isOfAnother } from './found.ts';
import { CONVERSATION, MESSAGE, platformIdOf, reactedTo, reworded, type MessageRecord } from './record.ts';

const limited = (platform: string, what: string): { readonly refusal: Reply } => ({
  refusal: refuse('PLATFORM_LIMITATION', { message: `${platformLabel(platform)} does not let messages be ${what}.` }),
});

/** The platform's own answer has the id as a number, which ids of ours are not. */
const editInboxMessage = (scene: Scene): Promise<Reply> =>
  changeFound<'message'>(scene, async (before, view) => {
    const { platform, direction, isDeleted } = before.doc;
    const { text, replyMarkup } = scene.call.body;
    if (!changesBy(platform, 'edit') || direction !== 'outgoing') return limited(platform, 'edited');
    if (isDeleted === true) return { refusal: notFound(MESSAGE) };
    if ((textOf(text) ?? '') === '' && replyMarkup === undefined)
      return { refusal: refuse('missing_required_field', { param: 'text' }) };
    const marked = isFields(replyMarkup)
      ? withFields(before, { content: { ...before.doc.content, replyMarkup } })
      : before;
    const after = typeof text === 'string' ? reworded(marked, text, scene.now) : marked;
    const conversation = await view.get(CONVERSATION, before.parentId ?? '');
    const shown = conversation === undefined ? {} : { doc: messageItem(after, conversation, scene.now).doc };
    const place = { accountId: before.doc.accountId, nativeId: platformIdOf(before) };
    return {
      records: [after],
      feedChanges: [{ ...place, ...shown, updatedAt: scene.now }],
      body: { success: true, data: {} },
    };
  });

/** What is deleted keeps its words here, as the platform keeps nothing. */
const deleteInboxMessage = (scene: Scene): Promise<Reply> =>
  changeFound<'message'>(scene, (before) => {
    const { platform, accountId } = before.doc;
    if (!changesBy(platform, 'delete')) return limited(platform, 'deleted');
    if (before.doc.isDeleted === true) return { refusal: notFound(MESSAGE) };
    const deleted = { isDeleted: true, deletedAt: instantOf(scene.now), deliveryStatus: 'deleted' as const };
    return {
      records: [withFields(before, deleted)],
      feedChanges: [{ accountId, nativeId: platformIdOf(before), removedAt: scene.now }],
      body: { success: true },
    };
  });

/** One reaction of ours a message: a new one replaces it. */
const react = (scene: Scene): Promise<Reply> =>
  changeFound<'message'>(scene, (before) => {
    const { emoji } = scene.call.body;
    const { platform } = before.doc;
    const { reactions } = messageRulesOf(platform) ?? {};
    if (reactions === undefined)
      return {
        refusal: refuse('PLATFORM_LIMITATION', { message: `${platformLabel(platform)} has no reactions to messages.` }),
      };
    if (typeof emoji === 'string' && reactions === 'emoji' && !isEmoji(emoji)) return { refusal: NO_EMOJI };
    const { message, changes } =
      typeof emoji === 'string' ? withReaction(scene, before, emoji) : withoutReaction(scene, before);
    const body = { success: true, messageId: before.id, platformMessageId: platformIdOf(before) };
    return { ...changes, records: [message], body };
  });

/** One sign, as people see it. */
const isEmoji = (text: string): boolean => {
  const [first, second] = new Intl.Segmenter().segment(text.trim());
  return first !== undefined && second === undefined && /\p{Emoji}/u.test(text) && !/^[\d#*]$/.test(text.trim());
};

const NO_EMOJI = refuse('invalid_field_value', { param: 'emoji', message: 'A reaction is one emoji.' });

interface Reacted {
  readonly message: MessageRecord;
  readonly changes: Changes;
}

function withReaction(scene: Scene, before: MessageRecord, emoji: string): Reacted {
  const { now, desk } = scene;
  const id = desk.ids.record();
  const reacted = reactedTo(before, { emoji, fromMe: true, reactedAt: instantOf(now) }, true);
  const doc = { to: platformIdOf(before), emoji };
  const feed = [itemFor({ id: before.doc.accountId }, { kind: 'reaction', id, doc, now })];
  const { changes } = withoutReaction(scene, before);
  return { message: withFields(reacted, { reactionId: id }), changes: { ...changes, feed } };
}

function withoutReaction({ now }: Scene, before: MessageRecord): Reacted {
  const { accountId, reactionId } = before.doc;
  const gone = reactionId === undefined ? [] : [{ accountId, nativeId: reactionId, removedAt: now }];
  const { doc, ...rest } = reactedTo(before, undefined, true);
  return { message: { ...rest, doc: without(doc, ['reactionId']) }, changes: { feedChanges: gone } };
}

/** The address of a file that came or went with a message: it leads there, or says it. */
async function getMessageAttachment(scene: Scene): Promise<Reply> {
  const message = await findRecordOfMessage(scene);
  if (message === undefined) return notFound(MESSAGE);
  const url = textOf(message.doc.attachments[Number(scene.call.path['index'])]?.['url']);
  if (url === undefined) return lost(scene);
  return scene.call.query['format'] === 'redirect'
    ? { status: 302, headers: { location: url } }
    : { status: scene.served.status, body: { status: 'success', url, refreshed: false } };
}

async function findRecordOfMessage(scene: Scene): Promise<MessageRecord | undefined> {
  const name = MESSAGE;
  const of = { ...scene, name, kind: scene.kinds[name] ?? scene.kind };
  const id = scene.call.path['messageId'] ?? '';
  const { read } = scene.desk.store;
  const found = (await read.get(MESSAGE, id)) ?? (await findRecord<typeof MESSAGE>(of, read));
  return found === undefined || isOfAnother(scene, found) ? undefined : found;
}

export const messages: Readonly<Record<string, Handler>> = {
  editInboxMessage: inScene(editInboxMessage),
  deleteInboxMessage: inScene(deleteInboxMessage),
  addMessageReaction: inScene(react),
  removeMessageReaction: inScene(react),
  getMessageAttachment: inScene(getMessageAttachment),
};
