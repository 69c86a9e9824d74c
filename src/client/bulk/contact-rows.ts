/** Rows of a file as contacts: columns under their usual names, custom fields by name or short name, doubles of a file once. Pure. Next stop: cli/bulk/contacts.ts. */
import { type Fields, fieldsIn, isFields, textOf, textsIn } from '../../kernel/json.ts';
import { suggestion } from '../../schema/suggest.ts';
import { faultyRow } from './problems.ts';
import type { FaultyRow, Row, RowProblem } from './row.ts';

/** A custom field of the profile. Answer of `GET /v1/custom-fields`. */
export interface CustomField {
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  readonly options: readonly string[];
}

export interface ContactRow {
  readonly row: Row;
  /** An entry of the bulk operation. */
  readonly entry: Fields;
  /** Values of custom fields by short name. */
  readonly values: Fields;
  /** What tells it from other contacts, as the service does: its identifier, else its email, else its name. */
  readonly identity: string;
}

export interface ContactRows {
  readonly contacts: readonly ContactRow[];
  /** Rows that say the same contact as an earlier one. */
  readonly doubles: readonly { readonly place: string; readonly of: string }[];
  readonly faulty: readonly FaultyRow[];
}

/** Columns by their headings in other tools, letters and digits alone. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  name: ['fullname', 'contactname'],
  platformIdentifier: ['identifier', 'phone', 'phonenumber', 'mobile', 'handle', 'username'],
  displayIdentifier: [],
  email: ['mail', 'emailaddress'],
  company: ['organization', 'organisation'],
  tags: ['tag', 'labels'],
  customFields: [],
};

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** @param fields undefined without a key: an unknown column is then taken for one of them */
export function contactRows(rows: readonly Row[], fields: readonly CustomField[] | undefined): ContactRows {
  const contacts = new Map<string, ContactRow>();
  const doubles: { place: string; of: string }[] = [];
  const faulty: FaultyRow[] = [];
  for (const row of rows) {
    const problems: RowProblem[] = [];
    const contact = contactOf(row, fields, problems);
    const first = contacts.get(contact.identity);
    if (problems.length > 0) faulty.push(faultyRow(row, { problems }));
    else if (first !== undefined) doubles.push({ place: row.place, of: first.row.place });
    else contacts.set(contact.identity, contact);
  }
  return { contacts: [...contacts.values()], doubles, faulty };
}

function contactOf(row: Row, fields: readonly CustomField[] | undefined, problems: RowProblem[]): ContactRow {
  const entry: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const [heading, value] of Object.entries(row.fields)) {
    if (heading.startsWith('_')) continue;
    const column = columnOf(heading);
    if (column === 'customFields' && isFields(value))
      for (const [name, one] of Object.entries(value))
        setValue(values, { heading: name, value: one, fields, problems });
    else if (column === undefined || column === 'customFields') setValue(values, { heading, value, fields, problems });
    else if (column in entry) problems.push({ param: heading, message: `Two columns map to ${column}.` });
    else entry[column] = column === 'tags' ? tagsIn(value) : typeof value === 'string' ? value.trim() : String(value);
  }
  if (textOf(entry['name']) === undefined) problems.push({ param: 'name', message: 'name is required.' });
  return { row, entry, values, identity: identityOf(entry) };
}

const columnOf = (heading: string): string | undefined =>
  Object.keys(COLUMNS).find((name) => plain(name) === plain(heading) || COLUMNS[name]?.includes(plain(heading)));

const tagsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(String) : String(value).split(/[;,\n]/)).flatMap((word) => word.trim() || []);

interface Setting {
  readonly heading: string;
  readonly value: unknown;
  readonly fields: readonly CustomField[] | undefined;
  readonly problems: RowProblem[];
}

function setValue(values: Record<string, unknown>, { heading, value, fields, problems }: Setting): void {
  if (fields === undefined) return;
  const field = fields.find(({ slug, name }) => [slug, name].some((word) => plain(word) === plain(heading)));
  if (field === undefined) {
    const near = suggestion(heading, [...Object.keys(COLUMNS), ...fields.map(({ slug }) => slug)]);
    const meant = near === undefined ? '' : ` Did you mean ${near}?`;
    problems.push({ param: heading, message: `There is no column and no custom field ${heading}.${meant}` });
    return;
  }
  const verdict = fieldValueOf(field, value);
  if (verdict === undefined) problems.push({ param: heading, message: `${heading} must be ${formOf(field)}.` });
  else values[field.slug] = verdict;
}

const TRUE = ['true', 'yes', '1'];
const FALSE = ['false', 'no', '0'];

/** The value as its field takes it; undefined for one that it does not take. */
function fieldValueOf({ type, options }: CustomField, value: unknown): unknown {
  const text = String(value).trim();
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (type === 'boolean')
    return TRUE.includes(text.toLowerCase()) || (FALSE.includes(text.toLowerCase()) ? false : undefined);
  if (type === 'date') return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
  if (type === 'select') return options.includes(text) ? text : undefined;
  return text;
}

function formOf({ type, options }: CustomField): string {
  if (type === 'select') return `one of ${options.join(', ')}`;
  return { number: 'a number', boolean: 'true or false', date: 'a date such as 2027-03-31' }[type] ?? 'text';
}

/** What a contact is known again by. */
export function identityOf({ platformIdentifier, email, name }: Fields): string {
  const identifier = textOf(platformIdentifier)?.trim() ?? '';
  if (identifier !== '')
    return `identifier ${/^[\d\s()+.-]+$/.test(identifier) ? identifier.replaceAll(/\D/g, '') : identifier.toLowerCase()}`;
  const mail = textOf(email)?.trim().toLowerCase() ?? '';
  return mail === '' ? `name ${textOf(name)?.trim() ?? ''}` : `email ${mail}`;
}

/** The custom fields in the answer of their list. */
export const customFieldsIn = (body: unknown): readonly CustomField[] =>
  fieldsIn(isFields(body) ? body['fields'] : []).map(({ slug, name, type, options }) => ({
    slug: String(slug),
    name: String(name),
    type: String(type),
    options: textsIn(options),
  }));
