/** `svc media upload FILE…`: asks for an address and streams the bytes there, one file after the other. */
import { Failure, failure, type FailureFields } from '../../kernel/failure.ts';
import { quoted } from '../../cli/quoted.ts';
import { command, type Context, type Outcome } from '../../cli/command.ts';
import type { MediaSource, MediaUploading } from '../../client/media.ts';
import type { Uploaded } from '../../client/upload.ts';

export default command({
  path: 'media upload',
  summary: 'Upload images, videos and documents, and get URLs for posts.',
  description:
    'Files of any size are streamed. The type of a file is detected from its content first, then its name. ' +
    'One file prints one record, several print {files: […]}. The API does not say how long a file is kept: ' +
    '--permanent checks afterwards that the URL works without a key and does not expire. An upload that stopped ' +
    'names the command for the files that are missing; a file that was under way begins anew.',
  args: { files: { summary: 'Files to upload', required: true, repeat: true } },
  flags: {
    permanent: { type: 'boolean', summary: 'Fail for a file whose URL may not be permanent' },
  },
  writes: true,
  examples: [
    'svc media upload photo.jpg',
    'svc media upload clip.mp4 poster.png -o json',
    'svc media upload brochure.pdf --permanent',
  ],
  exits: ['partial', 'interrupted', 'unavailable'],
  fields: ['filename', 'url', 'key', 'contentType', 'size', 'sha256', 'error.code', 'error.message'],
  dryRun: true,

  async run(context, { args, flags }) {
    const [{ closeMedia, openMedia }, { acceptedTypes, openUploads }] = await Promise.all([
      import('../../client/media.ts'),
      import('../../client/uploads.ts'),
    ]);
    const sources = await openMedia(args.files, context.world.files, acceptedTypes(context.catalog));
    try {
      refuseAddresses(sources);
      if (context.flags.dryRun) return await previews(sources, context);
      const { uploading, end } = openUploads(context, flags.permanent === true);
      const again = (places: readonly number[]): string => repeatOf(args.files, places, flags.permanent);
      return outcomeOf(await everyFile(sources, uploading, { context, again }).finally(end), again);
    } finally {
      await closeMedia(sources);
    }
  },
});

function refuseAddresses(sources: readonly MediaSource[]): void {
  const address = sources.find((source) => 'url' in source);
  if (address !== undefined) throw failure('usage', { message: `${address.url} is already a URL: use it in a post.` });
}

/** The first request for each file. Where the bytes go after it, only its answer knows. */
async function previews(sources: readonly MediaSource[], context: Context): Promise<Outcome> {
  const { presignCard } = await import('../../client/uploads.ts');
  const shown: Outcome[] = [];
  for (const source of sources) {
    if (!('file' in source)) continue;
    const { name: filename, contentType, sizeBytes: size } = source.file;
    const body = { filename, contentType, size };
    shown.push(await context.preview(presignCard(context.catalog), { path: {}, query: {}, headers: {}, body }));
  }
  const [only] = shown;
  if (only !== undefined && shown.length === 1) return only;
  const text = shown.map((one) => one.text ?? '').join('\n\n');
  return { result: { dryRun: true, requests: shown.map(({ result }) => result) }, text };
}

/** A file that went up, or why it did not. */
type Row = Uploaded | { readonly filename: string; readonly error: FailureFields };

/** The sentence with the command that uploads the files at these places, and no other. */
type Again = (places: readonly number[]) => string;

interface Repeatable {
  readonly context: Context;
  readonly again: Again;
}

function repeatOf(files: readonly string[], places: readonly number[], permanent: boolean | undefined): string {
  const names = places.map((at) => quoted(files[at] ?? ''));
  const end = names.some((name) => name.startsWith('-')) ? ['--'] : [];
  const words = ['svc media upload', ...(permanent === true ? ['--permanent'] : []), ...end, ...names];
  return `\`${words.join(' ')}\` uploads only what is missing.`;
}

/** The next file is tried after one that failed; an interruption ends all. */
async function everyFile(
  sources: readonly MediaSource[],
  uploading: MediaUploading,
  { context: { signal }, again }: Repeatable,
): Promise<readonly Row[]> {
  const { uploadedForGood } = await import('../../client/media.ts');
  const rows: Row[] = [];
  for (const source of sources) {
    if (!('file' in source)) continue;
    try {
      rows.push(await uploadedForGood(source.file, uploading));
    } catch (error) {
      if (signal.aborted) throw await describeUnsent(error, { sources, rows, again });
      if (!(error instanceof Failure) || sources.length === 1) throw error;
      rows.push({ filename: source.file.name, error: error.fields });
    }
  }
  return rows;
}

interface Ended {
  readonly sources: readonly MediaSource[];
  readonly rows: readonly Row[];
  readonly again: Again;
}

async function describeUnsent(error: unknown, { sources, rows, again }: Ended): Promise<unknown> {
  const { withWords } = await import('../../client/uploads.ts');
  const done = rows.filter((row): row is Uploaded => 'url' in row);
  const rest = sources.slice(rows.length).flatMap((source) => ('file' in source ? [source.file.name] : []));
  const there = done.length === 0 ? 'Nothing was uploaded.' : `Uploaded: ${done.map(place).join(', ')}.`;
  const described = withWords(error, `${there} Not uploaded: ${rest.join(', ')}.`, {
    uploaded: done,
    notUploaded: rest,
  });
  const missing = sources.flatMap((_, at) => (at >= rows.length || isMissing(rows[at]) ? [at] : []));
  if (!(described instanceof Failure)) return described;
  return new Failure({ ...described.fields, hint: again(missing) }, described.exit, described.cause);
}

/** A file that may not stay is uploaded all the same. */
const isMissing = (row: Row | undefined): boolean =>
  row !== undefined && 'error' in row && row.error.code !== 'not_permanent';

const place = ({ filename, url }: Uploaded): string => `${filename} at ${url}`;

function outcomeOf(rows: readonly Row[], again: Again): Outcome {
  const columns = ['filename', 'url', 'contentType', 'size'];
  const [only] = rows;
  if (rows.length === 1) return { result: only, columns };
  const failed = rows.flatMap((row) => ('error' in row ? [row] : []));
  const outcome: Outcome = { result: { files: rows }, list: 'files', columns };
  if (failed.length === 0) return outcome;
  const missing = rows.flatMap((row, at) => (isMissing(row) ? [at] : []));
  const names = failed.map(({ filename, error }) => `${filename}: ${error.message}`);
  return {
    ...outcome,
    failure: failure('partial', {
      message: [`${failed.length} of ${rows.length} files were not uploaded.`, ...names].join('\n'),
      details: { files: failed },
      ...(missing.length > 0 && { hint: again(missing) }),
    }),
  };
}
