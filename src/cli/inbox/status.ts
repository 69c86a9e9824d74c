/** What `svc inbox close` and `reopen` have in common. */
import { platformLabel } from '../../platforms/labels.ts';
import type { Context, Outcome } from '../command.ts';

export const conversation = {
  summary: 'Conversation: its id, or the name or number of the person',
  required: true,
} as const;

/** @param word id of the conversation, or the name or number of the person */
export async function settingStatus(word: string, status: 'active' | 'archived', context: Context): Promise<Outcome> {
  const { asking, callAbout, conversationCalled } = await import('./conversations.ts');
  if (context.flags.dryRun)
    return context.preview(context.catalog.card('updateInboxConversation'), {
      ...asking({ id: word }),
      body: { accountId: `<account of ${word}>`, status },
    });
  const found = await conversationCalled(word, context);
  const result = await callAbout('updateInboxConversation', found, { status }, context);
  const { participantName = found.participantId ?? '', platform } = found;
  const act = status === 'archived' ? 'Closed' : 'Reopened';
  context.say(`${act} the conversation with ${participantName} on ${platformLabel(platform)}.`);
  return { result, columns: ['data.id', 'data.status'] };
}
