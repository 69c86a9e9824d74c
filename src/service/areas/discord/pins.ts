/** Messages at the top of a channel, 50 at most. Next stop: messages.ts. */
import { commit } from '../../change.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import type { RecordOf } from '../../store/store.ts';
import { MESSAGE_KIND, messageIn, messageView } from './messages.ts';

const PIN_KIND = 'discord_pin';

/** Source: DSC-06, DSC-13 */
const MOST_PINS = 50;

const IS_FULL = refuse('invalid_field_value', {
  param: 'messageId',
  message: `The channel has ${String(MOST_PINS)} pinned messages, the maximum on Discord. Unpin one first.`,
});

/** A message that is pinned already stays pinned. Source: DSC-02, DSC-06 */
const pinDiscordMessage = inScene((scene) => {
  const { path, caller } = scene.call;
  const { channelId = '', messageId = '' } = path;
  const { teamId } = caller;
  return commit(scene.desk, [`discord_channel/${channelId}`], async (view) => {
    const message = await messageIn(scene, view, { channelId, id: messageId });
    if (message === undefined) return { result: notFound(MESSAGE_KIND) };
    const result = ok({ success: true, operation: 'message_pinned', channelId, messageId });
    const id = `${channelId}/${messageId}`;
    const pins = await view.list(PIN_KIND, { teamId, parentId: channelId });
    if (pins.some(({ doc }) => doc.id === messageId)) return { result };
    if (pins.length >= MOST_PINS) return { result: IS_FULL };
    const doc = { id: messageId, channel_id: channelId } as RecordOf<typeof PIN_KIND>['doc'];
    const pin = { kind: PIN_KIND, id, teamId, profileId: null, parentId: channelId, createdAt: scene.now, doc };
    return { records: [pin], result };
  });
});

/** The messages as they are now, the latest pin first. Source: DSC-13 */
const listDiscordPinnedMessages = inScene(async (scene) => {
  const { path, caller } = scene.call;
  const { channelId = '' } = path;
  const { read } = scene.desk.store;
  const pins = await read.list(PIN_KIND, { teamId: caller.teamId, parentId: channelId });
  const messages = await Promise.all(
    pins.toReversed().map(({ doc }) => messageIn(scene, read, { channelId, id: doc.id })),
  );
  const views = messages.filter((one) => one !== undefined).map((one) => messageView(one, scene, read));
  return ok({
    data: (await Promise.all(views)).map(({ id, channel_id, content, timestamp, author, attachments, embeds }) => ({
      id,
      channel_id,
      content,
      timestamp,
      author,
      attachments,
      embeds,
    })),
  });
});

/** Source: DSC-13 */
const unpinDiscordMessage = inScene((scene) => {
  const { channelId = '', messageId = '' } = scene.call.path;
  return commit(scene.desk, [`discord_channel/${channelId}`], async (view) => {
    const pins = await view.list(PIN_KIND, { teamId: scene.call.caller.teamId, parentId: channelId });
    const pin = pins.find(({ doc }) => doc.id === messageId);
    if (pin === undefined) return { result: notFound(PIN_KIND) };
    return { removed: [pin], result: ok({ success: true, operation: 'message_unpinned', channelId, messageId }) };
  });
});

export const handlers: Readonly<Record<string, Handler>> = {
  pinDiscordMessage,
  listDiscordPinnedMessages,
  unpinDiscordMessage,
};
