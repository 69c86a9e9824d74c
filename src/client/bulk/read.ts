/** Files, folders and standard input to rows, in order. Nothing is judged but the form. Next stop: fields.ts. */
import { dirname, join } from 'node:path';
import { failure } from '../../kernel/failure.ts';
import type { World } from '../../world/world.ts';
import { formByEnding, formByLook, type BulkForm } from './forms.ts';
import { mapped, mappingFrom } from './mapping.ts';
import type { FaultyRow, FoundRow, Reading, Row } from './row.ts';

export interface Batch {
  readonly rows: readonly Row[];
  /** Parts of the files that are no rows. */
  readonly faults: readonly FaultyRow[];
  /** Absolute paths of what was named; for standard input its whole text instead. */
  readonly sources: readonly string[];
}

type Door = Pick<World, 'files' | 'io'>;

/** A batch of this size fits into memory several times over; a larger one is cut into files. */
const LARGEST_BYTES = 256 * 1024 * 1024;

export interface Form {
  /** Holds for all files; otherwise each name's ending tells, and for standard input the look of the text. */
  readonly form?: BulkForm | undefined;
  /** `Column=field`, as typed. */
  readonly map?: readonly string[] | undefined;
}

/**
 * @param names files, folders of Markdown files, or `-`
 * @throws Failure `usage` for a name that cannot be read, whose form nobody can tell, or whose columns are mapped wrongly
 */
export async function readBatch(names: readonly string[], { form, map = [] }: Form, door: Door): Promise<Batch> {
  const mapping = mappingFrom(map);
  const columns = new Set<string>();
  const rows: Row[] = [];
  const faults: FaultyRow[] = [];
  const sources: string[] = [];
  for (const name of names) {
    for (const file of await filesOf(name, door)) {
      const text = file === '-' ? await door.io.in.text() : await door.files.readText(file, LARGEST_BYTES);
      const reading = await readText(text, form ?? formOf(file, text));
      const folder = dirname(door.files.resolve(file));
      for (const found of reading.rows) rows.push(rowOf(found, { file, folder, number: rows.length + 1 }));
      for (const one of reading.columns ?? reading.rows.flatMap(({ fields }) => Object.keys(fields))) columns.add(one);
      faults.push(...reading.faults.map(({ message, ...at }) => faultIn(file, message, at)));
      if (file === '-') sources.push(text);
    }
    if (name !== '-') sources.push(door.files.resolve(name));
  }
  return { rows: mapped(rows, mapping, columns), faults, sources };
}

async function filesOf(name: string, { files }: Door): Promise<readonly string[]> {
  if (name === '-' || !files.isFolder(name)) return [name];
  const found = (await files.namesIn(name)).filter((one) => formByEnding(one) === 'markdown');
  if (found.length > 0) return found.map((one) => join(name, one));
  throw failure('usage', {
    message: `${name} contains no Markdown files.`,
    param: name,
    hint: 'A folder has one post per file, `NAME.md`; give files in other formats individually.',
  });
}

function formOf(file: string, text: string): BulkForm {
  const form = file === '-' ? formByLook(text) : formByEnding(file);
  if (form !== undefined) return form;
  throw failure('usage', {
    message: `The format of ${file} is not clear from its name.`,
    param: '--format',
    hint: 'Set it with --format.',
  });
}

async function readText(text: string, form: BulkForm): Promise<Reading> {
  switch (form) {
    case 'csv':
      return (await import('./csv.ts')).readCsv(text);
    case 'ndjson':
      return (await import('./json.ts')).readNdjson(text);
    case 'json':
      return (await import('./json.ts')).readJson(text);
    case 'yaml':
      return (await import('./yaml.ts')).readYaml(text);
    case 'markdown':
      return (await import('./markdown.ts')).readMarkdown(text);
  }
}

const rowOf = ({ place, ...found }: FoundRow, at: Pick<Row, 'file' | 'folder' | 'number'>): Row => ({
  ...found,
  ...at,
  place: placeOf(at.file, { place, line: found.line }),
});

const faultIn = (file: string, message: string, at: { line?: number; place?: string }): FaultyRow => ({
  file,
  place: placeOf(file, at),
  ...(at.line !== undefined && { line: at.line }),
  problems: [{ message }],
});

function placeOf(file: string, { line, place }: { line?: number | undefined; place?: string | undefined }): string {
  const name = file === '-' ? 'standard input' : file;
  if (place !== undefined) return `${name}, ${place}`;
  return line === undefined ? name : `${name}:${line}`;
}
