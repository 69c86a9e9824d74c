/** `svc local network edit`: changes a post on the network itself, or names its late address. */
import { command } from '../../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local network edit',
  summary: 'Change a post on the network itself, for the hourly sync to find.',
  args: {
    accountId: { summary: 'Account: id, username or platform:username', values: 'account', required: true },
    nativeId: { summary: 'Id of the post on the network', required: true },
  },
  flags: {
    dataDir,
    text: { type: 'string', summary: 'New text' },
    url: { type: 'string', summary: 'Its public URL, for late publication' },
  },
  writes: true,
  examples: ['svc local network edit 64f0a1b2c3d4e5f6a7b8c9d0 1790001 --text "changed by hand"'],
  exits: ['not_found'],

  async run(context, { args, flags }) {
    const { accountIdOf } = await import('../../../cli/local-names.ts');
    const accountId = await accountIdOf(context, flags, args.accountId, '<account-id>');
    const path = `/_local/network/${encodeURIComponent(accountId)}/feed/${encodeURIComponent(args.nativeId)}`;
    const body = withoutUnset({ text: flags.text, url: flags.url });
    return { result: await callControl(context, flags, { method: 'PATCH', path, body }) };
  },
});
