/** `svc local network metrics`: sets what analytics read of a post, or of an account as a whole. */
import { failure } from '../../../kernel/failure.ts';
import { command } from '../../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local network metrics',
  summary: 'Set the metrics that analytics reads from a network.',
  args: { accountId: { summary: 'Account: id, username or platform:username', values: 'account', required: true } },
  flags: {
    dataDir,
    post: { type: 'string', common: true, placeholder: 'nativeId', summary: 'Id of a post on the network' },
    metric: {
      type: 'string',
      repeat: true,
      required: true,
      common: true,
      placeholder: 'name=number',
      summary: 'A metric, such as likes, or followers of the account',
    },
  },
  writes: true,
  examples: [
    'svc local network metrics 64f0a1b2c3d4e5f6a7b8c9d0 --post 1790001 --metric likes=120 --metric views=4000',
    'svc local network metrics 64f0a1b2c3d4e5f6a7b8c9d0 --metric followers=5000',
  ],
  exits: ['not_found', 'rejected'],

  async run(context, { args, flags }) {
    const body = withoutUnset({ nativeId: flags.post, ...Object.fromEntries((flags.metric ?? []).map(metricFrom)) });
    const { accountIdOf } = await import('../../../cli/local-names.ts');
    const accountId = await accountIdOf(context, flags, args.accountId, '<account-id>');
    const path = `/_local/network/${encodeURIComponent(accountId)}/metrics`;
    return { result: await callControl(context, flags, { method: 'PATCH', path, body }) };
  },
});

/** `likes=120` as name and number. */
function metricFrom(text: string): readonly [string, number] {
  const [, name, number] = /^([A-Za-z_]+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (name === undefined)
    throw failure('usage', { message: `--metric takes name=number, not ${JSON.stringify(text)}.` });
  return [name, Number(number)];
}
