/** `--set platforms[0].accountId=…`: a path into the body, the schema at its end, and the body with the value in it. */
import type { Schema } from '../kernel/schema.ts';
import { failure } from '../kernel/failure.ts';
import { coerceText, takesNumber, withPoint } from '../schema/coerce.ts';
import { resolved, type Schemas } from '../schema/reference.ts';

type Step = string | number;

/** A list may not be made longer than this by naming a position. */
const LONGEST_LIST = 1000;

const PATH = /^[^.[\]=]+(\.[^.[\]=]+|\[\d*\])*$/;
const STEP = /\[(\d*)\]|[^.[\]]+/g;

/** `path=value` as it was typed. */
export interface Assignment {
  readonly text: string;
  /** The flag that it was typed for, for the error. */
  readonly flag: string;
  /** The value is text whatever it looks like. */
  readonly exact?: boolean;
  /** The value came from a file: text, unless the field has another type. */
  readonly isRead?: boolean;
  /** A number has a decimal comma. */
  readonly decimalComma?: boolean | undefined;
}

/**
 * The body with one assignment in it; `body` itself is not changed.
 * @throws Failure `usage` for a path that cannot be read or does not fit what is there
 */
export function assigned(body: unknown, assignment: Assignment, schema: Schema, schemas: Schemas): unknown {
  const { text, exact = false, isRead = false } = assignment;
  const at = text.indexOf('=');
  const path = text.slice(0, at);
  if (at < 1 || !PATH.test(path)) throw refused(assignment, 'must be path=value, such as a.b=1 or items[0].name=x');
  const steps = stepsOf(path);
  if (steps.some((step) => step === '__proto__')) throw refused(assignment, 'does not name a field');
  const known = schemaAt([schema], steps, schemas);
  const isPointed = assignment.decimalComma === true && known.some((one) => takesNumber(one, schemas));
  const word = isPointed ? withPoint(text.slice(at + 1).trim()) : text.slice(at + 1);
  const isText = exact || (isRead && known.length === 0);
  const value = isText ? word : known.length > 0 ? coerced(known, word, schemas) : valueOf(word, assignment);
  return placed(body, steps, { value, assignment });
}

/** A position left out, `[]`, is written as -1 and means the end. */
const stepsOf = (path: string): readonly Step[] =>
  [...path.matchAll(STEP)].map(([word, index]) => (index === undefined ? word : index === '' ? -1 : Number(index)));

/** Every schema that may speak about the value at the end of the steps. */
function schemaAt(schemas: readonly Schema[], steps: readonly Step[], table: Schemas): readonly Schema[] {
  return steps.reduce<readonly Schema[]>(
    (here, step) => here.flatMap((schema) => formsOf(schema, table)).flatMap((form) => childOf(form, step)),
    schemas,
  );
}

function childOf({ items, properties, additionalProperties }: Schema, step: Step): readonly Schema[] {
  if (typeof step === 'number') return items === undefined ? [] : [items];
  const named = properties && Object.hasOwn(properties, step) ? properties[step] : undefined;
  const other = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return [named ?? other].filter((schema) => schema !== undefined);
}

function formsOf(schema: Schema, schemas: Schemas): readonly Schema[] {
  const here = resolved(schema, schemas);
  const below = [...(here.allOf ?? []), ...(here.anyOf ?? []), ...(here.oneOf ?? [])];
  return [here, ...below.flatMap((form) => formsOf(form, schemas))];
}

const coerced = ([first = {}, ...more]: readonly Schema[], text: string, schemas: Schemas): unknown =>
  coerceText(more.length === 0 ? first : { anyOf: [first, ...more] }, text, schemas);

/** A number of 16 digits or more, alone or where a value of JSON may stand. */
const LONG_NUMBER = /(?:^|[:[,])\s*(-?\d{16,})/g;

/** Where nothing is known of the value, JSON is taken as JSON and everything else as text. */
function valueOf(text: string, assignment: Assignment): unknown {
  const value = parsed(text);
  if (typeof value === 'string') return value;
  if ([...text.matchAll(LONG_NUMBER)].some(([, digits]) => !Number.isSafeInteger(Number(digits))))
    throw refused(assignment, 'contains a number too large to be exact; quote it to send it as text');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

interface Placing {
  readonly value: unknown;
  readonly assignment: Assignment;
}

function placed(holder: unknown, [step, ...rest]: readonly Step[], placing: Placing): unknown {
  if (step === undefined) return placing.value;
  if (typeof step === 'number') {
    if (holder !== undefined && !Array.isArray(holder))
      throw refused(placing.assignment, 'indexes a value that is not a list');
    const list = [...((holder ?? []) as unknown[])];
    const at = step === -1 ? list.length : step;
    if (at >= LONGEST_LIST) throw refused(placing.assignment, `goes beyond position ${LONGEST_LIST - 1}`);
    list[at] = placed(list[at] ?? undefined, rest, placing);
    return Array.from(list, (item) => item ?? null);
  }
  if (holder !== undefined && !isRecord(holder))
    throw refused(placing.assignment, 'goes into a value that is not an object');
  const before = holder?.[step];
  return { ...holder, [step]: placed(before ?? undefined, rest, placing) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const refused = ({ flag, text, isRead }: Assignment, why: string) =>
  failure('usage', {
    message: `${flag} ${JSON.stringify(isRead === true ? text.split('=', 1)[0] : text)} ${why}.`,
    param: flag,
  });
