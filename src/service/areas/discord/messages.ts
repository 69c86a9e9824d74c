/** Messages of a channel: posts of the accounts on the server and what else its bot wrote there. Deleted, and passed on from announcement channels. Next stop: channels.ts. */
import { fieldsIn, type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { commit, type Changes, type View } from '../../change.ts';
import { ok, type Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Scene } from '../../engine/scene.ts';
import { accountsFor, type AccountRecord } from '../../records/account.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { FeedItem, RecordOf } from '../../store/store.ts';
import { ANNOUNCEMENTS, channelOf, SETTINGS_KIND } from './channels.ts';
import { channelUnder, serverOf } from './server.ts';

export const MESSAGE_KIND = 'discord_message';

type MessageRecord = RecordOf<typeof MESSAGE_KIND>;

/** A message with what is known of it: the item of the feed that shows it, or the record of one without an item. */
export interface Message {
  readonly id: string;
  readonly channelId: string;
  readonly item?: FeedItem;
  readonly record?: MessageRecord;
}

/** Kinds of items that are messages in a channel. */
const MESSAGES: readonly string[] = ['post', 'message'];

/** The message of the channel, whichever account of the server wrote it. */
export async function messageIn(
  scene: Pick<Scene, 'call' | 'desk' | 'owners'>,
  view: View,
  { channelId, id }: { readonly channelId: string; readonly id: string },
): Promise<Message | undefined> {
  const { call, desk, owners } = scene;
  const platform = owners.account?.doc.platform;
  for (const account of (await accountsFor(view, call.caller)).filter(({ doc }) => doc.platform === platform)) {
    const item = await view.feedItem(account.id, id);
    if (item === undefined || !MESSAGES.includes(item.kind)) continue;
    const place = placeOf(item) ?? (await channelOf(view, desk, account.id))?.id;
    return item.removedAt === null && place === channelId ? { id, channelId, item } : undefined;
  }
  const record = await view.get(MESSAGE_KIND, id);
  const isThere = record?.teamId === call.caller.teamId && record.parentId === channelId;
  return isThere ? { id, channelId, record } : undefined;
}

/** Where an item says that it is. */
const placeOf = ({ doc }: FeedItem): string | undefined =>
  textOf(doc['channelId']) ?? textOf(doc.settings?.['channelId']);

const CROSSPOSTED = 1;

/** The message as Discord describes it. */
export async function messageView({ id, channelId, item, record }: Message, scene: Scene, view: View): Promise<Fields> {
  const account = (item && (await view.get('account', item.accountId))) ?? scene.owners.account;
  const {
    text,
    content,
    media,
    attachments,
    embeds,
    settings = {},
  } = { ...record?.doc, ...item?.doc } as Fields & FeedDocFields;
  const words = text ?? content ?? '';
  return {
    id,
    channel_id: channelId,
    type: 0,
    content: words,
    timestamp: instantOf(item?.at ?? record?.createdAt ?? scene.now),
    edited_timestamp: typeof item?.updatedAt === 'number' ? instantOf(item.updatedAt) : null,
    author: await authorOf(account, scene, view),
    attachments: [...fieldsIn(media), ...fieldsIn(attachments)].map(({ url }) => ({ url })),
    embeds: fieldsIn(embeds ?? settings['embeds']),
    flags: item?.doc['crossposted'] === true || isCrossposted(record) ? CROSSPOSTED : 0,
  };
}

interface FeedDocFields {
  readonly text?: string | null;
  readonly content?: string;
  readonly media?: unknown;
  readonly attachments?: unknown;
  readonly embeds?: unknown;
  readonly settings?: Fields;
}

const isCrossposted = (record: MessageRecord | undefined): boolean =>
  (record?.doc as Fields | undefined)?.['crossposted'] === true;

/** The bot, under the name that the account gave it. */
async function authorOf(account: AccountRecord | undefined, { desk }: Scene, view: View): Promise<Fields> {
  const settings = account && (await view.get(SETTINGS_KIND, keyOfSingle(account.id)));
  return {
    id: serverOf(desk).botUserId,
    username: settings?.doc.webhookUsername ?? account?.doc.displayName ?? account?.doc.username ?? '',
    bot: true,
  };
}

/** Decides about the message that the path names. */
const onMessage = (
  decide: (message: Message, scene: Scene, view: View) => Promise<Changes & { result: Reply }>,
): Handler =>
  inScene((scene) => {
    const { channelId = '', messageId: id = '' } = scene.call.path;
    return commit(scene.desk, [`discord_channel/${channelId}`], async (view) => {
      const message = await messageIn(scene, view, { channelId, id });
      return message === undefined ? { result: notFound(MESSAGE_KIND) } : decide(message, scene, view);
    });
  });

/** A message that is gone is pinned no more. */
const deleteDiscordMessage = onMessage(async ({ id, channelId, item, record }, { now }, view) => {
  const pins = await view.list('discord_pin', { parentId: channelId });
  const pin = pins.find(({ doc }) => doc.id === id);
  return {
    removed: [record, pin].filter((one) => one !== undefined),
    feedChanges: item === undefined ? [] : [{ accountId: item.accountId, nativeId: id, removedAt: now }],
    result: ok({ success: true }),
  };
});

const crosspostDiscordMessage = onMessage(async (message, scene, view) => {
  const { channelId, item, record } = message;
  if (channelUnder(scene.desk, channelId)?.type !== ANNOUNCEMENTS)
    return {
      result: refuse('invalid_field_value', {
        param: 'channelId',
        message: 'Only messages in announcement channels can be crossposted.',
      }),
    };
  if (item?.doc['crossposted'] === true || isCrossposted(record))
    return {
      result: refuse('invalid_field_value', { param: 'messageId', message: 'This message was already crossposted.' }),
    };
  const after: Message = {
    ...message,
    ...(item === undefined ? {} : { item: { ...item, doc: { ...item.doc, crossposted: true } } }),
    ...(record === undefined
      ? {}
      : { record: withFields(record, { crossposted: true } as Partial<MessageRecord['doc']>) }),
  };
  return {
    records: after.record === undefined ? [] : [after.record],
    feedChanges:
      after.item === undefined ? [] : [{ accountId: after.item.accountId, nativeId: message.id, doc: after.item.doc }],
    result: ok({ data: await messageView(after, scene, view) }),
  };
});

export const handlers: Readonly<Record<string, Handler>> = { deleteDiscordMessage, crosspostDiscordMessage };
