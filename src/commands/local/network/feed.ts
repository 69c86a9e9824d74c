/** `svc local network feed`: what a simulated network shows of an account. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl, limit } from '../../../cli/local.ts';
import { fieldsIn, type Fields } from '../../../kernel/json.ts';

const COLUMNS = [
  'at',
  'kind',
  'text',
  { field: 'url', priority: 2 },
  'removedAt',
  { field: 'nativeId', form: 'id', heading: 'native id' },
] as const;

export default command({
  path: 'local network feed',
  summary: 'Show the feed of an account on its simulated network.',
  args: { accountId: { summary: 'Account: id, username or platform:username', values: 'account', required: true } },
  flags: {
    dataDir,
    kind: { type: 'string', summary: 'Only items of this kind, for example post' },
    limit: { ...limit, summary: 'Maximum number of items, the latest ones' },
    follow: { type: 'boolean', common: true, summary: 'Keep showing new items until interrupted' },
  },
  fields: ['at', 'kind', 'nativeId', 'origin', 'text', 'url', 'media', 'settings', 'removedAt'],
  watches: true,
  examples: ['svc local network feed instagram', 'svc local network feed telegram:harborbooks --follow'],

  async run(context, { args, flags }) {
    const { accountIdOf } = await import('../../../cli/local-names.ts');
    const accountId = await accountIdOf(context, flags, args.accountId, '<account-id>');
    const path = `/_local/network/${encodeURIComponent(accountId)}/feed`;
    const look = async () => callControl(context, flags, { method: 'GET', path, query: { kind: flags.kind } });
    const latest = (answer: Fields): readonly Fields[] => {
      const items = fieldsIn(answer['items']);
      return flags.limit === undefined ? items : items.slice(Math.max(0, items.length - flags.limit));
    };
    if (flags.follow !== true) {
      const answer = await look();
      return { result: { ...answer, items: latest(answer) }, list: 'items', columns: COLUMNS };
    }
    const { watch } = await import('../../../cli/watch.ts');
    const items = async () => latest(await look());
    return { stream: watch(items, keyOf, context), line: lineOf, columns: COLUMNS };
  },
});

/** An item that is edited or removed is shown again. */
const keyOf = (item: Fields): string => JSON.stringify(item);

function lineOf(item: unknown): string {
  const { at, kind, text, url, removedAt } = item as Fields;
  const words = [at, kind, text ?? url, removedAt === undefined ? undefined : `removed ${String(removedAt)}`];
  return words.flatMap((word) => (typeof word === 'string' ? [word.replaceAll(/\s+/g, ' ')] : [])).join('  ');
}
