/** Reads the CSV of a bulk upload: one body of a post a row. Next stop: bulk.ts. */
import type { MediaKind } from '../../../kernel/media-type.ts';
import { parse } from 'csv-parse/sync';
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

/** The rows below the heading line, or a sentence that says why the file is not valid CSV. */
export function rowsOf(bytes: Buffer): Rows | string {
  let table: string[][];
  try {
    table = parse(bytes, { bom: true, skip_empty_lines: true, trim: true, relax_column_count: true });
  } catch (error) {
    return `The file is not CSV: ${error instanceof Error ? error.message : String(error)}`;
  }
  const [heading = [], ...lines] = table;
  if (!heading.includes('content') && !heading.includes('platforms'))
    return `The first line names no known column; there are ${COLUMNS.join(', ')}.`;
  if (lines.length === 0) return 'The file has no rows below its heading line.';
  const known: readonly string[] = COLUMNS;
  return {
    rows: lines.map((cells) => rowOf(heading, cells)),
    unknown: heading.filter((name) => name !== '' && !known.includes(name)),
  };
}

const rowOf = (heading: readonly string[], cells: readonly string[]): Row =>
  Object.fromEntries(
    COLUMNS.flatMap((name) => {
      const cell = cells[heading.indexOf(name)];
      return cell === undefined || cell === '' ? [] : [[name, cell]];
    }),
  );

/** The request body that a row describes, or what is wrong with its cells. */
export function bodyOf(row: Row): PostBody | string[] {
  const errors: string[] = [];
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
