/** `svc inbox open`: a conversation as a mail thread, with what became of each message. */
import { fieldsIn, isFields, type Fields } from '../../kernel/json.ts';
import { command, type Context, type Outcome } from '../../cli/command.ts';
import type { Conversation } from '../../cli/inbox/conversations.ts';

const USUAL_LIMIT = 50;

export default command({
  path: 'inbox open',
  summary: 'Show a conversation: who wrote what and when, and its delivery status.',
  description: 'It stays unread without --mark-read, which also sends read receipts on platforms that have them.',
  args: { conversation: { summary: 'Conversation: its id, or the name or number of the person', required: true } },
  flags: {
    markRead: { type: 'boolean', common: true, summary: 'Mark its messages as read' },
    limit: {
      type: 'integer',
      default: USUAL_LIMIT,
      placeholder: 'number',
      summary: 'Maximum number of messages, the latest ones',
    },
    watch: { type: 'boolean', common: true, summary: 'Keep watching, and show new messages as they arrive' },
  },
  fields: [
    'conversation.id',
    'conversation.participantName',
    'messages.message',
    'messages.direction',
    'messages.deliveryStatus',
  ],
  examples: [
    'svc inbox open "Ada Price"',
    'svc inbox open 658b34dbc2c05eb4d7e25d48 --mark-read',
    'svc inbox open +4915112345678 --watch',
  ],
  writes: true,
  exits: ['forbidden', 'not_found'],

  async run(context, { args, flags }): Promise<Outcome> {
    const { callAbout, conversationCalled } = await import('../../cli/inbox/conversations.ts');
    const conversation = await conversationCalled(args.conversation, context);
    const look = () => latest(context, conversation, flags.limit);
    const messages = await look();
    if (flags.markRead === true) await callAbout('markConversationRead', conversation, {}, context);
    const { headText, messageText } = await import('../../cli/inbox/text.ts');
    const scene = { width: context.world.io.out.columns ?? 80, zone: await context.zone() };
    if (flags.watch !== true) {
      const text = [headText(conversation), ...messages.map((one) => messageText(one, scene))].join('\n\n');
      return { result: { conversation, messages }, text };
    }
    context.say(headText(conversation));
    const { watch } = await import('../../cli/watch.ts');
    const keyOf = ({ id, deliveryStatus, editCount, isDeleted }: Fields) =>
      JSON.stringify([id, deliveryStatus, editCount, isDeleted]);
    return { stream: watch(look, keyOf, context), line: (one) => `${messageText(one as Fields, scene)}\n` };
  },
});

/** The latest messages, oldest of them first. */
async function latest(context: Context, conversation: Conversation, most: number): Promise<readonly Fields[]> {
  const [{ asking }, { pages, recordsOf }] = await Promise.all([
    import('../../cli/inbox/conversations.ts'),
    import('../../client/paging.ts'),
  ]);
  const card = context.catalog.card('getInboxConversationMessages');
  const query = { accountId: conversation.accountId, sortOrder: 'desc', limit: Math.min(100, most) };
  const all: Fields[] = [];
  for await (const { body } of pages(card, asking(conversation, query), context.call)) {
    all.push(...fieldsIn(isFields(body) ? (recordsOf(body, card)?.records ?? []) : []));
    if (all.length >= most) break;
  }
  return all.slice(0, most).reverse();
}
