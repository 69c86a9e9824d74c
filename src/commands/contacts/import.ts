/** `svc contacts import`: the contacts of a file, judged as a whole, added in groups. Next stop: cli/bulk/contacts. */
import type { BulkForm } from '../../client/bulk/forms.ts';
import { decimalCommaFlag, mapFlag } from '../../cli/bulk/column-flags.ts';
import { command } from '../../cli/command.ts';
import { dateOrderFlag } from '../../cli/date-order.ts';
import type { DateOrder } from '../../kernel/formats.ts';

export default command({
  path: 'contacts import',
  summary: 'Add contacts from a file: CSV, TSV, NDJSON, JSON or YAML.',
  dryRun: true,
  writes: true,
  args: {
    files: {
      summary: 'Files with a row per contact: `name` is required; `-` reads standard input',
      required: true,
      repeat: true,
    },
  },
  flags: {
    account: {
      type: 'string',
      common: true,
      values: 'account',
      summary: 'Account that reaches them: id, username or platform:username',
    },
    profile: {
      type: 'string',
      common: true,
      placeholder: 'profile-id',
      values: 'profile',
      summary: 'Profile for the contacts (default: that of the context, or of the account)',
    },
    format: {
      type: 'string',
      choices: ['csv', 'ndjson', 'json', 'yaml'],
      common: true,
      summary: 'Format of the files, if not clear from their names',
    },
    map: { ...mapFlag, common: true },
    dateOrder: dateOrderFlag,
    decimalComma: decimalCommaFlag,
    again: { type: 'boolean', summary: 'Resend rows that a stopped import has sent' },
    skipInvalid: { type: 'boolean', common: true, summary: 'Send the valid rows even if others are invalid' },
  },
  description:
    'The columns are name, platformIdentifier (or phone, handle), displayIdentifier, email, company, tags, ' +
    'and the custom fields of the profile by name or slug. Nothing is sent until every row is valid. ' +
    'Existing contacts are not added again; their custom fields are updated. A journal records what was sent: ' +
    'after Ctrl-C, a crash or a network failure, run the same command to continue, and rows that were sent are ' +
    'skipped. --dry-run checks everything and sends nothing.',
  examples: [
    'svc contacts import people.csv --account whatsapp --profile 64f0a1b2c3d4e5f601234567',
    'svc contacts import people.csv --account whatsapp --dry-run',
    'svc contacts import leads.ndjson --skip-invalid',
    'svc contacts import clients.csv --map "Client=name" --map "Sales=revenue" --decimal-comma --date-order dmy',
  ],
  exits: ['auth', 'partial', 'unavailable', 'network', 'interrupted'],
  fields: ['rows', 'created', 'existing', 'already', 'doubles', 'errors'],

  async run(context, { args, flags }) {
    const { importContacts } = await import('../../cli/bulk/contacts.ts');
    const { account, profile, skipInvalid = false, again = false, map, decimalComma = false } = flags;
    const form = flags.format as BulkForm | undefined;
    const dateOrder = flags.dateOrder as DateOrder | undefined;
    const reading = { names: args.files, form, map, dateOrder, decimalComma };
    return importContacts({ ...reading, account, profile, skipInvalid, again }, context);
  },
});
