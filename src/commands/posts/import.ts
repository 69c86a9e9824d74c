/** `svc posts import`: the posts of a file, judged as a whole, sent row by row, stopped and resumed without loss. Next stop: cli/bulk. */
import { BULK_FORMS, type BulkForm } from '../../client/bulk/forms.ts';
import type { Limits } from '../../client/bulk/address.ts';
import { command } from '../../cli/command.ts';
import { decimalCommaFlag, mapFlag } from '../../cli/bulk/column-flags.ts';
import { dateOrderFlag } from '../../cli/date-order.ts';
import { junitFlag } from '../../cli/report/flag.ts';
import { failure } from '../../kernel/failure.ts';
import type { DateOrder } from '../../kernel/formats.ts';

const MOST_AT_ONCE = 64;

export default command({
  path: 'posts import',
  summary: 'Create posts from a file: CSV, NDJSON, JSON, YAML, or a folder of Markdown files.',
  dryRun: true,
  writes: true,
  args: {
    files: {
      summary:
        'Files with a row per post: `content` or `media`, optionally `to`, `at` and others; `-` reads standard ' +
        'input, and a folder is read as its Markdown files',
      required: true,
      repeat: true,
    },
  },
  flags: {
    format: {
      type: 'string',
      choices: BULK_FORMS,
      common: true,
      summary: 'Format of the files, if not clear from their names',
    },
    resume: {
      type: 'boolean',
      common: true,
      summary: 'Resume an import that was stopped or had failed rows',
    },
    skipInvalid: { type: 'boolean', common: true, summary: 'Send the valid rows even if others are invalid' },
    concurrency: {
      type: 'integer',
      default: 4,
      common: true,
      placeholder: 'n',
      summary: 'Rows to send in parallel, 1 to 64',
    },
    timezone: {
      type: 'string',
      placeholder: 'zone',
      summary: 'IANA time zone for times without one (default: that of the context)',
    },
    map: { ...mapFlag, common: true },
    dateOrder: dateOrderFlag,
    decimalComma: decimalCommaFlag,
    profile: { type: 'string', placeholder: 'profile-id', summary: 'Look up account names in this profile' },
    journal: { type: 'file', summary: 'Path of the journal used to resume the import' },
    junit: junitFlag,
    again: { type: 'boolean', summary: 'Resend rows that an earlier import has sent' },
  },
  description:
    'The columns are the flags of `svc posts create` (content, to, at, timezone, now, queue, draft, media, ' +
    'title, tags), every other field of a post, with dots for nested ones, and `key`, your own name for the ' +
    'row. A row without at, now or queue becomes a draft. Local media are uploaded, each file once. Nothing is sent until every row is valid. A journal ' +
    'records the request of each row, so after Ctrl-C or a crash --resume creates every post exactly once. ' +
    '--dry-run checks everything, including accounts, and sends nothing.',
  examples: [
    'svc posts import posts.csv',
    'svc posts import posts.csv --dry-run',
    'svc posts import posts.ndjson --concurrency 8',
    'svc posts import articles/ --timezone Europe/Berlin',
    'svc posts import plan.csv --map "Go live=at" --map "Owner=" --date-order dmy',
    'svc posts import posts.csv --resume',
    'svc posts import posts.csv --dry-run --junit report.xml',
  ],
  exits: ['auth', 'billing', 'partial', 'unavailable', 'network', 'interrupted'],
  fields: ['row', 'key', 'place', 'result', 'postId', 'status', 'scheduledFor', 'requestId', 'error', 'problems'],

  async run(context, { args, flags }) {
    const { format, journal, profile, concurrency } = flags;
    refuseTogether(flags);
    if (concurrency < 1 || concurrency > MOST_AT_ONCE)
      throw failure('usage', { message: `--concurrency takes 1 to ${MOST_AT_ONCE}.`, param: '--concurrency' });
    const [{ importPosts }, { runReported }, { importCases }] = await Promise.all([
      import('../../cli/bulk/importing.ts'),
      import('../../cli/report/report.ts'),
      import('../../cli/report/import-cases.ts'),
    ]);
    const { contentProblems } = await import('../../platforms/content.ts');
    const limits: Limits = (platform, content) => contentProblems(platform, content);
    const { skipInvalid = false, resume = false, again = false, timezone: zone } = flags;
    const dateOrder = flags.dateOrder as DateOrder | undefined;
    const { map, decimalComma } = flags;
    const reading = { names: args.files, map, zone, dateOrder, decimalComma };
    const order = { ...reading, skipInvalid, resume, again, concurrency, limits };
    const importing = {
      ...order,
      ...(format !== undefined && { form: format as BulkForm }),
      ...(journal !== undefined && { journal }),
      ...(profile !== undefined && { profile }),
    };
    const report = { suite: 'svc posts import', junit: flags.junit, casesOf: importCases };
    return runReported(report, context, () => importPosts(importing, context));
  },
});

function refuseTogether({ resume, again }: { resume: boolean | undefined; again: boolean | undefined }): void {
  if (resume === true && again === true)
    throw failure('usage', { message: '--resume and --again cannot be combined.', param: '--again' });
}
