/** `svc inbox close`. */
import { command } from '../../cli/command.ts';
import { conversation, settingStatus } from '../../cli/inbox/status.ts';

export default command({
  path: 'inbox close',
  summary: 'Close a conversation: `svc inbox list` hides it until it is reopened.',
  args: { conversation },
  fields: ['data.id', 'data.status'],
  examples: ['svc inbox close "Ada Price"'],
  writes: true,
  dryRun: true,
  exits: ['forbidden', 'not_found'],
  run: (context, { args }) => settingStatus(args.conversation, 'archived', context),
});
