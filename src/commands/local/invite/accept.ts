/** `svc local invite accept`: joins the team as the person whom an invitation is for. */
import { command } from '../../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local invite accept',
  summary: 'Accept an invitation to the team, as on its page in the browser.',
  writes: true,
  args: { token: { summary: 'Token or URL from `svc users invite`', required: true } },
  flags: {
    dataDir,
    name: { type: 'string', common: true, summary: 'Name of the new member' },
    email: { type: 'string', summary: 'Email address of the new member' },
  },
  fields: ['userId', 'teamId', 'role', 'apiKey'],
  examples: ['svc local invite accept inv_5f1d7b3c9e2a4d6f8b0c1e3a5d7f9b2c --name "Ann Example"'],
  exits: ['not_found', 'rejected'],

  run: async (context, { args, flags }) => ({
    result: await callControl(context, flags, {
      method: 'POST',
      path: `/_local/invites/${encodeURIComponent(args.token.split('/').at(-1) ?? '')}`,
      body: withoutUnset({ name: flags.name, email: flags.email }),
    }),
  }),
});
