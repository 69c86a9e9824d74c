/** What the inbox refuses before anything is sent; the rest of the area is generic. */
import { refuse, type Handler } from '../../call.ts';
import { checked, type Check } from '../checked.ts';

/** Platforms on which only whoever owns a conversation may write into it. */
const OWNED = ['facebook', 'instagram'];

/** Source: specification, "Conversation control" */
const owner: Check = async ({ caller, path }, { store }) => {
  const conversation = await store.read.get('conversation', path['conversationId'] ?? '');
  if (conversation?.teamId !== caller.teamId || !OWNED.includes(String(conversation.doc['platform']))) return undefined;
  const { threadControl = 'app' } = conversation.doc;
  return threadControl === null || threadControl === 'app' ? undefined : refuse('not_thread_owner');
};

export const handlers: Record<string, Handler> = { sendInboxMessage: checked(owner) };
