/** `svc local connect approve`: signs in where a page waits for it, so that an account is connected. */
import { command } from '../../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local connect approve',
  summary: 'Approve a sign-in that connects an account, as on its page in the browser.',
  writes: true,
  args: { state: { summary: 'State from `svc connect url`', required: true } },
  flags: {
    dataDir,
    username: { type: 'string', common: true, summary: 'Username to sign in with; a connected one is reconnected' },
    history: { type: 'integer', summary: 'Earlier messages that the network replays' },
  },
  fields: ['redirectUrl', 'accountId'],
  examples: ['svc local connect approve 65fb5ac27da1ed3f5ba95aa3 --username northwind'],
  exits: ['not_found', 'rejected'],

  run: async (context, { args, flags }) => ({
    result: await callControl(context, flags, {
      method: 'POST',
      path: `/_local/connect/${encodeURIComponent(args.state)}`,
      body: withoutUnset({ decision: 'approve', username: flags.username, history: flags.history }),
    }),
  }),
});
