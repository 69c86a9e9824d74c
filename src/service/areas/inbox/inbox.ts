/** What the inbox refuses before anything is sent; the rest of the area is generic. */
import { handoverOf } from '../../../platforms/inbox.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { checked, type Check } from '../../generic/checked.ts';

/** Where another app may own a conversation, only its owner may write into it. Source: specification, "Conversation control" */
const owner: Check = async ({ caller, path }, { store }) => {
  const conversation = await store.read.get('conversation', path['conversationId'] ?? '');
  if (conversation?.teamId !== caller.teamId) return undefined;
  if (handoverOf(String(conversation.doc['platform'])) !== 'app') return undefined;
  const { threadControl = 'app' } = conversation.doc;
  return threadControl === null || threadControl === 'app' ? undefined : refuse('not_thread_owner');
};

export const handlers: Record<string, Handler> = { sendInboxMessage: checked(owner) };
