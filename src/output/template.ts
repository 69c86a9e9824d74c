/** --template: one text per record, in the language of Liquid, which can look at the record and do nothing else. Loaded only when used. */
import { isFields } from '../kernel/json.ts';
import { Liquid, type LiquidError } from 'liquidjs';
import { stringify } from 'lossless-json';
import { failure } from '../kernel/failure.ts';
import { cellText } from './cell.ts';
import { neutral } from './neutral.ts';

export interface Template {
  /** Fields that the text speaks of, by their first word. */
  readonly names: readonly string[];
  /**
   * The text for a record, with a line end.
   * @param envelope the document around the record; its fields are there as well, those of the record go before
   * @throws Failure `usage` when the text does not fit the record
   */
  textOf(record: unknown, envelope: unknown, look: TemplateLook): string;
}

export interface TemplateLook {
  readonly color: boolean;
  /** True on a terminal: text from outside is made harmless before it is put in. */
  readonly guard: boolean;
}

/** Bounds of one rendering: a slip such as a range of a billion ends in an error. */
const LIMITS = { parseLimit: 100_000, renderLimit: 10_000, memoryLimit: 50_000_000 };

/**
 * Reads a template before anything is sent.
 * @param nowMs what `ago` counts from
 * @throws Failure `usage` for a text that cannot be read
 */
export function openTemplate(text: string, nowMs: number): Template {
  // No templates are known, so that `include` and `render` reach no file; only fields of the record itself are seen.
  const closed = { templates: {}, ownPropertyOnly: true, strictFilters: true };
  const engine = new Liquid({ ...LIMITS, ...closed, timezoneOffset: 0, outputEscape: cellText });
  let color = false;
  engine.registerFilter('color', (value: unknown, name: unknown) => (color ? colored(value, name) : cellText(value)));
  engine.registerFilter('json', (value: unknown) => stringify(value) ?? 'null');
  engine.registerFilter('ago', (value: unknown) => agoText(value, nowMs));
  const parsed = guarded(() => engine.parse(unescaped(text)));
  return {
    names: namesIn(engine, unescaped(text)),
    textOf(record, envelope, look) {
      color = look.color;
      const scope = { ...(isFields(envelope) && envelope), ...(isFields(record) ? record : { value: record }) };
      const written = guarded(() => engine.renderSync(parsed, valueForTemplate(scope, look.guard) as object) as string);
      return written.endsWith('\n') ? written : `${written}\n`;
    },
  };
}

/** A shell leaves `\n` and `\t` as they are typed. */
const unescaped = (text: string): string => text.replaceAll('\\n', '\n').replaceAll('\\t', '\t');

function namesIn(engine: Liquid, text: string): readonly string[] {
  return guarded(() => engine.globalVariablesSync(text)).filter((name) => name !== 'value');
}

function guarded<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    const [reason = ''] = (error as LiquidError).message.split('\n');
    throw failure('usage', {
      message: `--template: ${reason}.`,
      param: '--template',
      hint: 'The language is Liquid: {{ field }}, {{ field | filter }}, {% if … %}, {% for … %}.',
    });
  }
}

const ESCAPES: Readonly<Record<string, number>> = {
  bold: 1,
  dim: 2,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  cyan: 36,
};

function colored(value: unknown, name: unknown): string {
  const code = ESCAPES[String(name)];
  return code === undefined ? cellText(value) : `\u001b[${code}m${cellText(value)}\u001b[0m`;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** `3 hours ago`, `in 2 days`; anything that is not a valid time is unchanged. */
function agoText(value: unknown, nowMs: number): string {
  const atMs = Date.parse(String(value));
  if (Number.isNaN(atMs)) return cellText(value);
  const seconds = Math.round(Math.abs(atMs - nowMs) / 1000);
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
  const count = Math.floor(seconds / size);
  const words = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return atMs > nowMs ? `in ${words}` : `${words} ago`;
}

/** Values as a template shows them: nested things as JSON, text from outside harmless on a terminal. */
function valueForTemplate(value: unknown, guard: boolean): unknown {
  if (typeof value === 'string') return guard ? neutral(value) : value;
  if (Array.isArray(value)) return value.map((one: unknown) => valueForTemplate(one, guard));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, valueForTemplate(one, guard)]));
}
