/** `svc local accounts disconnect`: lets an account's token expire, with everything that follows from it. */
import { command } from '../../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local accounts disconnect',
  summary: 'Expire the connection of an account.',
  args: { accountId: { summary: 'Account', required: true } },
  flags: { dataDir, reason: { type: 'string', summary: 'Reason shown on the account' } },
  writes: true,
  examples: ['svc local accounts disconnect 64f0a1b2c3d4e5f6a7b8c9d0'],
  exits: ['not_found'],

  run: async (context, { args, flags }) => ({
    result: await callControl(context, flags, {
      method: 'POST',
      path: `/_local/accounts/${encodeURIComponent(args.accountId)}/disconnect`,
      body: withoutUnset({ reason: flags.reason }),
    }),
  }),
});
