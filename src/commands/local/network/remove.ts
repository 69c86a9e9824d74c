/** `svc local network remove`: deletes a post on the network itself. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local network remove',
  summary: 'Delete a post on the network itself, for the hourly sync to find.',
  args: {
    accountId: { summary: 'Account: id, username or platform:username', values: 'account', required: true },
    nativeId: { summary: 'Id of the post on the network', required: true },
  },
  flags: { dataDir },
  writes: true,
  examples: ['svc local network remove 64f0a1b2c3d4e5f6a7b8c9d0 1790001'],
  exits: ['not_found'],

  async run(context, { args, flags }) {
    const { accountIdOf } = await import('../../../cli/local-names.ts');
    const accountId = await accountIdOf(context, flags, args.accountId, '<account-id>');
    const path = `/_local/network/${encodeURIComponent(accountId)}/feed/${encodeURIComponent(args.nativeId)}`;
    return { result: await callControl(context, flags, { method: 'DELETE', path }) };
  },
});
