/** Operations of comments, conversations and their messages. Those without a function here are served as declared. */
import type { Handler } from '../../desk.ts';
import { checked, type Check } from '../../engine/checked.ts';
import { notFound } from '../../engine/not-found.ts';
import { accountFor } from '../../records/account.ts';
import { adComments } from './ad-comments.ts';
import { comments } from './comments.ts';
import { control } from './control.ts';
import { lists } from './lists.ts';
import { mentions } from './mentions.ts';
import { messages } from './messages.ts';
import { postLikes } from './post-likes.ts';
import { CONVERSATION } from './record.ts';
import { sending } from './sending.ts';
import { signs } from './signs.ts';

/** A conversation of another account than the one that the call names is not there. */
const ofAccount: Check = async ({ caller, path, query, body }, { store }) => {
  const accountId = String(body['accountId'] ?? query['accountId']);
  const conversation = await store.read.get(CONVERSATION, path['conversationId'] ?? '');
  if (conversation?.teamId !== caller.teamId || conversation.doc.accountId === accountId) return undefined;
  return (await accountFor(store.read, caller, accountId)) === undefined ? undefined : notFound(CONVERSATION);
};

export const handlers: Record<string, Handler> = {
  ...adComments,
  ...comments,
  ...control,
  ...lists,
  ...mentions,
  ...messages,
  ...postLikes,
  ...signs,
  ...sending,
  getInboxConversation: checked(ofAccount),
  updateInboxConversation: checked(ofAccount),
  getInboxConversationMessages: checked(ofAccount),
};
