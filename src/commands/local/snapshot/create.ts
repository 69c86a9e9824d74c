/** `svc local snapshot create`: keeps everything the service holds under a name. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local snapshot create',
  summary: 'Save the state of the local service under a name.',
  description: '`svc local reset --snapshot <name>` restores it. A snapshot with the same name is replaced.',
  args: { name: { summary: 'Name of the snapshot', required: true } },
  flags: { dataDir },
  writes: true,
  fields: ['name'],
  examples: ['svc local snapshot create before-launch'],

  run: async (context, { args, flags }) => ({
    result: await callControl(context, flags, { method: 'POST', path: '/_local/snapshots', body: { name: args.name } }),
  }),
});
