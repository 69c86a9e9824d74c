/** `svc local connect deny`: turns a sign-in away, or lets it fail with a code of the platform's. */
import { command } from '../../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local connect deny',
  summary: 'Deny a sign-in that connects an account, or make it fail.',
  writes: true,
  args: { state: { summary: 'State from `svc connect url`', required: true } },
  flags: {
    dataDir,
    error: { type: 'string', common: true, summary: 'Error code of the redirect (default: access_denied)' },
  },
  fields: ['redirectUrl'],
  examples: [
    'svc local connect deny 65fb5ac27da1ed3f5ba95aa3',
    'svc local connect deny 65fb5ac27da1ed3f5ba95aa3 --error google_ads_quota_exhausted',
  ],
  exits: ['not_found', 'rejected'],

  run: async (context, { args, flags }) => ({
    result: await callControl(context, flags, {
      method: 'POST',
      path: `/_local/connect/${encodeURIComponent(args.state)}`,
      body: withoutUnset({ decision: flags.error === undefined ? 'deny' : 'error', error: flags.error }),
    }),
  }),
});
