/** A seed file as it was written: its records, and the line of each mistake that is found in them. Used by `svc local seed`. */
import type { LineCounter, ParsedNode, Document } from 'yaml';
import { isFields } from '../../kernel/json.ts';
import { Failure, failure } from '../../kernel/failure.ts';
import { didYouMean } from '../../schema/suggest.ts';
import type { Context } from '../command.ts';

export interface SeedText {
  /** A file, or `-` for standard input. */
  readonly name: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** Line of a dotted place such as `posts.0.content`, or of the nearest place around it. */
  readonly lineOf: (param: string) => number;
}

interface Mistake {
  readonly line: number;
  readonly param: string;
  readonly message: string;
}

/** @throws Failure `validation` with the line of each mistake for a text that is neither JSON nor YAML, or no list of nouns */
export async function readSeed({ world }: Context, source: string): Promise<SeedText> {
  const name = source === '-' ? 'standard input' : source;
  const text = source === '-' ? await world.io.in.text() : await world.files.readText(source);
  const { default: yaml } = await import('yaml');
  const lines = new yaml.LineCounter();
  const parsed = yaml.parseDocument(text.replace(/^\uFEFF/, ''), { lineCounter: lines, prettyErrors: false });
  const broken = parsed.errors.map(({ message, pos }) => ({
    line: lines.linePos(pos[0]).line,
    param: '',
    message: `${message.replace(/\.$/, '')}.`,
  }));
  if (broken.length > 0) throw mistaken(name, broken);
  const document = parsed.toJS() as unknown;
  if (!isFields(document))
    throw mistaken(name, [
      { line: 1, param: '', message: 'A seed file has lists of records under nouns such as posts.' },
    ]);
  return { name, document, lineOf: (param) => lineIn(parsed, lines, param) };
}

/** The refusal of the service, with the lines of the file. Anything else comes back as it is. */
export function withLines(error: unknown, { name, lineOf }: SeedText): unknown {
  if (!(error instanceof Failure)) return error;
  const { errors } = (error.fields.details ?? {}) as { errors?: readonly Refused[] };
  if (errors === undefined) return error;
  return mistaken(
    name,
    errors.map((refused) => ({ line: lineOf(refused.param), param: refused.param, message: sentenceOf(refused) })),
  );
}

/** As the service lists it. */
interface Refused {
  readonly param: string;
  readonly message: string;
  readonly suggestion?: string;
}

const sentenceOf = ({ message, suggestion }: Refused): string =>
  suggestion === undefined || message.includes(suggestion) ? message : `${message} ${didYouMean(suggestion)}`;

function mistaken(name: string, mistakes: readonly Mistake[]): Failure {
  const sorted = [...mistakes].sort((one, other) => one.line - other.line);
  const listed = sorted.map(({ line, message }) => `line ${String(line)}: ${message}`);
  const head = listed.length === 1 ? `${name}, ` : `${name} has ${String(listed.length)} mistakes:\n  `;
  return failure('validation', {
    message: `${head}${listed.join('\n  ')}`,
    details: { problems: sorted },
    hint: 'Nothing was created.',
  });
}

/** YAML keys and list positions are both steps of a place. */
function lineIn(parsed: Document.Parsed<ParsedNode>, lines: LineCounter, param: string): number {
  const steps = param.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  for (let length = steps.length; length > 0; length -= 1) {
    const offset = offsetOf(parsed, steps.slice(0, length));
    if (offset !== undefined) return lines.linePos(offset).line;
  }
  return 1;
}

/** Where a value begins; for a field, where its name does. */
function offsetOf(parsed: Document.Parsed<ParsedNode>, steps: readonly (string | number)[]): number | undefined {
  const around: unknown = steps.length === 1 ? parsed.contents : parsed.getIn(steps.slice(0, -1), true);
  const last = steps.at(-1);
  const pairs = (around as { items?: readonly { key?: { value?: unknown; range?: readonly number[] } }[] } | undefined)
    ?.items;
  const key = pairs?.find((pair) => pair.key?.value === last)?.key;
  const node = parsed.getIn(steps, true) as { range?: readonly number[] } | undefined;
  return key?.range?.[0] ?? node?.range?.[0];
}
