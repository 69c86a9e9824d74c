/** `svc inbox reopen`. */
import { command } from '../../cli/command.ts';
import { conversation, settingStatus } from '../../cli/inbox/status.ts';

export default command({
  path: 'inbox reopen',
  summary: 'Reopen a conversation that was closed.',
  args: { conversation },
  fields: ['data.id', 'data.status'],
  examples: ['svc inbox reopen "Ada Price"'],
  writes: true,
  dryRun: true,
  exits: ['forbidden', 'not_found'],
  run: (context, { args }) => settingStatus(args.conversation, 'active', context),
});
