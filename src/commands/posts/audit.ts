/** `svc posts audit`: whether what a calendar file says has gone out, and is still there. Next stop: cli/audit. */
import { BULK_FORMS, type BulkForm } from '../../client/bulk/forms.ts';
import { command } from '../../cli/command.ts';
import { mapFlag } from '../../cli/bulk/column-flags.ts';
import { dateOrderFlag } from '../../cli/date-order.ts';
import type { DateOrder } from '../../kernel/formats.ts';

export default command({
  path: 'posts audit',
  summary: 'Check that the posts of a calendar file went out: missing, failed, late, doubled, edited or deleted.',
  description:
    'Reads the same files as `svc posts import`. A row is matched by its text and account, or by its account ' +
    'and time; rows that are not due yet, and rows without a time, are skipped. If the network lists the ' +
    'posts of an account, they are compared with the calendar. Exits with 9 if anything does not match: made ' +
    'for cron.',
  flags: {
    against: {
      type: 'file',
      common: true,
      required: true,
      repeat: true,
      summary: 'Calendar: a file, a folder of Markdown files, or `-` for standard input',
    },
    tolerance: {
      type: 'string',
      default: '5m',
      common: true,
      placeholder: 'duration',
      summary: 'Allowed delay of a post',
    },
    format: { type: 'string', choices: BULK_FORMS, summary: 'Format of the files, if not clear from their names' },
    timezone: {
      type: 'string',
      placeholder: 'zone',
      summary: 'IANA time zone for times without one (default: that of the context)',
    },
    map: mapFlag,
    dateOrder: dateOrderFlag,
    profile: { type: 'string', placeholder: 'profile-id', summary: 'Look up account names in this profile' },
  },
  fields: [
    'due',
    'ahead',
    'faults',
    'targets.row',
    'targets.key',
    'targets.place',
    'targets.platform',
    'targets.accountId',
    'targets.at',
    'targets.result',
    'targets.postId',
    'targets.publishedAt',
    'targets.lateSeconds',
    'targets.url',
    'targets.detail',
  ],
  examples: [
    'svc posts audit --against calendar/',
    'svc posts audit --against posts.csv --tolerance 15m',
    'svc posts audit --against posts.csv -o json --jq \'.targets[] | select(.result != "published")\'',
  ],
  exits: ['auth', 'partial', 'unavailable', 'network'],

  async run(context, { flags }) {
    const [{ auditCalendar }, { durationMs }] = await Promise.all([
      import('../../cli/audit.ts'),
      import('../../cli/duration.ts'),
    ]);
    return auditCalendar(
      {
        names: flags.against,
        form: flags.format as BulkForm | undefined,
        map: flags.map,
        zone: flags.timezone,
        dateOrder: flags.dateOrder as DateOrder | undefined,
        profile: flags.profile,
        toleranceMs: durationMs(flags.tolerance, '--tolerance'),
      },
      context,
    );
  },
});
