/** `svc local fault list`: the faults in force and how often each was met. */
import { command } from '../../../cli/command.ts';
import { dataDir, steered } from '../../../cli/local.ts';

export default command({
  path: 'local fault list',
  summary: 'Show the faults in force.',
  flags: { dataDir },
  fields: ['id', 'match', 'action', 'times', 'hits'],
  examples: ['svc local fault list'],

  async run(context, { flags }) {
    const result = await steered(context, flags, { method: 'GET', path: '/_local/faults' });
    return { result, list: 'faults', columns: ['id', 'match', 'action', 'times', 'hits'] };
  },
});
