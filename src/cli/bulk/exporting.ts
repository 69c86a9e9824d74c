/** Runs an export for the command line: where to, in which form, and what is said of it. The work is done in client/bulk. */
import type { Fields } from '../../kernel/json.ts';
import { dirname, join } from 'node:path';
import { openDownloads, type Downloads } from '../../client/bulk/download.ts';
import { exportedRows, textOf } from '../../client/bulk/export.ts';
import { formByEnding, type BulkForm } from '../../client/bulk/forms.ts';
import { markdownText } from '../../client/bulk/markdown.ts';
import { counted } from '../../kernel/counted.ts';
import type { Call } from '../../client/paging.ts';
import { failure, type Failure } from '../../kernel/failure.ts';
import type { Format } from '../../kernel/formats.ts';
import { jsonText } from '../../output/json.ts';
import { neutral } from '../../output/neutral.ts';
import { clientFor } from '../calling.ts';
import type { Context, Outcome } from '../command.ts';

export interface Exporting {
  /** A file, a folder for Markdown, or `-`. */
  readonly to: string;
  readonly form: BulkForm | undefined;
  /** Folder for the media; absent leaves their addresses. */
  readonly mediaFolder: string | undefined;
  readonly limit: number;
  /** Query of the list. */
  readonly filters: Readonly<Record<string, unknown>>;
}

export async function exportPosts(exporting: Exporting, context: Context): Promise<Outcome> {
  const form = formFor(exporting, context);
  const { to, mediaFolder, limit, filters } = exporting;
  const { files } = context.world;
  const folder = form === 'markdown' ? files.resolve(to) : dirname(files.resolve(to));
  const downloads = mediaFolder === undefined ? undefined : downloadsFor(files.resolve(mediaFolder), folder, context);
  const desk = {
    catalog: context.catalog,
    call: await callFor(context),
    media: async (item: Fields) => (await downloads?.item(item)) ?? item,
  };
  const tally = { posts: 0 };
  const rows = countRows(exportedRows(filters, limit, desk), tally, context);
  if (to === '-') return toOutput(rows, form, { context, downloads });
  if (form === 'markdown') await toFolder(rows, folder, context);
  else await files.writePieces(to, textOf(rows, form, jsonText), FILE_MODE);
  return outcomeOf({ to, form, ...tally }, downloads);
}

/** An export is a file like any other, for whoever may read the folder. */
const FILE_MODE = 0o644;

/** Forms of results that an import takes as well. */
const FOR_OUTPUT: Readonly<Partial<Record<Format, BulkForm>>> = {
  csv: 'csv',
  ndjson: 'ndjson',
  json: 'json',
  yaml: 'yaml',
};

function formFor({ to, form }: Exporting, { flags, world }: Context): BulkForm {
  const isFolder = to !== '-' && world.files.isFolder(to);
  const found =
    form ??
    (to === '-' ? (FOR_OUTPUT[flags.output ?? 'ndjson'] ?? 'ndjson') : isFolder ? 'markdown' : formByEnding(to));
  if (found === undefined) {
    throw failure('usage', {
      message: `The format of ${to} is not clear from its name.`,
      param: '--format',
      hint: 'Set it with --format, or use a name that ends in .csv, .ndjson, .json or .yaml.',
    });
  }
  if (found === 'markdown' && to === '-')
    throw failure('usage', { message: 'Markdown needs a folder; set it with --to.', param: '--to' });
  if (isFolder && found !== 'markdown')
    throw failure('usage', { message: `${to} is a folder; give a file name.`, param: '--to' });
  return found;
}

function downloadsFor(folder: string, base: string, { world, signal, say }: Context): Downloads {
  return openDownloads({ world, signal, folder, base, say });
}

/** Many pages, one connection. */
async function callFor(context: Context): Promise<Call> {
  const client = clientFor(context, await context.target(), { pooled: true });
  return (card, input) => client.call(card, input);
}

/** Counts the rows on their way, and shows that it goes on. */
async function* countRows(
  rows: AsyncIterable<Fields>,
  tally: { posts: number },
  context: Context,
): AsyncGenerator<Fields> {
  const line = context.progress('Reading posts');
  try {
    for await (const row of rows) {
      tally.posts += 1;
      line.update(`Reading posts: ${tally.posts.toLocaleString('en-US')}`);
      yield row;
    }
  } finally {
    line.stop();
  }
}

interface Output {
  readonly context: Context;
  readonly downloads: Downloads | undefined;
}

/** Standard output is the export itself, unless a look at its fields was asked for. */
async function toOutput(rows: AsyncIterable<Fields>, form: BulkForm, { context, downloads }: Output): Promise<Outcome> {
  const { flags, world } = context;
  if (flags.fields !== undefined || flags.jq !== undefined || flags.template !== undefined) return { stream: rows };
  const { out } = world.io;
  for await (const piece of textOf(rows, form as Exclude<BulkForm, 'markdown'>, jsonText)) {
    if (out.closed) break;
    out.write(out.isTTY ? neutral(piece) : piece);
    await out.ready();
  }
  const failed = failureOf(downloads);
  return failed === undefined ? {} : { failure: failed };
}

/** One file a post, named after it: two exports into one folder renew what is there. */
async function toFolder(rows: AsyncIterable<Fields>, folder: string, { world }: Context): Promise<void> {
  await world.files.makeFolder(folder);
  for await (const row of rows) {
    const name = `${String(row['key']).replace(/[^\w-]/g, '_')}.md`;
    await world.files.writeAtomic(join(folder, name), markdownText(row), FILE_MODE);
  }
}

interface Written {
  readonly to: string;
  readonly form: BulkForm;
  readonly posts: number;
}

function outcomeOf({ to, form, posts }: Written, downloads: Downloads | undefined): Outcome {
  const media = downloads && { media: downloads.counts };
  const files = downloads ? ` and ${counted(downloads.counts.files, 'file')} of media` : '';
  return {
    result: { to, format: form, posts, ...media },
    text: `${counted(posts, 'post')}${files} in ${to}. \`svc posts import ${to}\` imports them.`,
    failure: failureOf(downloads),
  };
}

function failureOf(downloads: Downloads | undefined): Failure | undefined {
  const failed = downloads?.counts.failed ?? 0;
  if (failed === 0) return undefined;
  return failure('partial', {
    message: `${counted(failed, 'file')} of media could not be fetched.`,
    details: downloads?.counts,
  });
}
