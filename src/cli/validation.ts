/** Judges the input of an operation before anything is sent: a sentence for each fault, in the words of the command line. */
import type { Param } from '../kernel/card.ts';
import { failure, type Failure } from '../kernel/failure.ts';
import { END_OF_ID } from '../kernel/ids.ts';
import type { CallInput } from '../client/request.ts';
import { coerceText } from '../schema/coerce.ts';
import { paramOf, type Problem } from '../schema/problem.ts';
import { problemsOf } from '../schema/problems.ts';
import { isUntold } from '../schema/sentences.ts';
import { unknownKeys } from '../schema/unknown.ts';
import type { Operation } from './answer.ts';
import { fitsPhone, PHONE_WORDS, phonesIn } from './phones.ts';
import { kebab } from './kebab.ts';
import { requiredHint, requiredSentence } from './required.ts';
import type { Spec } from './spec.ts';

/** A fault, and the flag or argument it belongs to. */
interface Finding {
  readonly problem: Problem;
  /** `--content`, `<post-id>`; undefined for what only --set and --input reach. */
  readonly word?: string;
}

export interface Judged {
  readonly spec: Spec;
  /** Body fields whose absence is no fault yet. */
  readonly awaited: readonly string[];
  /** Whether a part of the body is an answer of the service, which is not for us to judge. */
  readonly isAnswered?: (path: Problem['path']) => boolean;
}

/** The faults as one Failure that exits 2; undefined when the input is right. */
export function inputFailure(
  operation: Operation,
  input: CallInput,
  { spec, awaited, isAnswered }: Judged,
): Failure | undefined {
  const findings = [
    ...paramFindings(operation, input, spec),
    ...bodyFindings(operation, input, spec),
    ...phoneFindings(operation, input, spec),
  ].filter(
    ({ problem }) =>
      !(problem.kind === 'missing' && awaited.includes(paramOf(problem))) && isAnswered?.(problem.path) !== true,
  );
  const [first] = findings;
  if (first === undefined) return undefined;
  const lines = sentencesOf(findings);
  return failure('validation', {
    message: lines.length === 1 ? `${lines[0]}.` : `${lines.length} problems: ${lines.join('; ')}.`,
    param: paramOf(first.problem),
    details: { problems: findings.map(detailOf) },
    hint: `${endHint(input)}${hintFor(findings, spec)}`,
  });
}

function paramFindings({ card, schemas }: Operation, input: CallInput, spec: Spec): readonly Finding[] {
  const values = { path: input.path, query: input.query, header: input.headers };
  return card.params.flatMap((param) => {
    const value = values[param.in][param.name];
    const word = wordOf(param.in, param.name, spec);
    if (value === undefined) return param.required ? [{ problem: missing(param), ...word }] : [];
    // A path is text; a number in it is validated as a number.
    const meant = param.in === 'path' ? coerceText(param.schema, String(value), schemas) : value;
    return problemsOf(param.schema, meant, schemas).map((problem) => ({
      problem: under(param.name, problem),
      ...word,
    }));
  });
}

function bodyFindings({ card: { body }, schemas }: Operation, input: CallInput, spec: Spec): readonly Finding[] {
  if (body === undefined) return [];
  if (body.kind === 'binary') {
    const given = Object.keys(input.files ?? {}).length > 0;
    return given || !body.required ? [] : [{ problem: missing({ name: 'file' }), ...wordOf('body', '', spec) }];
  }
  if (input.body === undefined && input.files === undefined && !body.required) return [];
  const whole = isRecord(input.body ?? {}) ? { ...(input.body as object | undefined), ...input.files } : input.body;
  const problems = [...problemsOf(body.schema, whole, schemas), ...unknownKeys(body.schema, whole, schemas)];
  return distinct(problems).map((problem) => ({ problem, ...wordOf('body', String(problem.path[0] ?? ''), spec) }));
}

/** Numbers in another form than E.164, and what is neither a number nor what else the field may hold. */
function phoneFindings({ card }: Operation, input: CallInput, spec: Spec): readonly Finding[] {
  return phonesIn(card, input).flatMap(({ form, place, path, text }) => {
    if (fitsPhone(form, text)) return [];
    const sentence = `${path.join('.')} must be ${PHONE_WORDS[form]}, not ${JSON.stringify(text)}`;
    return [{ problem: { path, kind: 'invalid' as const, sentence }, ...wordOf(place, String(path[0]), spec) }];
  });
}

const missing = ({ name }: Pick<Param, 'name'>): Problem => ({
  path: [name],
  kind: 'missing',
  sentence: `${name} is required`,
});

/** A parameter is judged alone; its name is put before what was found. */
const under = (name: string, problem: Problem): Problem => ({
  ...problem,
  path: [name, ...problem.path],
  sentence: problem.sentence.replace(/^the input/, name),
});

function distinct(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((one, at) => problems.findIndex((other) => paramOf(other) === paramOf(one)) === at);
}

function wordOf(place: Param['in'] | 'body', field: string, spec: Spec): { word?: string } {
  if (place === 'path') return { word: `<${kebab(field)}>` };
  const flag = spec.flags.find((one) => one.in === place && one.field === field);
  return flag === undefined ? {} : { word: flag.long };
}

/** Fields at the top, and what their flag repeats, are called by the flag; nested ones keep their dotted name. */
function sentenceOf({ problem, word }: Finding): string {
  const [, item, ...deeper] = problem.path;
  const isFlag = item === undefined || (typeof item === 'number' && deeper.length === 0);
  return word !== undefined && isFlag ? problem.sentence.replace(paramOf(problem), word) : problem.sentence;
}

/** One for each fault; what is missing at the top shares one. */
function sentencesOf(findings: readonly Finding[]): readonly string[] {
  const absent = findings.filter(({ problem, word }) => problem.kind === 'missing' && word !== undefined);
  if (absent.length < 2) return findings.map(sentenceOf);
  const rest = findings.filter((one) => !absent.includes(one)).map(sentenceOf);
  return [requiredSentence(absent.map(({ word = '' }) => word)), ...rest];
}

const detailOf = ({ problem, word }: Finding) => ({
  param: paramOf(problem),
  kind: problem.kind,
  message: sentenceOf({ problem, ...(word !== undefined && { word }) }),
  ...(problem.allowed && { allowed: problem.allowed }),
  ...(problem.suggestion !== undefined && { suggestion: problem.suggestion }),
});

/** Where the end of an id was copied from a table. */
const endHint = ({ path }: CallInput): string =>
  Object.values(path).some((value) => END_OF_ID.test(value))
    ? 'Tables show the end of an id: with --wide they show it whole. '
    : '';

function hintFor(findings: readonly Finding[], spec: Spec): string {
  const near = [...new Set(findings.flatMap(({ problem }) => problem.suggestion ?? []))];
  const meant = near.length === 0 ? '' : `Did you mean ${near.join(', ')}? `;
  const isLong = findings.some(({ problem }) => isUntold(problem));
  const choice = isLong ? `\`svc ${spec.path.join(' ')} --help\` lists the allowed values. ` : '';
  // Nothing is gained by sending what lacks a part: no service accepts it.
  const absent = findings.filter(({ problem }) => problem.kind === 'missing');
  const words = absent.flatMap(({ word }) => word ?? []);
  return `${meant}${choice}${absent.length > 0 ? requiredHint(spec, words) : '--no-validate sends it anyway.'}`;
}

const isRecord = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
