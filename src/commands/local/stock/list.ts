/** `svc local stock list`: what the simulated carriers have for sale. */
import { command } from '../../../cli/command.ts';
import { listFromControl } from '../../../cli/local-list.ts';
import { dataDir } from '../../../cli/local.ts';

const FIELDS = ['country', 'name', 'numberType', 'available', 'next', 'watches'];

const COLUMNS = FIELDS.map((field) => (field === 'numberType' ? { field, heading: 'type' } : field));

export default command({
  path: 'local stock list',
  summary: 'List the numbers for sale by country and type, and the number of watches.',
  flags: { dataDir, country: { type: 'string', common: true, summary: 'Only this country, such as US' } },
  fields: FIELDS,
  watches: true,
  examples: ['svc local stock list', 'svc local stock list --country US'],

  run: (context, { flags }) =>
    listFromControl(context, flags, {
      path: '/_local/stock',
      query: { country: flags.country?.toUpperCase() },
      list: 'stock',
      columns: COLUMNS,
    }),
});
