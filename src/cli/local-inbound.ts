/** One type of `svc local inbound` as a command: its flags to the body of `POST /_local/inbound`. Used by commands/local/inbound.ts. */
import { failure, Failure } from '../kernel/failure.ts';
import type { InboundFlag, InboundType } from '../kernel/inbound.ts';
import { isFields, isList, type Fields } from '../kernel/json.ts';
import { paramOf, type Problem } from '../schema/problem.ts';
import { assigned } from './assign.ts';
import { command, type Command, type FlagTable } from './command.ts';
import { kebab } from './kebab.ts';
import { callControl, dataDir } from './local.ts';

/** @param type as the control surface names it */
export const inboundCommand = (type: string, words: InboundType): Command =>
  command({
    path: `local inbound ${kebab(type)}`,
    summary: words.summary,
    ...(words.description === undefined ? {} : { description: words.description }),
    flags: { ...ownFlagsOf(words), dataDir },
    writes: true,
    fields: ['eventIds'],
    examples: [words.example],
    exits: ['rejected', 'not_found'],

    async run(context, { flags }) {
      const typed = flags as Typed;
      const typedBody = bodyFrom(words, typed);
      await refuseFaults(words, typedBody);
      const { withIds } = await import('./local-names.ts');
      const body = { type, ...(await withIds(context, typed, typedBody)) };
      const call = { method: 'POST', path: '/_local/inbound', body } as const;
      const result = await callControl(context, typed, call).catch((error: unknown) => {
        throw inFlags(error, words.flags);
      });
      if (isFields(result) && isList(result['eventIds']) && result['eventIds'].length === 0)
        context.say('No event followed.');
      return { result };
    },
  });

type Typed = Readonly<Record<string, unknown>> & { readonly dataDir?: string };

const ownFlagsOf = ({ flags, open }: InboundType): FlagTable => ({
  ...Object.fromEntries(flags.map((flag) => [flag.name, flagWords(flag)])),
  ...(open === true ? { set: FURTHER } : {}),
});

const flagWords = ({ name: _, path: __, pairs, ...words }: InboundFlag): FlagTable[string] => ({
  ...words,
  common: true,
  ...(pairs === true ? { placeholder: 'name=value' } : {}),
  ...(words.type === 'json' ? { placeholder: 'json' } : {}),
});

const FURTHER = {
  type: 'string',
  repeat: true,
  common: true,
  placeholder: 'path=value',
  summary: 'Set a further field of the payload: a.b=1',
} as const;

function bodyFrom({ flags, schema }: InboundType, typed: Typed): Fields {
  const further = (typed['set'] ?? []) as readonly string[];
  const start = further.reduce<unknown>((body, text) => assigned(body, { text, flag: '--set' }, schema, {}), {});
  return flags.reduce<Fields>((body, flag) => {
    const value = valueOf(flag, typed[flag.name]);
    return value === undefined ? body : withValueAt(body, flag.path, value);
  }, start as Fields);
}

function valueOf(flag: InboundFlag, typed: unknown): unknown {
  if (!Array.isArray(typed)) return typed;
  const values = typed as readonly unknown[];
  if (values.length === 0) return undefined;
  return flag.pairs === true ? Object.fromEntries(values.map((value) => pairIn(flag, String(value)))) : values;
}

function pairIn({ name }: InboundFlag, text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  const flag = `--${kebab(name)}`;
  throw failure('usage', { message: `${flag} takes name=value, not ${JSON.stringify(text)}.`, param: flag });
}

function withValueAt(body: Fields, [step = '', ...rest]: readonly string[], value: unknown): Fields {
  if (rest.length === 0) return { ...body, [step]: value };
  const below = body[step];
  return { ...body, [step]: withValueAt(isFields(below) ? below : {}, rest, value) };
}

/** @throws Failure `validation` (exit 2) with what the control surface would refuse, in the words of the flags */
async function refuseFaults({ flags, schema }: InboundType, body: Fields): Promise<void> {
  const { problemsOf } = await import('../schema/problems.ts');
  const [first, ...more] = problemsOf(schema, body, {});
  if (first === undefined) return;
  const lines = [first, ...more].map((problem) => sentenceOf(problem, flags));
  throw failure('validation', {
    message: lines.length === 1 ? `${String(lines[0])}.` : `${String(lines.length)} problems: ${lines.join('; ')}.`,
    param: wordFor(first, flags) ?? paramOf(first),
  });
}

/** The service names the fields of the body where a person typed flags. */
function inFlags(error: unknown, flags: readonly InboundFlag[]): unknown {
  if (!(error instanceof Failure)) return error;
  const message = error.fields.message.replaceAll(/`([\w.]+)`/g, (quoted, field) => {
    const flag = flags.find(({ path }) => path.join('.') === field);
    return flag === undefined ? quoted : `\`--${kebab(flag.name)}\``;
  });
  return new Failure({ ...error.fields, message }, error.exit, error);
}

/** The flag of a field, or those of the fields below it. */
function wordFor({ path }: Problem, flags: readonly InboundFlag[]): string | undefined {
  if (path.length === 0) return undefined;
  const isAlong = (one: InboundFlag): boolean =>
    path.every((step, at) => at >= one.path.length || step === one.path[at]);
  const words = flags.filter(isAlong).map(({ name }) => `--${kebab(name)}`);
  return words.length === 0 ? undefined : words.join(' or ');
}

const sentenceOf = (problem: Problem, flags: readonly InboundFlag[]): string =>
  problem.sentence.replace(paramOf(problem), wordFor(problem, flags) ?? paramOf(problem));

/** The types as `svc local inbound` lists them. */
export const inboundList = (types: Readonly<Record<string, InboundType>>) => ({
  result: {
    types: Object.entries(types).map(([type, { summary, example }]) => ({ type: kebab(type), summary, example })),
  },
  list: 'types',
  columns: ['type', 'summary'],
});
