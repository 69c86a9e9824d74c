/** Threads below a channel: on their own, or below a message of it. Followed by the engine, which shows them in the feed. */
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { FORUM } from './channels.ts';
import { MESSAGE_KIND, messageIn } from './messages.ts';
import { channelUnder } from './server.ts';

const KIND = 'discord_thread';

const LONGEST_NAME = 100;

const begin: Follow<typeof KIND> = async ([{ after } = {}], scene, view) => {
  const { call, desk } = scene;
  const { channelId = '' } = call.path;
  const { name, messageId } = call.body;
  const length = [...String(name).trim()].length;
  if (length === 0 || length > LONGEST_NAME)
    return {
      refusal: refuse('invalid_field_value', {
        param: 'name',
        message: 'A thread name must have 1 to 100 characters.',
      }),
    };
  if (typeof messageId !== 'string')
    return channelUnder(desk, channelId)?.type === FORUM ? { refusal: NEEDS_MESSAGE } : {};
  if ((await messageIn(scene, view, { channelId, id: messageId })) === undefined)
    return { refusal: notFound(MESSAGE_KIND, { param: 'messageId' }) };
  const threads = await view.list(KIND, { teamId: call.caller.teamId, parentId: channelId });
  const hasOne = threads.some(
    (one) => one.id !== after?.id && (one.doc as { messageId?: unknown }).messageId === messageId,
  );
  return hasOne ? { refusal: HAS_ONE } : {};
};

const NEEDS_MESSAGE = refuse('missing_required_field', {
  param: 'messageId',
  message: 'A forum thread begins with a post: publish one, then use its thread here.',
});

const HAS_ONE = refuse('invalid_field_value', { param: 'messageId', message: 'This message already has a thread.' });

export const handlers: Readonly<Record<string, Handler>> = { createDiscordThread: engineWith(begin) };
