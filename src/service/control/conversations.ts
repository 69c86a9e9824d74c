/** Conversations with the person at a phone number, on any channel: what that phone shows. Source: readings, "The stream of the console" */
import { ok } from '../call.ts';
import type { RecordOf } from '../store/store.ts';
import type { ControlRoute } from './route.ts';

export const conversationRoutes: readonly ControlRoute[] = [
  {
    method: 'GET',
    path: '/_local/conversations',
    query: { type: 'object', required: ['number'], properties: { number: { type: 'string', pattern: '[0-9]' } } },
    answer: async ({ query }, { store }) => {
      const digits = String(query['number']).replace(/\D/g, '');
      // Some channels know people by their digits alone, others with the plus in front.
      const found = await Promise.all(
        [digits, `+${digits}`].map((participantId) => store.read.list('conversation', { where: { participantId } })),
      );
      return ok({ conversations: found.flat().map(viewOf) });
    },
  },
];

const viewOf = ({ id, doc: { platform, accountId, participantId } }: RecordOf<'conversation'>) => ({
  id,
  platform,
  accountId,
  participantId,
});
