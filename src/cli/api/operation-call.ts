/** `api call`: fields by their names to the input of an operation, judged and sent as its command would. Next stop: cli/answer.ts. */
import type { Catalog } from '../../catalog/catalog.ts';
import { operationMeant, operationNamed } from '../../catalog/find.ts';
import type { OperationRow, Param } from '../../kernel/card.ts';
import { failure, type Failure } from '../../kernel/failure.ts';
import type { CallInput } from '../../client/request.ts';
import { coerceText } from '../../schema/coerce.ts';
import { didYouMean, suggestion } from '../../schema/suggest.ts';
import { outcomeOf, type Operation } from '../answer.ts';
import type { Assignment } from '../assign.ts';
import type { Context, Outcome } from '../command.ts';
import { flagsOf } from '../flags.ts';
import { inputFrom } from '../input.ts';
import { kebab } from '../kebab.ts';
import { specOf } from '../spec.ts';
import { headOf } from './words.ts';

/** What was typed for an operation. */
export interface Fields {
  /** Path, query, headers or body, by their names. */
  readonly fields: readonly Assignment[];
  /** The body alone. */
  readonly sets: readonly Assignment[];
  readonly document?: unknown;
  /** The whole body is this file. */
  readonly bytes?: string;
  readonly files: Readonly<Record<string, string>>;
}

/**
 * The operation that a person names.
 * @throws Failure `usage` with the one that was perhaps meant
 */
export function operationFor(text: string, catalog: Catalog): OperationRow {
  const rows = catalog.operations();
  const row = operationNamed(text, rows);
  if (row !== undefined) return row;
  const near = operationMeant(text, rows);
  throw failure('usage', {
    message: `There is no operation ${JSON.stringify(text)}.`,
    param: '<operation>',
    hint: near === undefined ? `\`svc api search ${text}\` searches all operations.` : didYouMean(near),
  });
}

/** @throws Failure `usage` for a name that the operation does not have */
export function operationInput(operation: Operation, typed: Fields): CallInput {
  const { card, schemas } = operation;
  const placed = typed.fields.map((field) => placedIn(operation, field));
  const of = (place: Placed['in']): readonly Placed[] => placed.filter((one) => one.in === place);
  const input = inputFrom({
    card,
    schemas,
    flags: flagsOf(card, schemas),
    typed: { args: textsOf(of('path')), flags: flagValues(of('body')) },
    sets: [...typed.sets, ...of('nested').map(({ field }) => field)],
    document: typed.document,
  });
  const files = { ...input.files, ...typed.files, ...(typed.bytes !== undefined && { '': typed.bytes }) };
  return {
    ...input,
    query: queryOf(operation, of('query')),
    headers: textsOf(of('header')),
    ...(Object.keys(files).length > 0 && { files }),
  };
}

/** Validated, confirmed, and sent like the generated command. */
export async function callOperation(operation: Operation, input: CallInput, context: Context): Promise<Outcome> {
  const { card } = operation;
  const { flags, say } = context;
  if (card.deprecated === true) say(`${card.id} is deprecated.`);
  const fault = flags.validate ? await faultOf(operation, input) : undefined;
  if (fault !== undefined) throw fault;
  if (flags.dryRun) return context.preview(card, input);
  if (card.command.confirm !== undefined) await context.confirm(card.command.confirm, Object.values(input.path));
  return outcomeOf(operation, input, context);
}

/** In the names of the fields: there is no argument and no flag of that name here. */
async function faultOf({ card, schemas }: Operation, input: CallInput): Promise<Failure | undefined> {
  const { inputFailure } = await import('../validation.ts');
  const params = card.params.map((param): Param => (param.in === 'path' ? { ...param, in: 'query' } : param));
  const spec = { ...specOf(card, schemas), flags: [] };
  const named = { ...input, path: {}, query: { ...input.path, ...input.query } };
  return inputFailure({ card: { ...card, params }, schemas }, named, { spec, awaited: [] });
}

interface Placed {
  /** `nested` is what lies deeper in the body than a flag reaches. */
  readonly in: Param['in'] | 'body' | 'nested';
  /** As the API spells it; for a field of the body the name of its flag. */
  readonly name: string;
  readonly repeat: boolean;
  readonly field: Assignment;
}

/** A name may be typed as the API spells it or as a flag is. */
function placedIn({ card, schemas }: Operation, field: Assignment): Placed {
  const key = field.text.slice(0, Math.max(0, field.text.indexOf('=')));
  const param = card.params.find(({ name }) => isCalled(name, key.replace(/\[\]$/, '')));
  if (param !== undefined) return { in: param.in, name: param.name, repeat: true, field };
  const head = headOf(field);
  if (card.body === undefined || card.body.kind === 'binary') throw unknownName(head, card.params);
  const flag = flagsOf(card, schemas).find((one) => one.in === 'body' && isCalled(one.field, head));
  if (flag !== undefined && key === head) return { in: 'body', name: flag.name, repeat: flag.repeat, field };
  const text = (flag?.field ?? head) + field.text.slice(head.length);
  return { in: 'nested', name: head, repeat: false, field: { ...field, text } };
}

const isCalled = (name: string, typed: string): boolean => name === typed || kebab(name) === kebab(typed);

function unknownName(head: string, params: readonly Param[]): Failure {
  const names = params.map(({ name }) => name);
  const near = suggestion(head, names);
  const all = names.length === 0 ? 'It has no fields.' : `There are ${names.join(', ')}.`;
  return failure('usage', {
    message: `The operation has no ${JSON.stringify(head)}.`,
    param: '--field',
    hint: near === undefined ? all : didYouMean(near),
  });
}

const valueIn = ({ text }: Assignment): string => text.slice(text.indexOf('=') + 1);

const textsOf = (placed: readonly Placed[]): Record<string, string> =>
  Object.fromEntries(placed.map(({ field, name }) => [name, valueIn(field)]));

/** What would have been typed for the flags of the command. */
function flagValues(placed: readonly Placed[]): Record<string, string | readonly string[]> {
  const lists = valuesByName(placed);
  return Object.fromEntries(
    placed.map(({ name, repeat }) => [name, repeat ? (lists.get(name) ?? []) : (lists.get(name)?.at(-1) ?? '')]),
  );
}

function queryOf({ card, schemas }: Operation, placed: readonly Placed[]): CallInput['query'] {
  const query = [...valuesByName(placed)].map(([name, values]) => {
    const schema = card.params.find((param) => param.in === 'query' && param.name === name)?.schema ?? {};
    return [name, coerceText(schema, values.length === 1 ? (values[0] ?? '') : values, schemas)] as const;
  });
  return Object.fromEntries(query);
}

/** A name that comes again makes a list. */
function valuesByName(placed: readonly Placed[]): ReadonlyMap<string, readonly string[]> {
  const lists = new Map<string, readonly string[]>();
  for (const { name, field } of placed) lists.set(name, [...(lists.get(name) ?? []), valueIn(field)]);
  return lists;
}
