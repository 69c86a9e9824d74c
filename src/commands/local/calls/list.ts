/** `svc local calls list`: calls as the carriers see them. */
import { command } from '../../../cli/command.ts';
import { dataDir } from '../../../cli/local.ts';
import { isUnderWay } from '../../../cli/local-calls.ts';
import { listFromControl } from '../../../cli/local-list.ts';

const FIELDS = ['id', 'direction', 'channel', 'from', 'to', 'status', 'startedAt', 'endReason'];

const STARTED = { field: 'startedAt', heading: 'started', priority: 2 };

const COLUMNS = ['id', 'direction', 'from', 'to', 'status', STARTED];

export default command({
  path: 'local calls list',
  summary: 'List the calls in progress.',
  flags: { dataDir, ended: { type: 'boolean', common: true, summary: 'Include ended calls' } },
  fields: FIELDS,
  watches: true,
  examples: ['svc local calls list', 'svc local calls list --ended'],

  run: (context, { flags }) =>
    listFromControl(context, flags, {
      path: '/_local/calls',
      list: 'calls',
      isListed: ({ status }) => flags.ended === true || isUnderWay({ status: String(status) }),
      columns: flags.ended === true ? [...COLUMNS, { field: 'endReason', heading: 'end' }] : COLUMNS,
    }),
});
