/** `svc local fault list`: the faults in force and how often each was met. */
import { command } from '../../../cli/command.ts';
import { dataDir, callControl } from '../../../cli/local.ts';

/** What a fault says apart from bodies and headers; a table has those that some fault has. */
const COLUMNS = [
  'id',
  ...['match.method', 'match.path', 'match.operation', 'match.accountId', 'match.key'],
  ...['action.status', 'action.drop', 'action.delayMs', 'action.truncate', 'action.malformed'],
  ...['times', 'after', 'probability', 'hits'],
];

export default command({
  path: 'local fault list',
  summary: 'List the active faults.',
  flags: { dataDir },
  fields: ['id', 'match', 'action', 'times', 'after', 'probability', 'hits'],
  watches: true,
  examples: ['svc local fault list'],

  async run(context, { flags }) {
    const result = await callControl(context, flags, { method: 'GET', path: '/_local/faults' });
    return { result, list: 'faults', columns: COLUMNS };
  },
});
