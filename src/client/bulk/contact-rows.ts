/** Rows of a file as contacts: columns under their usual names, custom fields by name or short name, doubles of a file once. Pure. Next stop: cli/bulk/contacts.ts. */
import { type Fields, fieldsIn, isFields, textOf, textsIn } from '../../kernel/json.ts';
import type { Schema } from '../../kernel/schema.ts';
import type { DateOrder } from '../../kernel/formats.ts';
import { isAddress, personId } from '../../platforms/people.ts';
import { withPoint } from '../../schema/coerce.ts';
import { paramOf } from '../../schema/problem.ts';
import { problemsOf } from '../../schema/problems.ts';
import type { Schemas } from '../../schema/reference.ts';
import { suggestion } from '../../schema/suggest.ts';
import { dayIn, isDateProblem } from '../date-order.ts';
import { mapHint } from './mapping.ts';
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

/** What rows are judged by. */
export interface ContactRules {
  /** Undefined without a key: an unknown column is then taken for one of them. */
  readonly fields: readonly CustomField[] | undefined;
  /** Platform of the account that reaches them; undefined without an account, or a key. */
  readonly platform: string | undefined;
  /** Whether the command names an account. */
  readonly hasAccount: boolean;
  /** Schema of an entry of the bulk operation. */
  readonly schema: Schema;
  readonly schemas: Schemas;
  /** How dates in figures are read; undefined refuses those that read two ways. */
  readonly dateOrder: DateOrder | undefined;
  /** Numbers in text have a decimal comma. */
  readonly decimalComma: boolean;
}

export function contactRows(rows: readonly Row[], rules: ContactRules): ContactRows {
  const contacts = new Map<string, ContactRow>();
  const doubles: { place: string; of: string }[] = [];
  const faulty: FaultyRow[] = [];
  for (const row of rows) {
    const problems: RowProblem[] = [];
    const contact = contactOf(row, rules, problems);
    const first = contacts.get(contact.identity);
    if (problems.length > 0) faulty.push(faultyRow(row, { problems }));
    else if (first !== undefined) doubles.push({ place: row.place, of: first.row.place });
    else contacts.set(contact.identity, contact);
  }
  return { contacts: [...contacts.values()], doubles, faulty };
}

function contactOf(row: Row, rules: ContactRules, problems: RowProblem[]): ContactRow {
  const { platform } = rules;
  const entry: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const [heading, value] of Object.entries(row.fields)) {
    if (heading.startsWith('_')) continue;
    const column = columnOf(heading);
    if (column === 'customFields' && isFields(value))
      for (const [name, one] of Object.entries(value)) setValue(values, { heading: name, value: one, rules, problems });
    else if (column === undefined || column === 'customFields') setValue(values, { heading, value, rules, problems });
    else if (column in entry) problems.push({ param: heading, message: `Two columns map to ${column}.` });
    else entry[column] = column === 'tags' ? tagsIn(value) : typeof value === 'string' ? value.trim() : String(value);
  }
  problems.push(...entryProblems(entry, rules));
  return { row, entry, values, identity: identityOf(entry, platform) };
}

function* entryProblems(entry: Fields, { schema, schemas, platform, hasAccount }: ContactRules): Iterable<RowProblem> {
  for (const problem of problemsOf(schema, entry, schemas))
    yield { param: paramOf(problem), message: `${problem.sentence}.` };
  const identifier = textOf(entry['platformIdentifier']);
  if (identifier === undefined) return;
  const param = 'platformIdentifier';
  if (!hasAccount) yield { param, message: 'An identifier needs an account; set it with --account.' };
  else if (platform !== undefined && !isAddress(identifier, platform))
    yield { param, message: `${identifier} is not a phone number.` };
}

const columnOf = (heading: string): string | undefined =>
  Object.keys(COLUMNS).find((name) => plain(name) === plain(heading) || COLUMNS[name]?.includes(plain(heading)));

const tagsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(String) : String(value).split(/[;,\n]/)).flatMap((word) => word.trim() || []);

interface Setting {
  readonly heading: string;
  readonly value: unknown;
  readonly rules: ContactRules;
  readonly problems: RowProblem[];
}

function setValue(values: Record<string, unknown>, { heading, value, rules, problems }: Setting): void {
  const { fields } = rules;
  if (fields === undefined) return;
  const field = fields.find(({ slug, name }) => [slug, name].some((word) => plain(word) === plain(heading)));
  if (field === undefined) {
    const near = suggestion(heading, [...Object.keys(COLUMNS), ...fields.map(({ slug }) => slug)]);
    const meant = near === undefined ? mapHint(heading) : `Did you mean ${near}?`;
    problems.push({ param: heading, message: `There is no column and no custom field ${heading}. ${meant}` });
    return;
  }
  const verdict = valueOf(field, { heading, value, rules });
  if ('problem' in verdict) problems.push({ param: heading, message: verdict.problem });
  else values[field.slug] = verdict.value;
}

function valueOf(
  field: CustomField,
  { heading, value, rules }: Omit<Setting, 'problems'>,
): { readonly value: unknown } | { readonly problem: string } {
  const meant =
    field.type === 'date' ? dayIn(String(value).trim(), rules.dateOrder) : plainValueOf(field, value, rules);
  if (meant === undefined) return { problem: `${heading} must be ${formOf(field, value)}.` };
  return isDateProblem(meant) ? { problem: `${meant.problem} ${meant.hint}` } : { value: meant };
}

const TRUE = ['true', 'yes', '1'];
const FALSE = ['false', 'no', '0'];

/** The value as its field takes it; undefined for one that it does not take. */
function plainValueOf({ type, options }: CustomField, value: unknown, { decimalComma }: ContactRules): unknown {
  const text = String(value).trim();
  if (type === 'number') {
    const number = Number(decimalComma && typeof value === 'string' ? withPoint(text) : text);
    return Number.isFinite(number) ? number : undefined;
  }
  if (type === 'boolean')
    return TRUE.includes(text.toLowerCase()) || (FALSE.includes(text.toLowerCase()) ? false : undefined);
  if (type === 'select') return options.includes(text) ? text : undefined;
  return text;
}

function formOf({ type, options }: CustomField, value: unknown): string {
  if (type === 'select') return `one of ${options.join(', ')}`;
  if (type === 'number') return hasComma(value) ? 'a number; set --decimal-comma for a decimal comma' : 'a number';
  return { boolean: 'true or false', date: 'a date such as 2027-03-31' }[type] ?? 'text';
}

const hasComma = (value: unknown): boolean => String(value).includes(',') && withPoint(String(value)) !== String(value);

/** What a contact is known again by: its identifier, else its email, else its name. @param platform of the account that reaches it */
export const identityOf = (contact: Fields, platform: string | undefined): string =>
  identifierOf(contact, platform) ?? personOf(contact);

/** Undefined for a contact without an identifier. */
export function identifierOf({ platformIdentifier }: Fields, platform: string | undefined): string | undefined {
  const identifier = textOf(platformIdentifier)?.trim() ?? '';
  if (identifier === '') return undefined;
  return `identifier ${platform === undefined ? identifier : personId(identifier, platform)}`;
}

/** What the contact is known by where no account reaches it. */
export function personOf({ email, name }: Fields): string {
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
