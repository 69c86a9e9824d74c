/** `svc posts list`: with --failed, the posts that failed on all of their targets or on some. */
import { failure } from '../../kernel/failure.ts';
import { override } from '../../cli/command.ts';

/** What says which posts of the list are meant, and --failed says itself. */
const OTHER = ['status', 'page', 'offset'];

export default override('posts list', {
  flags: {
    failed: { type: 'boolean', common: true, summary: 'Only posts that failed on all of their targets or on some' },
  },
  examples: [
    'svc posts list',
    'svc posts list --failed --platform twitter',
    'svc posts list --status scheduled --from-date 2026-11-01 --all -o ndjson',
  ],

  async prepare(input, { flags }, own) {
    if (own.flags.failed !== true) return input;
    const other = OTHER.find((name) => input.query[name] !== undefined);
    if (other !== undefined)
      throw failure('usage', { message: `--failed and --${other} cannot be combined.`, param: '--failed' });
    return flags.dryRun ? { ...input, query: { ...input.query, status: 'failed' } } : input;
  },

  async run(context, input, send, { flags }) {
    if (flags.failed !== true) return send(input);
    const { failedList } = await import('../../cli/failed-posts.ts');
    return failedList(input.query, context);
  },
});
