/** `svc local network post`: a post written on the network itself, for the hourly sync to find. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local network post',
  summary: 'Write a post on the network itself, for the hourly sync to find.',
  args: {
    accountId: { summary: 'Account: id, username or platform:username', values: 'account', required: true },
    text: { summary: 'Text of the post', required: true },
  },
  flags: { dataDir },
  writes: true,
  fields: ['item.at', 'item.kind', 'item.nativeId', 'item.origin', 'item.text', 'item.url'],
  examples: ['svc local network post 64f0a1b2c3d4e5f6a7b8c9d0 "made by hand"'],
  exits: ['not_found'],

  async run(context, { args, flags }) {
    const { accountIdOf } = await import('../../../cli/local-names.ts');
    const accountId = await accountIdOf(context, flags, args.accountId, '<account-id>');
    const path = `/_local/network/${encodeURIComponent(accountId)}/feed`;
    return { result: await callControl(context, flags, { method: 'POST', path, body: { text: args.text } }) };
  },
});
