/** The columns of tables: proves what operations and kinds declare, and puts them on the cards. Called by compile.ts. */
import type { Card } from '../kernel/card.ts';
import type { Effect, Kind } from '../kernel/effect.ts';
import type { Schema } from '../kernel/schema.ts';
import { fieldOf, fieldsOf, wordsOf, type Column, type ColumnWords, type Form } from '../kernel/view.ts';
import { nameOf } from '../schema/reference.ts';
import { memberSchema } from './answer-member.ts';
import { fieldWords, lastNameOf, type ColumnTable } from './column-words.ts';
import type { Kinds } from './kinds.ts';
import type { Operation } from './operation.ts';
import type { Place, Refuse } from './refusal.ts';

type Schemas = Readonly<Record<string, Schema>>;

export interface Views {
  readonly operations: readonly Operation[];
  readonly kinds: Kinds;
  readonly schemas: Schemas;
  readonly columns: ColumnTable;
}

/** The operations with the columns of their tables: their own, or those of the kind whose records they answer. */
export function withViews({ operations, kinds, schemas, columns }: Views, refuse: Refuse): readonly Operation[] {
  for (const [name, { file, kind }] of kinds) auditWords({ file }, `the view of ${name}`, kind.view ?? [], refuse);
  return operations.map((operation) => {
    const { card, file, words } = operation;
    const effect = (words['x-svc-effect'] ?? {}) as Partial<Effect>;
    const place = { file, operation: card.id };
    const own = words['x-svc-view'];
    if (own !== undefined) auditWords(place, 'x-svc-view', own, refuse);
    const [of, view] = own === undefined ? [effect.kind, kindView(effect, kinds)] : [undefined, own];
    const places = answersOf(card).flatMap((answer) => placesIn(answer, effect, { isOwn: own !== undefined, schemas }));
    for (const field of (view ?? []).map(fieldOf))
      if (places.length > 0 && !places.some((one) => hasField(one, field.split('.'), schemas)))
        refuse(place, unknownField(field, of));
    if (view === undefined) return isListing(card, effect) ? withoutView(operation, place, refuse) : operation;
    const looking = { places, schemas, columns };
    const codes = codesOf(kinds.get(effect.kind ?? '')?.kind);
    const named = view.map((column) => columnOf({ ...codes[fieldOf(column)], ...wordsOf(column) }, looking));
    auditHeadings(place, named, looking, refuse);
    return { ...operation, card: { ...card, view: named.map(plainest) } };
  });
}

const isListing = ({ reads }: Card, { list }: Partial<Effect>): boolean => reads === true && list !== undefined;

function withoutView(operation: Operation, place: Place, refuse: Refuse): Operation {
  refuse(place, `answers a list without a view; give its kind a view, or the operation an x-svc-view`);
  return operation;
}

/** Where columns are looked for, and what they are called. */
interface Looking {
  readonly places: readonly Schema[];
  readonly schemas: Schemas;
  readonly columns: ColumnTable;
}

/** The column with its heading and with how its values read. */
function columnOf(column: ColumnWords, looking: Looking): ColumnWords {
  const words = fieldWords(column.field, looking.columns);
  const heading = column.heading ?? words?.heading;
  const form = words?.form ?? (column.words === undefined ? formOf(schemasOf(column.field, looking)) : 'state');
  return { ...column, ...(heading !== undefined && { heading }), ...(form !== undefined && { form }) };
}

/** Fields that are sent as words and read as codes, with the word for each code. */
const codesOf = (kind: Kind | undefined): Readonly<Record<string, Pick<ColumnWords, 'words'>>> =>
  Object.fromEntries(
    Object.entries(kind?.normal ?? {}).flatMap(([field, normal]) =>
      typeof normal === 'object' && 'words' in normal ? [[field, { words: inverted(normal.words) }]] : [],
    ),
  );

const inverted = (codes: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(codes).map(([word, code]) => [String(code), word]));

/** What schemas say of how their values read: words of a list are a state. */
const formOf = (found: readonly Schema[]): Form | undefined =>
  found.some((schema) => schema.enum?.some((word) => typeof word === 'string') === true) ? 'state' : undefined;

const schemasOf = (field: string, { places, schemas }: Looking): readonly Schema[] =>
  places.flatMap((place) => schemasAt(place, field.split('.'), schemas));

/** Every form of what may be at a path; lists on the way are passed through. */
function schemasAt(schema: Schema, [head, ...rest]: readonly string[], schemas: Schemas): readonly Schema[] {
  const forms = formsOf(schema, schemas);
  if (head === undefined) return forms;
  return forms.flatMap(({ items, properties }) => {
    if (items !== undefined) return schemasAt(items, [head, ...rest], schemas);
    const own = properties?.[head];
    return own === undefined ? [] : schemasAt(own, rest, schemas);
  });
}

function auditHeadings(place: Place, view: readonly ColumnWords[], looking: Looking, refuse: Refuse): void {
  const headings = view.map(({ field, heading }) => heading ?? lastNameOf(field));
  for (const [at, { field, heading, series }] of view.entries()) {
    if (heading === undefined && !/^_?[a-z]+$/.test(lastNameOf(field)))
      refuse(place, `has the column ${field} without a heading; add it to src/contract/tables/columns.yaml`);
    if (headings.indexOf(headings[at] ?? '') !== at)
      refuse(place, `has two columns headed ${String(headings[at])}; give ${field} a heading of its own`);
    if (series !== undefined) {
      if (!isFigureOf(series, schemasOf(field, looking), looking.schemas))
        refuse(place, `has the series ${series} of ${field}, which no row in it has as a number`);
    } else if (isOfRecords(schemasOf(field, looking), looking.schemas))
      refuse(place, `has the column ${field}, which holds objects; name a field in them`);
  }
}

/** Whether rows, in a list or in lists by a name, have that number. */
const isFigureOf = (series: string, held: readonly Schema[], schemas: Schemas): boolean =>
  held.some(({ items, additionalProperties }) => {
    if (items !== undefined)
      return schemasAt(items, series.split('.'), schemas).some(({ type }) => /^(number|integer)/.test(String(type)));
    return (
      typeof additionalProperties === 'object' && isFigureOf(series, formsOf(additionalProperties, schemas), schemas)
    );
  });

/** Objects, or lists of objects, whose fields the contract knows; not what may be plain as well. */
function isOfRecords(forms: readonly Schema[], schemas: Schemas): boolean {
  const isPlain = forms.some(({ type }) => [type ?? []].flat().some((one) => PLAIN_TYPES.includes(one)));
  const isKnown = ({ properties, items }: Schema): boolean =>
    properties !== undefined || (items !== undefined && isOfRecords(formsOf(items, schemas), schemas));
  return !isPlain && forms.some(isKnown);
}

const PLAIN_TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean'];

/** A column of which nothing is to be said is its field. */
function plainest(column: ColumnWords): Column {
  const { field, heading, priority, form, words, series } = column;
  const named = heading === undefined || heading === lastNameOf(field);
  if (named && [priority, form, words, series].every((one) => one === undefined)) return field;
  return {
    field,
    ...(!named && { heading }),
    ...(priority && { priority }),
    ...(form && { form }),
    ...(words && { words }),
    ...(series !== undefined && { series }),
  };
}

const unknownField = (field: string, kind: string | undefined): string =>
  kind === undefined
    ? `x-svc-view names the column ${field}, which its answer does not have`
    : `answers no ${field}, which is a column in the view of ${kind}; correct the view, or give the operation an x-svc-view of its own`;

const kindView = ({ kind, list, record }: Partial<Effect>, kinds: Kinds): readonly Column[] | undefined =>
  list === undefined && record === undefined ? undefined : kinds.get(kind ?? '')?.kind.view;

const KEYS: readonly string[] = ['field', 'heading', 'priority', 'series', 'words'];

function auditWords(place: Place, what: string, view: readonly Column[], refuse: Refuse): void {
  if (view.length === 0 && what === 'x-svc-view') refuse(place, 'has an x-svc-view without columns; take it out');
  for (const column of view) {
    if (typeof column === 'string') continue;
    const { field, priority = 1 } = column;
    for (const key of Object.keys(column))
      if (!KEYS.includes(key)) refuse(place, `${what} has the unknown key ${key}; a column has ${KEYS.join(', ')}`);
    if (!Number.isInteger(priority) || priority < 1)
      refuse(place, `${what} gives ${field} the priority ${String(priority)}; 1 is what a table keeps longest`);
  }
  const fields = fieldsOf(view);
  for (const field of new Set(fields.filter((one, at) => fields.indexOf(one) !== at)))
    refuse(place, `${what} names the column ${field} twice`);
}

const answersOf = ({ responses }: Card): readonly Schema[] =>
  Object.entries(responses).flatMap(([status, schema]) => (schema !== null && status.startsWith('2') ? [schema] : []));

/** Where in an answer the columns may be: in the record or the list; columns of the operation's own also in the answer and in what it wraps. */
function placesIn(answer: Schema, { list, record }: Partial<Effect>, { isOwn, schemas }: Answered): readonly Schema[] {
  const named = [list, record].flatMap((path) =>
    path === undefined ? [] : (memberSchema(answer, path, schemas) ?? []),
  );
  return isOwn ? [...named, answer, ...membersOf(answer, schemas)] : named;
}

interface Answered {
  readonly isOwn: boolean;
  readonly schemas: Schemas;
}

/** Whether a record may have the field; lists on the way are passed through, and what is open may hold anything. */
export function hasField(schema: Schema, [head, ...rest]: readonly string[], schemas: Schemas): boolean {
  if (head === undefined) return true;
  const forms = formsOf(schema, schemas);
  return forms.some((form) => {
    if (form.items !== undefined) return hasField(form.items, [head, ...rest], schemas);
    const own = form.properties?.[head];
    return own === undefined ? isOpen(form) : hasField(own, rest, schemas);
  });
}

/** An object of which the contract does not know the fields. */
const isOpen = ({ properties, additionalProperties, type, allOf, anyOf, oneOf }: Schema): boolean =>
  properties === undefined &&
  [allOf, anyOf, oneOf].every((one) => one === undefined) &&
  (type === undefined || [type].flat().includes('object')) &&
  additionalProperties !== false;

const membersOf = (schema: Schema, schemas: Schemas): readonly Schema[] =>
  formsOf(schema, schemas).flatMap((form) => Object.values(form.properties ?? {}));

function formsOf(schema: Schema, schemas: Schemas): readonly Schema[] {
  const here = seen(schema, schemas);
  if (here.$ref !== undefined) return formsOf(here, schemas);
  const below = [...(here.allOf ?? []), ...(here.anyOf ?? []), ...(here.oneOf ?? [])];
  return [here, ...below.flatMap((form) => formsOf(form, schemas))];
}

/** A name that leads nowhere is refused by the audit, not here; until then it may hold anything. */
const seen = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {});
