/** Parses the values of -F, -f, -H and --file. Next stop: raw.ts and operation-input.ts. */
import type { ExitName } from '../../kernel/exits.ts';
import { failure, type Failure } from '../../kernel/failure.ts';
import type { Assignment } from '../assign.ts';
import type { FlagTable } from '../command.ts';

/** The flags that the raw door and `api call` share. */
export const INPUT_FLAGS = {
  field: {
    type: 'string',
    short: '-F',
    repeat: true,
    placeholder: 'key=value',
    common: true,
    summary:
      'A field: numbers, true, false, null and JSON keep their type, everything else is text; a.b=1, items[0].name=x, tags[]=x',
  },
  rawField: {
    type: 'string',
    short: '-f',
    repeat: true,
    placeholder: 'key=value',
    common: true,
    summary: 'A field whose value is always text',
  },
  input: {
    type: 'file',
    common: true,
    summary: 'Read the body from a JSON or YAML file; `-` is standard input; fields override it',
  },
  file: {
    type: 'string',
    repeat: true,
    placeholder: 'name=path',
    summary: 'A form file, sent as the part with this name',
  },
} as const satisfies FlagTable;

/** Ends of a call whose operation is known only once it is typed. */
export const CALL_EXITS: readonly ExitName[] = [
  'rejected',
  'auth',
  'forbidden',
  'billing',
  'not_found',
  'partial',
  'rate_limited',
  'unavailable',
  'network',
];

export interface TypedFields {
  readonly field: readonly string[];
  readonly rawField: readonly string[];
}

/** Fields in the order of their kinds, those that are always text last. */
export const assignmentsIn = ({ field, rawField }: TypedFields): readonly Assignment[] => [
  ...field.map((text) => ({ text: dotted(text), flag: '--field' })),
  ...rawField.map((text) => ({ text: dotted(text), flag: '--raw-field', exact: true })),
];

/** `a[b]=1`, as other tools write it, is `a.b=1`. */
function dotted(text: string): string {
  const at = text.indexOf('=');
  const key = at === -1 ? text : text.slice(0, at);
  return key.replace(/\[([^\]\d][^\]]*)\]/g, '.$1') + text.slice(key.length);
}

/** The name at the head of an assignment, before any dot or bracket. */
export const headOf = ({ text }: Assignment): string => /^[^.[=]*/.exec(text)?.[0] ?? '';

/**
 * Files of a form by the name of their part.
 * @throws Failure `usage`
 */
export function filesIn(words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      if (at < 1 || at === word.length - 1) throw refused('--file', word, 'must be name=path');
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}

/** Headers that are ours: a credential could go where it must not, and a frame would not fit its picture. */
const OURS = ['authorization', 'proxy-authorization', 'host', 'content-length', 'transfer-encoding', 'connection'];

const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*?)\s*$/s;

/**
 * Headers by lower-case name.
 * @throws Failure `usage` for what is no header, and for one that only svc sets
 */
export function headersIn(words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const [, name, value = ''] = HEADER.exec(word) ?? [];
      if (name === undefined) throw refused('--header', word.split(':')[0] ?? '', "must be 'Name: value'");
      const lower = name.toLowerCase();
      if (OURS.includes(lower))
        throw refused('--header', name, 'is set by svc', lower === 'authorization' ? KEYS : undefined);
      return [lower, value];
    }),
  );
}

const KEYS = 'The key comes from SVC_API_KEY or the context; --context chooses another.';

/** The value of a header may be a secret, so only its name is repeated. */
const refused = (flag: string, word: string, why: string, hint?: string): Failure =>
  failure('usage', {
    message: `${flag} ${JSON.stringify(word)} ${why}.`,
    param: flag,
    ...(hint !== undefined && { hint }),
  });
