/** `svc inbox list`: conversations of all accounts as a mail client lists them. */
import { command, type Context, type Outcome } from '../../cli/command.ts';

const FIELDS = [
  'id',
  'platform',
  'participantName',
  'lastMessage',
  'unreadCount',
  'status',
  'updatedTime',
  'accountId',
];

const COLUMNS = ['id', 'platform', 'participantName', 'lastMessage', 'unreadCount', 'updatedTime'];

const USUAL_LIMIT = 25;

export default command({
  path: 'inbox list',
  summary: 'List conversations as in a mailbox: unread first, then the newest.',
  description:
    'A dot marks unread conversations. `svc inbox open NAME` shows a conversation, `svc inbox reply` replies to it.',
  flags: {
    account: {
      type: 'string',
      common: true,
      values: 'account',
      summary: 'Only conversations of this account: id, username or platform:username',
    },
    unread: { type: 'boolean', common: true, summary: 'Only conversations with unread messages' },
    closed: { type: 'boolean', common: true, summary: 'Only closed conversations, which are otherwise hidden' },
    limit: { type: 'integer', default: USUAL_LIMIT, placeholder: 'number', summary: 'Maximum number of conversations' },
    watch: {
      type: 'boolean',
      common: true,
      summary: 'Keep watching, and show each conversation again when a message arrives',
    },
  },
  fields: FIELDS,
  examples: [
    'svc inbox list',
    'svc inbox list --unread --account whatsapp',
    "svc inbox list -o json --jq '.conversations[].id'",
  ],
  exits: ['forbidden'],

  async run(context, { flags }): Promise<Outcome> {
    const query = {
      status: flags.closed === true ? 'archived' : 'active',
      ...(flags.account !== undefined && { accountId: await accountCalled(context, flags.account) }),
    };
    const look = async () => readMailbox(context, query, { isUnreadOnly: flags.unread === true, most: flags.limit });
    const { rowWriter } = await import('../../cli/inbox/text.ts');
    const row = await rowWriter(await sceneOf(context));
    if (flags.watch !== true) {
      const conversations = await look();
      const text = conversations.length === 0 ? {} : { text: conversations.map(row).join('\n') };
      return { result: { conversations }, list: 'conversations', columns: COLUMNS, ...text };
    }
    const { watch } = await import('../../cli/watch.ts');
    const keyOf = ({
      id,
      updatedTime = '',
      unreadCount,
    }: {
      id: string;
      updatedTime?: string;
      unreadCount?: number | null;
    }) => `${id} ${updatedTime} ${String(unreadCount)}`;
    return {
      stream: watch(look, keyOf, context),
      line: (one) => row(one as Parameters<typeof row>[0]),
      columns: COLUMNS,
    };
  },
});

async function readMailbox(
  context: Context,
  query: Readonly<Record<string, unknown>>,
  { isUnreadOnly, most }: { readonly isUnreadOnly: boolean; readonly most: number },
) {
  const { conversations, isUnread, unreadFirst } = await import('../../cli/inbox/conversations.ts');
  const all = [];
  for await (const one of conversations(query, context)) {
    if (isUnreadOnly && !isUnread(one)) continue;
    all.push(one);
    if (all.length === most) break;
  }
  return unreadFirst(all);
}

async function sceneOf(context: Context) {
  const [now, zone] = await Promise.all([context.serviceNow(), context.zone()]);
  return { width: context.world.io.out.columns ?? 80, now, zone };
}

async function accountCalled(context: Context, word: string): Promise<string> {
  const [{ targetsFor }, { PLATFORMS }, { fieldsIn, isFields }] = await Promise.all([
    import('../../client/accounts.ts'),
    import('../../platforms/platforms.ts'),
    import('../../kernel/json.ts'),
  ]);
  const { body } = await context.call(context.catalog.card('listAccounts'), { path: {}, query: {}, headers: {} });
  const rows = fieldsIn(isFields(body) ? body['accounts'] : []);
  const accounts = rows as unknown as Parameters<typeof targetsFor>[1]['accounts'];
  const [target] = targetsFor([word], { accounts, platforms: Object.keys(PLATFORMS), flag: '--account' });
  return target?.accountId ?? word;
}
