/** Reads the CSV of a bulk upload: one body of a post a row. Next stop: bulk.ts. */
import type { MediaKind } from '../../../kernel/media-type.ts';
import { parse, type CsvError } from 'csv-parse';
import { BOUNDS } from '../../exchange/bounds.ts';
import type { Pause } from '../../turns.ts';
import type { PostBody } from './decide/request.ts';

/** Source: control surface, "Bulk upload CSV columns". */
export const COLUMNS = [
  'content',
  'platforms',
  'scheduledFor',
  'timezone',
  'title',
  'tags',
  'hashtags',
  'mediaUrls',
  'publishNow',
  'draft',
] as const;

export type Row = Readonly<Partial<Record<(typeof COLUMNS)[number], string>>>;

export interface Rows {
  readonly rows: readonly Row[];
  /** Headings that mean nothing here. */
  readonly unknown: readonly string[];
}

/** The rows below the heading line, or a sentence that says why the file is not taken. */
export async function readRows(bytes: Buffer, pause: Pause): Promise<Rows | string> {
  const table = await readTable(bytes, pause);
  if (typeof table === 'string') return table;
  const [heading = [], ...lines] = table;
  if (heading.length > BOUNDS.columns) return `The file has more than ${String(BOUNDS.columns)} columns.`;
  if (lines.length > BOUNDS.rows)
    return `The file has more than ${String(BOUNDS.rows)} rows. Split it and upload the parts.`;
  if (!heading.includes('content') && !heading.includes('platforms'))
    return `The first line has no known column. The columns are ${COLUMNS.join(', ')}.`;
  if (lines.length === 0) return 'The file has no rows below its header.';
  const known: readonly string[] = COLUMNS;
  return {
    rows: lines.map((cells) => rowOf(heading, cells)),
    unknown: heading.filter((name) => name !== '' && !known.includes(name)),
  };
}

/** Bytes that are parsed in one go. */
const PIECE = 8_192;

/** Lines as cells; no more of them than show that there are too many. */
async function readTable(bytes: Buffer, pause: Pause): Promise<string[][] | string> {
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    trim: true,
    relax_column_count: true,
    max_record_size: BOUNDS.rowCharacters,
    to: BOUNDS.rows + 2,
  });
  const table: string[][] = [];
  let problem: string | undefined;
  parser.on('data', (cells: string[]) => table.push(cells));
  const ended = new Promise<void>((resolve) => {
    parser.once('end', resolve);
    parser.once('error', (error: CsvError) => {
      problem = sentenceFor(error);
      resolve();
    });
  });
  for (let at = 0; at < bytes.length && problem === undefined && table.length < BOUNDS.rows + 2; at += PIECE) {
    await new Promise((taken) => parser.write(bytes.subarray(at, at + PIECE), taken));
    await pause();
  }
  parser.end();
  await ended;
  return problem ?? table;
}

const sentenceFor = ({ code, message }: CsvError): string =>
  code === 'CSV_MAX_RECORD_SIZE'
    ? `The file has a row with more than ${String(BOUNDS.rowCharacters)} characters, or an unclosed quote.`
    : `The file is not CSV: ${message}`;

const rowOf = (heading: readonly string[], cells: readonly string[]): Row =>
  Object.fromEntries(
    COLUMNS.flatMap((name) => {
      const cell = cells[heading.indexOf(name)];
      return cell === undefined || cell === '' ? [] : [[name, cell]];
    }),
  );

/** The request body that a row describes, or what is wrong with its cells. */
export function bodyOf(row: Row): PostBody | string[] {
  const errors = LISTS.filter((name) => listIn(row[name]).length > BOUNDS.cellValues).map(
    (name) => `${name} has more than ${String(BOUNDS.cellValues)} values.`,
  );
  if (errors.length > 0) return errors;
  const platforms = listIn(row.platforms).map((cell) => targetIn(cell, errors));
  const publishNow = flagIn('publishNow', row.publishNow, errors);
  const isDraft = flagIn('draft', row.draft, errors);
  if (errors.length > 0) return errors;
  const media = listIn(row.mediaUrls);
  const body = {
    ...textsOf(row),
    ...(platforms.length === 0 ? {} : { platforms }),
    ...(row.tags === undefined ? {} : { tags: listIn(row.tags) }),
    ...(row.hashtags === undefined ? {} : { hashtags: listIn(row.hashtags) }),
    ...(media.length === 0 ? {} : { mediaItems: media.map((url) => ({ type: mediaTypeIn(url), url })) }),
    ...(publishNow ? { publishNow } : {}),
    ...(isDraft ? { isDraft } : {}),
  };
  return body as PostBody;
}

const LISTS = ['platforms', 'tags', 'hashtags', 'mediaUrls'] as const;

const TEXTS = ['content', 'scheduledFor', 'timezone', 'title'] as const;

const textsOf = (row: Row): Partial<Record<(typeof TEXTS)[number], string>> =>
  Object.fromEntries(TEXTS.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

/** Cells with several values separate them by semicolons. */
const listIn = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function targetIn(cell: string, errors: string[]): { platform: string; accountId: string } {
  const [platform = '', accountId = '', ...rest] = cell.split(':').map((part) => part.trim());
  if (platform === '' || accountId === '' || rest.length > 0)
    errors.push(`platforms must be platform:accountId, several separated by semicolons, not ${cell}.`);
  return { platform, accountId };
}

function flagIn(name: string, cell: string | undefined, errors: string[]): boolean {
  const word = (cell ?? 'false').toLowerCase();
  if (['true', 'yes', '1'].includes(word)) return true;
  if (!['false', 'no', '0'].includes(word)) errors.push(`${name} must be true or false, not ${cell ?? ''}.`);
  return false;
}

function mediaTypeIn(url: string): MediaKind {
  const [, extension = ''] = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(url) ?? [];
  if (/^(mp4|mov|m4v|webm|avi|mpe?g)$/i.test(extension)) return 'video';
  if (/^gif$/i.test(extension)) return 'gif';
  return /^pdf$/i.test(extension) ? 'document' : 'image';
}
