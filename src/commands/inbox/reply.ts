/** `svc inbox reply`: answers in a conversation, with the account that it belongs to. */
import { platformLabel } from '../../platforms/labels.ts';
import { command, type Outcome } from '../../cli/command.ts';

export default command({
  path: 'inbox reply',
  summary: 'Reply in a conversation, as the account it belongs to.',
  description:
    'When the person has not written for 24 hours, WhatsApp accepts only a template, and Facebook and Instagram only ' +
    'a message with a tag. ' +
    '`svc inbox conversations messages send` also supports buttons and other message parts.',
  args: {
    conversation: { summary: 'Conversation: its id, or the name or number of the person', required: true },
    text: { summary: 'Text of the message' },
  },
  flags: {
    attachmentUrl: { type: 'string', common: true, placeholder: 'url', summary: 'Public URL of a file to send' },
    attachmentType: {
      type: 'string',
      common: true,
      choices: ['image', 'video', 'audio', 'file'],
      summary: 'Kind of file (default: file)',
    },
    sendTemplate: {
      type: 'string',
      common: true,
      placeholder: 'name',
      summary: 'Send this approved template of WhatsApp instead of text',
    },
    value: { type: 'string', common: true, repeat: true, summary: 'Value for the next placeholder of the template' },
    messageTag: {
      type: 'string',
      common: true,
      choices: ['HUMAN_AGENT', 'ACCOUNT_UPDATE', 'CONFIRMED_EVENT_UPDATE', 'POST_PURCHASE_UPDATE'],
      summary: 'Reason for writing after 24 hours, on Facebook and Instagram',
    },
    language: { type: 'string', placeholder: 'code', summary: 'Language of the template, if it has several' },
    close: { type: 'boolean', common: true, summary: 'Close the conversation afterwards' },
  },
  fields: ['data.messageId', 'data.conversationId', 'warnings'],
  examples: [
    'svc inbox reply "Ada Price" "It left this morning."',
    'svc inbox reply Hannah --send-template order_update --value Hannah --value 1043',
    'svc inbox reply "Ada Price" "Sorry for the wait: your table is booked." --message-tag HUMAN_AGENT',
    'svc inbox reply 658b34dbc2c05eb4d7e25d48 "Here is the invoice." --attachment-url https://example.com/invoice.pdf',
  ],
  writes: true,
  dryRun: true,
  exits: ['rejected', 'forbidden', 'not_found', 'platform'],

  async run(context, { args, flags }): Promise<Outcome> {
    const { attachmentUrl, attachmentType, messageTag, sendTemplate, language, value } = flags;
    const reply = { text: args.text, attachmentUrl, attachmentType, messageTag, sendTemplate, language, value };
    const { languageOf, refuseUnsaid, replyBody } = await import('../../cli/inbox/reply-body.ts');
    refuseUnsaid(reply);
    const { asking, callAbout, conversationCalled } = await import('../../cli/inbox/conversations.ts');
    if (context.flags.dryRun) {
      const [id, accountId] = [args.conversation, `<account of ${args.conversation}>`];
      return context.preview(context.catalog.card('sendInboxMessage'), {
        ...asking({ id }),
        body: { accountId, ...replyBody(reply, language ?? `<language of ${sendTemplate ?? ''}>`) },
      });
    }
    const conversation = await conversationCalled(args.conversation, context);
    const body = replyBody(reply, await languageOf(reply, conversation.accountId, context));
    const result = await callAbout('sendInboxMessage', conversation, body, context);
    if (flags.close === true) await callAbout('updateInboxConversation', conversation, { status: 'archived' }, context);
    const { participantName = conversation.participantId ?? '', platform, accountUsername } = conversation;
    context.say(
      `Sent to ${participantName} on ${platformLabel(platform)}${accountUsername === undefined ? '' : ` as ${accountUsername}`}.`,
    );
    return { result, columns: ['data.messageId', 'data.conversationId'] };
  },
});
