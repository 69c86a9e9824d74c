/** `svc local carrier list`: what carriers have to decide. */
import { command } from '../../../cli/command.ts';
import { NUMBERS } from '../../../cli/local-carrier.ts';
import { listFromControl } from '../../../cli/local-list.ts';
import { dataDir } from '../../../cli/local.ts';

const FIELDS = ['kind', 'id', 'phoneNumbers', 'status', 'decidesAt', 'open'];

const COLUMNS = ['kind', 'id', NUMBERS, 'status', { field: 'decidesAt', heading: 'decides at' }];

export default command({
  path: 'local carrier list',
  summary: 'List the numbers, SMS registrations and port-ins that a carrier has to decide.',
  description: 'Each is decided automatically at the time shown; one without a time waits for you.',
  flags: { dataDir, decided: { type: 'boolean', common: true, summary: 'Include decided ones' } },
  fields: FIELDS,
  examples: ['svc local carrier list', 'svc local carrier list --decided'],

  run: (context, { flags }) =>
    listFromControl(context, flags, {
      path: '/_local/carrier',
      list: 'orders',
      isListed: ({ open }) => flags.decided === true || open === true,
      columns: COLUMNS,
    }),
});
