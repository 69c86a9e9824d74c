/** Reads an ads file: campaigns with their ad sets and ads, each fault with its line. Nothing is sent. Next stop: existing.ts. */
import type { Catalog } from '../../catalog/catalog.ts';
import { failure, type Failure } from '../../kernel/failure.ts';
import { isFields, isList, type Fields } from '../../kernel/json.ts';
import { exact } from '../large-integers.ts';
import { problemsOf } from '../../schema/problems.ts';
import { suggestion } from '../../schema/suggest.ts';
import { unknownKeys } from '../../schema/unknown.ts';
import { BY_PLACE, MAKERS, NOUNS, OF_SETS, type ObjectKind } from './fields.ts';
import { LineCounter, parseDocument, type Document, type Node } from 'yaml';

/** A campaign, an ad set or an ad as the file has it. */
export interface Planned {
  readonly kind: ObjectKind;
  readonly name: string;
  /** In the words of the call that makes it, without its name and what is in it. */
  readonly fields: Fields;
  /** From 1. */
  readonly line: number;
  readonly parts: readonly Planned[];
}

export interface AdsFile {
  /** Path as it was typed; `-` for standard input. */
  readonly name: string;
  /** As a person calls it. */
  readonly account: string;
  readonly adAccountId: string;
  readonly campaigns: readonly Planned[];
}

type Path = readonly (string | number)[];

interface Fault {
  readonly line: number;
  readonly message: string;
}

interface Reading {
  readonly catalog: Catalog;
  readonly faults: Fault[];
  lineOf(path: Path): number;
}

/** The list that holds what is in an object, and the kind of that. */
const PARTS: Readonly<Partial<Record<ObjectKind, { readonly list: string; readonly kind: ObjectKind }>>> = {
  campaign: { list: 'adSets', kind: 'adSet' },
  adSet: { list: 'ads', kind: 'ad' },
};

const TOP: readonly string[] = ['account', 'adAccountId', 'campaigns'];

/** @throws Failure `validation` with the line of every fault */
export function adsFileFrom(text: string, name: string, catalog: Catalog): AdsFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, intAsBigInt: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const message = `This is not YAML: ${error.message.replace(/\.?$/, '.')}`;
    throw faulty(name, [{ line: lines.linePos(error.pos[0]).line, message }]);
  }
  const reading: Reading = { catalog, faults: [], lineOf: (path) => lineIn(document, lines, path) };
  const file = fileIn(exact(document.toJS()), name, reading);
  if (reading.faults.length > 0) throw faulty(name, reading.faults);
  return file;
}

/** The line of the deepest part of a path that is there. */
function lineIn(document: Document.Parsed, lines: LineCounter, path: Path): number {
  const node = document.getIn(path, true) as Node | undefined;
  if (node?.range) return lines.linePos(node.range[0]).line;
  return path.length === 0 ? 1 : lineIn(document, lines, path.slice(0, -1));
}

function faulty(name: string, faults: readonly Fault[]): Failure {
  const sorted = [...faults].sort((one, other) => one.line - other.line);
  return failure('validation', {
    message: sorted.map(({ line, message }) => `${name}:${line}: ${message}`).join('\n'),
    details: { file: name, problems: sorted },
    hint: 'Nothing was sent. `svc ads apply --help` describes the file.',
  });
}

function fileIn(value: unknown, name: string, reading: Reading): AdsFile {
  const top = isFields(value) ? value : {};
  if (!isFields(value)) note(reading, [], 'The file must have `account`, `adAccountId` and `campaigns`.');
  for (const key of Object.keys(top))
    if (!TOP.includes(key)) note(reading, [key], unknownSentence(key, 'the file', TOP));
  return {
    name,
    account: textAt(top, 'account', reading),
    adAccountId: textAt(top, 'adAccountId', reading),
    campaigns: partsIn(top, { list: 'campaigns', kind: 'campaign' }, { path: [], reading }),
  };
}

const note = ({ faults, lineOf }: Reading, path: Path, message: string): void => {
  faults.push({ line: lineOf(path), message });
};

/** Ids of ad accounts may be typed without quotes. */
function textAt(fields: Fields, key: string, reading: Reading): string {
  const value = fields[key];
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  note(reading, [key], `\`${key}\` is required.`);
  return '';
}

interface Place {
  readonly path: Path;
  readonly reading: Reading;
}

function partsIn(
  fields: Fields,
  { list, kind }: { readonly list: string; readonly kind: ObjectKind },
  { path, reading }: Place,
): readonly Planned[] {
  const items = fields[list];
  if (!isList(items) || items.length === 0) {
    note(reading, [...path, list], `\`${list}\` must have at least one ${NOUNS[kind]}.`);
    return [];
  }
  const parts = items.map((item, at) => plannedFrom(item, kind, { path: [...path, list, at], reading }));
  for (const [at, part] of parts.entries()) {
    if (part.name !== '' && parts.findIndex((one) => one.name === part.name) < at)
      note(reading, [...path, list, at], `There are two ${NOUNS[kind]}s named ${part.name} here.`);
  }
  return parts;
}

function plannedFrom(item: unknown, kind: ObjectKind, place: Place): Planned {
  const { path, reading } = place;
  const line = reading.lineOf(path);
  if (!isFields(item)) {
    note(reading, path, `Each ${NOUNS[kind]} needs fields, such as \`name\`.`);
    return { kind, name: '', fields: {}, line, parts: [] };
  }
  const inside = PARTS[kind];
  const { name, ...all } = item;
  const fields = Object.fromEntries(Object.entries(all).filter(([key]) => key !== inside?.list));
  if (typeof name !== 'string' || name === '') note(reading, [...path, 'name'], '`name` is required.');
  judge(fields, kind, place);
  const parts = inside === undefined ? [] : partsIn(item, inside, place);
  return { kind, name: typeof name === 'string' ? name : '', fields, line, parts };
}

/** In place of ids that are not known yet. */
const SOME_ID = '0'.repeat(24);

/** What the service would refuse of a single object. */
function judge(fields: Fields, kind: ObjectKind, { path, reading }: Place): void {
  const { card, schemas } = reading.catalog.command(MAKERS[kind]);
  if (card.body?.kind !== 'json') return;
  const { schema } = card.body;
  const known = knownFields(kind, Object.keys(schema.properties ?? {}));
  const foreign = Object.keys(fields).filter((key) => !known.includes(key));
  for (const key of foreign) note(reading, [...path, key], unknownSentence(key, `an ${NOUNS[kind]}`, known));
  const own = Object.fromEntries(Object.entries(fields).filter(([key]) => known.includes(key)));
  const body = { name: '-', goal: 'traffic', accountId: SOME_ID, adAccountId: '-', ...own };
  const isMissing = kind === 'campaign' && fields['goal'] === undefined;
  if (isMissing) note(reading, path, '`goal` is required for a campaign.');
  for (const problem of [...problemsOf(schema, body, schemas), ...unknownKeys(schema, body, schemas)])
    note(reading, [...path, ...problem.path], `${sentenceOf(problem)}.`);
}

const sentenceOf = ({ path, kind, sentence }: { path: Path; kind: string; sentence: string }): string =>
  kind === 'unknown' && !sentence.startsWith(String(path[0])) ? `${path.join('.')} ${sentence}` : sentence;

function knownFields(kind: ObjectKind, all: readonly string[]): readonly string[] {
  const own = all.filter((field) => !BY_PLACE.includes(field));
  if (kind === 'campaign') return own;
  const isOfSet = (field: string): boolean => OF_SETS.includes(field);
  return own.filter((field) => field === 'status' || isOfSet(field) === (kind === 'adSet'));
}

function unknownSentence(key: string, where: string, known: readonly string[]): string {
  const near = suggestion(key, known);
  const meant = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  return `\`${key}\` is not a field of ${where.replace(/^an (?=campaign)/, 'a ')}.${meant}`;
}
