/** Values for the schemas of the contract: right ones as fast-check arbitraries, and every way in which a right one goes wrong. */
import { isFields } from '../../src/kernel/json.ts';
import fc from 'fast-check';
import type { JsonType, Schema } from '../../src/kernel/schema.ts';
import { fits } from '../../src/schema/judge.ts';
import type { Schemas } from '../../src/schema/reference.ts';
import { formsOf, typesOf, type Form } from '../../src/service/engine/form.ts';

/** What a test knows of a place: an id that is really there. Undefined for places where anything right will do. */
export type Known = (path: readonly string[]) => unknown;

export interface Making {
  readonly schemas: Schemas;
  readonly known?: Known;
  /** Plain texts instead of any that could stand there. */
  readonly isPlain?: boolean;
}

const DEEPEST = 5;

/** Fields that make another request of it: only to know, or at another time than it says. Plain ones leave them out. */
const TRIALS = ['dryRun', 'validateOnly', 'validate_only', 'publishNow'];

/** Any right value. */
export function rightValue(schema: Schema, making: Making, path: readonly string[] = []): fc.Arbitrary<unknown> {
  const known = making.known?.(path);
  if (known !== undefined && fits(schema, known, making.schemas)) return fc.constant(known);
  const forms = formsOf(schema, making.schemas);
  const made = fc.oneof(...forms.map((form) => formValue(form, making, path)));
  const isPlain = forms.length === 1 && path.length > 0;
  return isPlain ? made : made.filter((value) => fits(schema, value, making.schemas));
}

function formValue(form: Form, making: Making, path: readonly string[]): fc.Arbitrary<unknown> {
  if (form.const !== undefined) return fc.constant(form.const);
  if (form.enum !== undefined) return fc.constantFrom(...form.enum);
  const types = typesOf(form);
  if (types.length === 0) return fc.oneof(fc.string({ maxLength: 8 }), fc.integer(), fc.constant({ a: [1] }));
  return fc.oneof(...types.map((type) => typed(type, form, making, path)));
}

function typed(type: string, form: Form, making: Making, path: readonly string[]): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return text(form, making);
    case 'integer':
      return whole(form);
    case 'number':
      return whole(form).map((number) =>
        form.maximum === undefined && making.isPlain !== true ? number + 0.5 : number,
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return list(form, making, path);
    default:
      return object(form, making, path);
  }
}

/** Where two forms leave nothing between their bounds, what is made is not right, and is made anew. */
const whole = ({ minimum = 0, maximum = minimum + 10_000 }: Form): fc.Arbitrary<number> =>
  fc.integer({ min: Math.ceil(minimum), max: Math.max(Math.ceil(minimum), Math.floor(maximum)) });

function list(form: Form, making: Making, path: readonly string[]): fc.Arbitrary<unknown[]> {
  const least = form.minItems ?? (making.isPlain === true ? 1 : 0);
  const most = Math.min(form.maxItems ?? 2, Math.max(least, 2));
  if (!isFields(form.items) || path.length > DEEPEST)
    return fc.array(fc.constant('x'), { minLength: least, maxLength: least });
  return fc.array(rightValue(form.items as Schema, making, path), { minLength: least, maxLength: most });
}

function object(form: Form, making: Making, path: readonly string[]): fc.Arbitrary<unknown> {
  const { properties, required = [], additionalProperties } = form;
  if (properties === undefined) {
    const inner = isFields(additionalProperties)
      ? rightValue(additionalProperties as Schema, making, [...path, '*'])
      : PLAIN;
    return fc.dictionary(fc.constantFrom('views', 'note', 'k1'), inner, { maxKeys: 2 });
  }
  const isWanted = (name: string): boolean =>
    path.length < DEEPEST && !(making.isPlain === true && TRIALS.includes(name));
  const names = Object.keys(properties).filter((name) => isWanted(name) || required.includes(name));
  const fields = names.map((name) => [name, rightValue(properties[name] ?? {}, making, [...path, name])] as const);
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name) => names.includes(name)),
    noNullPrototype: true,
  });
}

const PLAIN = fc.constantFrom('Harbor news', 'Lantern', 'a b c', 'Maple and Pebble');

function text({ format, pattern, minLength = 0, maxLength = 60 }: Form, { isPlain }: Making): fc.Arbitrary<string> {
  const formatted = FORMATTED[format ?? ''];
  if (formatted !== undefined) return formatted;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern)).map((one) => one.slice(0, maxLength));
  const bounds = { minLength, maxLength: Math.min(maxLength, Math.max(minLength, 30)) };
  const odd = fc.string({
    ...bounds,
    unit: fc.constantFrom(...'aZ09 -_.,/\\"\'<>%&?=#@:;{}[]\n\t'.split(''), 'ä', '漢', '\u{1f600}', '\u202e'),
  });
  if (isPlain !== true)
    return fc.oneof(
      odd,
      PLAIN.map((one) => one.slice(0, bounds.maxLength).padEnd(minLength, 'x')),
    );
  return PLAIN.map((one) => one.slice(0, bounds.maxLength).padEnd(minLength, 'x'));
}

const FORMATTED: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': fc.constantFrom('2026-02-01T09:00:00Z', '2026-03-01T12:30:00.000Z', '2026-02-01T09:00:00+02:00'),
  date: fc.constantFrom('2025-12-20', '2026-01-03'),
  uri: fc.constantFrom('https://example.com/a', 'https://example.com/photo.jpg?size=2'),
  email: fc.constant('ana@example.com'),
  uuid: fc.uuid(),
  'iana-zone': fc.constantFrom('Europe/Berlin', 'UTC', 'America/New_York'),
  binary: fc.constant('x'),
};

/** One way in which a value is wrong. */
interface Wrong {
  readonly value: unknown;
  /** Where, dotted. */
  readonly param: string;
}

/** A change that most likely makes a value wrong; it is judged only when one asks, since there are many. */
export interface Change extends Wrong {
  isWrong(): boolean;
}

/** Every single change that may make a right object wrong at a known place: a type, a word, a bound, something missing. */
export function changesOf(schema: Schema, value: unknown, schemas: Schemas): readonly Change[] {
  return faultsIn(schema, value, { schemas, path: [] }).map((wrong) => ({
    ...wrong,
    isWrong: () => !fits(schema, wrong.value, schemas),
  }));
}

interface Walk {
  readonly schemas: Schemas;
  readonly path: readonly (string | number)[];
}

function faultsIn(schema: Schema, value: unknown, walk: Walk): readonly Wrong[] {
  const [form, ...others] = formsOf(schema, walk.schemas);
  const param = walk.path.join('.');
  const here = form === undefined || others.length > 0 ? [] : badValues(form).map((bad) => ({ value: bad, param }));
  if (form === undefined || others.length > 0) return here;
  return [...here, ...faultsBelow(form, value, walk)];
}

function faultsBelow(form: Form, value: unknown, { schemas, path }: Walk): readonly Wrong[] {
  if (Array.isArray(value)) {
    const { items } = form;
    return !isFields(items)
      ? []
      : value.flatMap((one: unknown, at) =>
          faultsIn(items as Schema, one, { schemas, path: [...path, at] }).map((wrong) => ({
            ...wrong,
            value: value.map((other: unknown, index) => (index === at ? wrong.value : other)),
          })),
        );
  }
  if (!isFields(value)) return [];
  const missing = (form.required ?? []).map((name) => ({
    value: Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
    param: [...path, name].join('.'),
  }));
  const inner = Object.entries(value).flatMap(([name, one]) => {
    const property = form.properties?.[name];
    if (property === undefined) return [];
    return faultsIn(property, one, { schemas, path: [...path, name] }).map((wrong) => ({
      ...wrong,
      value: { ...value, [name]: wrong.value },
    }));
  });
  return [...missing, ...inner];
}

/** Values that a form of one type does not take. */
function badValues(form: Form): readonly unknown[] {
  const types = typesOf(form);
  if (types.length === 0) return [];
  const others = [{ some: 'object' }, ['list'], 'text', 12.5, true, null].filter(
    (one) => !types.includes(typeWord(one)),
  );
  const words = form.enum === undefined ? [] : ['no_such_word'];
  const bounds = [
    ...(form.minimum === undefined ? [] : [form.minimum - 1]),
    ...(form.maximum === undefined ? [] : [form.maximum + 1]),
    ...(form.maxLength === undefined || form.maxLength > 5_000 ? [] : ['x'.repeat(form.maxLength + 1)]),
    ...(form.minLength === undefined || form.minLength === 0 ? [] : ['']),
    ...(form.pattern === undefined ? [] : ['?!']),
    ...(['date-time', 'date', 'uuid', 'uri', 'iana-zone'].includes(form.format ?? '') ? ['not so'] : []),
  ];
  return [...others, ...words, ...bounds];
}

const typeWord = (value: unknown): JsonType =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : typeof value === 'object'
        ? 'object'
        : (typeof value as JsonType);
