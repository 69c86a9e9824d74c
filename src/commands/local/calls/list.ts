/** `svc local calls list`: calls as the carriers see them. */
import { command } from '../../../cli/command.ts';
import { dataDir } from '../../../cli/local.ts';
import { isUnderWay, listCalls } from '../../../cli/local-calls.ts';

const FIELDS = ['id', 'direction', 'channel', 'from', 'to', 'status', 'startedAt', 'endReason'];

const STARTED = { field: 'startedAt', heading: 'started', priority: 2 };

const COLUMNS = ['id', 'direction', 'from', 'to', 'status', STARTED];

export default command({
  path: 'local calls list',
  summary: 'List the calls that are under way.',
  flags: { dataDir, ended: { type: 'boolean', common: true, summary: 'Show calls that are over, too' } },
  fields: FIELDS,
  examples: ['svc local calls list', 'svc local calls list --ended'],

  async run(context, { flags }) {
    const all = await listCalls(context, flags);
    const calls = flags.ended === true ? all : all.filter(isUnderWay);
    return {
      result: { calls },
      list: 'calls',
      columns: flags.ended === true ? [...COLUMNS, { field: 'endReason', heading: 'end' }] : COLUMNS,
    };
  },
});
