/** `svc posts export`: posts as a file that `svc posts import` takes again. Next stop: cli/bulk. */
import { BULK_FORMS, type BulkForm } from '../../client/bulk/forms.ts';
import { command } from '../../cli/command.ts';
import { failure } from '../../kernel/failure.ts';

export default command({
  path: 'posts export',
  summary: 'Export posts to a file that `svc posts import` can read: CSV, NDJSON, JSON, YAML or Markdown.',
  filtersOf: 'listPosts',
  flags: {
    to: {
      type: 'file',
      common: true,
      default: '-',
      placeholder: 'file',
      summary: 'File to write, or a folder for Markdown; `-` is standard output',
    },
    format: {
      type: 'string',
      choices: BULK_FORMS,
      common: true,
      summary: 'Format of the file, if not clear from its name',
    },
    downloadMedia: {
      type: 'file',
      common: true,
      placeholder: 'folder',
      summary: 'Download media to this folder and write file names instead of URLs',
    },
    limit: { type: 'integer', placeholder: 'n', summary: 'Maximum number of posts' },
  },
  description:
    'Scheduled posts keep their time, including queued ones. Every other post is exported as a draft, so an ' +
    'import never publishes it again; fields such as `_status`, which an import ignores, record what it was.',
  examples: [
    'svc posts export --status scheduled --to posts.csv',
    'svc posts export --from-date 2026-11-01 > posts.ndjson',
    'svc posts export --to archive/ --format markdown --download-media archive/media',
  ],
  exits: ['rejected', 'auth', 'partial', 'rate_limited', 'unavailable', 'network'],

  async run(context, { flags, filters = {} }) {
    const { to, format, downloadMedia, limit = Infinity } = flags;
    if (limit < 1) throw failure('usage', { message: '--limit takes a number above 0.', param: '--limit' });
    const { exportPosts: exported } = await import('../../cli/bulk/exporting.ts');
    return exported({ to, form: format as BulkForm | undefined, mediaFolder: downloadMedia, limit, filters }, context);
  },
});
