/** Direct messages of the bot to members of its server who accept them. Followed by the engine, which keeps the message. */
import { fieldsIn } from '../../../kernel/json.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import { nativeId } from '../../engine/draft.ts';
import type { Follow } from '../../engine/follow.ts';
import { refuse } from '../../refuse.ts';
import { withFields } from '../../store/record.ts';
import type { MESSAGE_KIND } from './messages.ts';
import { readMembers } from './server.ts';

/** Source: DSC-01, DSC-05 */
const send: Follow<typeof MESSAGE_KIND> = async ([{ after } = {}], scene, view) => {
  if (after === undefined) return {};
  const { call, owners } = scene;
  const { userId, content, embeds, attachments } = call.body;
  const isEmpty = String(content ?? '').trim() === '' && fieldsIn(embeds).length + fieldsIn(attachments).length === 0;
  if (isEmpty) return { refusal: EMPTY };
  const person = (await readMembers(view, scene)).find(({ doc }) => doc.userId === userId);
  if (person === undefined) return { refusal: NO_SERVER };
  if (person.doc.takesMessages !== true) return { refusal: CLOSED };
  const { account } = owners;
  if (account === undefined) return {};
  const channelId = nativeId(`dm ${account.id} ${String(userId)}`);
  const messageId = after.doc.messageId ?? after.id;
  const { username, displayName } = account.doc;
  const record = withFields({ ...after, parentId: channelId }, {
    channelId,
    url: `https://discord.com/channels/@me/${channelId}/${messageId}`,
    account: { id: account.id, username, ...(displayName === null ? {} : { displayName }) },
  } as Partial<typeof after.doc>);
  const doc = { ...call.body, channelId, to: userId };
  return {
    records: [record],
    // The engine has shown the message; here it learns where it is.
    feedChanges: [{ accountId: account.id, nativeId: messageId, doc }],
  };
};

const EMPTY = refuse('missing_required_field', {
  param: 'content',
  message: 'A message needs `content`, `embeds`, or `attachments`.',
});

const closed = (message: string) => refuse('insufficient_permissions', { param: 'userId', message });

const NO_SERVER = closed('The bot shares no server with this user.');

const CLOSED = closed('This user does not accept direct messages from the server.');

export const handlers: Readonly<Record<string, Handler>> = { sendDiscordDirectMessage: engineWith(send) };
