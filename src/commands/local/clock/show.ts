/** `svc local clock show`: how the service's time passes, and what it is. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local clock show',
  summary: 'Show the clock of the local service.',
  flags: { dataDir },
  fields: ['mode', 'now'],
  examples: ['svc local clock show'],

  run: async (context, { flags }) => ({
    result: await callControl(context, flags, { method: 'GET', path: '/_local/clock' }),
  }),
});
