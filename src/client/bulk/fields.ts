/** The columns of a row as the words of `posts create` and the fields of its body. Nothing is looked up. Next stop: judge.ts. */
import type { Fields } from '../../kernel/json.ts';
import type { Schema } from '../../kernel/schema.ts';
import { Failure } from '../../kernel/failure.ts';
import { coerceText, takesNumber, withPoint } from '../../schema/coerce.ts';
import { resolved, type Schemas } from '../../schema/reference.ts';
import { suggestion } from '../../schema/suggest.ts';
import type { PostBody, Said } from '../compose.ts';
import { exact, holdsBigint } from '../large-integers.ts';
import { columnOf, joined, otherHeadings, type Named } from './headings.ts';
import { mapHint } from './mapping.ts';
import type { Row, RowProblem } from './row.ts';

/** The body of `POST /v1/posts` as the contract describes it. */
export interface PostForm {
  readonly schema: Schema;
  readonly schemas: Schemas;
}

/** What the columns need to know. */
export interface Columns extends PostForm {
  /** Puts `a.b[0]=value` into a body. @throws Failure `usage` */
  readonly assign: (body: unknown, text: string) => unknown;
  /** Numbers in text have a decimal comma. */
  readonly decimalComma?: boolean | undefined;
}

/** A row in the words of the command line. */
export interface Understood {
  readonly key?: string;
  readonly said: Said;
  readonly given: PostBody;
  readonly problems: readonly RowProblem[];
}

/** Columns that are no fields of the body. Source: `posts create` */
const WORDS = ['key', 'id', 'to', 'at', 'now', 'queue', 'draft', 'media', 'profile', 'permanent'] as const;

/** Fields of the body that make no sense in a batch. */
const SINGLE_ONLY = ['dryRun'];

/** A column that begins so is a remark for people. */
const REMARK = '_';

export function understood(row: Row, columns: Columns): Understood {
  const problems: RowProblem[] = [];
  const fields = named(row, columns, problems);
  const reader = readerFor(fields, row, problems);
  const given = bodyFrom(fields, row, { columns, problems });
  const key = reader.text('key') ?? reader.text('id');
  return {
    ...(key !== undefined && { key }),
    said: {
      text: undefined,
      contentFile: undefined,
      to: reader.list('to', /[;,\n]/),
      at: reader.text('at'),
      now: reader.flag('now'),
      queue: reader.queue(),
      draft: reader.flag('draft'),
      media: reader.list('media', /[;\n]/),
      permanent: reader.flag('permanent'),
      profile: reader.text('profile'),
    },
    given,
    problems,
  };
}

/** The fields of the body that a row may have. */
export const bodyFieldsOf = ({ schema, schemas }: PostForm): readonly string[] =>
  Object.keys(resolved(schema, schemas).properties ?? {}).filter((name) => !SINGLE_ONLY.includes(name));

/** The row with its columns under one name each; unknown ones are problems, remarks are left out. */
function named({ fields, isText }: Row, columns: Columns, problems: RowProblem[]): Fields {
  const known = [...WORDS, ...bodyFieldsOf(columns)];
  const found: Named[] = [];
  for (const [heading, value] of Object.entries(fields)) {
    if (heading.startsWith(REMARK)) continue;
    const column = columnOf(heading, known);
    if (column === undefined) problems.push(unknownColumn(heading, known));
    else found.push({ name: nameOf(column, value, isText), heading, value });
  }
  return joined(found, problems);
}

/** `platforms` of a table names accounts; elsewhere it is the field of the body. */
function nameOf(column: string, value: unknown, isText: boolean): string {
  return column === 'platforms' && isText && !/^\s*[[{]/.test(String(value)) ? 'to' : column;
}

function unknownColumn(column: string, known: readonly string[]): RowProblem {
  const near = suggestion(column, [...known, ...otherHeadings]);
  const meant = near === undefined ? mapHint(column) : `Did you mean ${near}?`;
  return { param: column, message: `There is no column ${column}. ${meant}` };
}

interface Reader {
  text(name: string): string | undefined;
  flag(name: string): boolean;
  list(name: string, between: RegExp): readonly string[];
  queue(): string | undefined;
}

const TRUE = ['true', 'yes', 'y', '1', 'x'];
const FALSE = ['false', 'no', 'n', '0'];

function readerFor(fields: Fields, { isText }: Row, problems: RowProblem[]): Reader {
  const wrong = (param: string, what: string): undefined => {
    problems.push({ param, message: `${param} must be ${what}, not ${valueText(fields[param])}.` });
  };
  const flagOf = (name: string): boolean | undefined => {
    const value = fields[name];
    const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
    if (word === undefined || word === false || FALSE.includes(word as string)) return false;
    return word === true || TRUE.includes(word as string) ? true : undefined;
  };
  return {
    text(name) {
      const value = fields[name];
      if (value === undefined || typeof value === 'string') return value?.trim();
      return typeof value === 'number' ? String(value) : wrong(name, 'text');
    },
    flag: (name) => flagOf(name) ?? wrong(name, 'true or false') ?? false,
    list(name, between) {
      const value = fields[name];
      const items = typeof value === 'string' ? wordsIn(value, isText, between) : (value ?? []);
      if (Array.isArray(items) && items.every((item) => typeof item === 'string')) return items;
      return wrong(name, 'a list of strings') ?? [];
    },
    queue() {
      const value = fields['queue'];
      const is = flagOf('queue');
      if (is !== undefined) return is ? 'default' : undefined;
      return typeof value === 'string' ? value.trim() : wrong('queue', 'true, default or the id of a queue');
    },
  };
}

const valueText = (value: unknown): string =>
  typeof value === 'bigint' ? String(value) : JSON.stringify(exact(value));

/** A list in one cell: JSON, or words with signs between them. */
function wordsIn(text: string, isText: boolean, between: RegExp): unknown {
  if (isText && text.trimStart().startsWith('[')) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return [text];
    }
  }
  return text.split(between).flatMap((word) => word.trim() || []);
}

interface Making {
  readonly columns: Columns;
  readonly problems: RowProblem[];
}

/** Plain fields first, then the dotted ones into them. */
function bodyFrom(fields: Fields, { isText }: Row, { columns, problems }: Making): PostBody {
  const words: readonly string[] = WORDS;
  const own = Object.entries(fields).filter(([name]) => !words.includes(name));
  const plain = own.filter(([name]) => !/[.[]/.test(name));
  let body: unknown = Object.fromEntries(
    plain.map(([name, value]) => [name, exact(isText ? coerced(name, String(value), columns) : value)]),
  );
  for (const [name, value] of own.filter(([column]) => /[.[]/.test(column))) {
    const text = typeof value === 'string' ? value : JSON.stringify(exact(value));
    try {
      body = columns.assign(body, `${name}=${text}`);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push({ param: name, message: error.message });
    }
  }
  if (holdsBigint(body)) problems.push({ message: 'A number is too large to be exact; write it as text.' });
  return body as PostBody;
}

/** A cell as the field wants it. Words of a list may stand with signs between them, or as JSON. */
function coerced(name: string, cell: string, { schema, schemas, decimalComma }: Columns): unknown {
  const field = resolved(schema, schemas).properties?.[name] ?? {};
  const text = decimalComma === true && takesNumber(field, schemas) ? withPoint(cell.trim()) : cell;
  const isList = [resolved(field, schemas).type].flat().includes('array');
  const words = isList ? wordsIn(text, true, /[;,\n]/) : text;
  return coerceText(field, typeof words === 'string' ? words : isTexts(words) ? words : text, schemas);
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
