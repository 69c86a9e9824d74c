/** Reads src/contract/tables/columns.yaml: what columns are called and how their values read. Next stop: views.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Form } from '../kernel/view.ts';
import type { Refuse } from './refusal.ts';

export interface FieldWords {
  readonly heading: string;
  readonly form?: Form;
}

/** Dotted fields, or the last names of fields, to their words. */
export type ColumnTable = ReadonlyMap<string, FieldWords>;

const FILE = join('tables', 'columns.yaml');

/** Sections of the file to the form of their fields. */
const SECTIONS: Readonly<Record<string, Form | undefined>> = {
  ids: 'id',
  times: 'time',
  seconds: 'seconds',
  minutes: 'minutes',
  milliseconds: 'milliseconds',
  cents: 'cents',
  colors: 'rgb',
  words: undefined,
};

/** Fields to their headings, or to those with the number of Monday. */
type Section = Readonly<Record<string, string | { readonly heading: string; readonly monday: 0 | 1 }>>;

export function readColumnWords(folder: string, refuse: Refuse): ColumnTable {
  const path = join(folder, FILE);
  const table = new Map<string, FieldWords>();
  if (!existsSync(path)) return table;
  const page = parse(readFileSync(path, 'utf8')) as Readonly<Record<string, Section | null>>;
  for (const [section, fields] of Object.entries(page)) {
    if (section !== 'weekdays' && !Object.hasOwn(SECTIONS, section))
      refuse({ file: FILE }, `has the unknown section ${section}`);
    for (const [field, words] of Object.entries(fields ?? {})) {
      if (table.has(field)) refuse({ file: FILE }, `names the field ${field} twice`);
      const form = typeof words === 'string' ? SECTIONS[section] : (`weekday-${words.monday}` as const);
      table.set(field, { heading: typeof words === 'string' ? words : words.heading, ...(form && { form }) });
    }
  }
  return table;
}

export const lastNameOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1);

/** The words of a dotted field, else those of its last name. */
export const fieldWords = (field: string, table: ColumnTable): FieldWords | undefined =>
  table.get(field) ?? table.get(lastNameOf(field));
