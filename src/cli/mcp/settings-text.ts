/** The settings of an AI client as text: what they list, and the same text with an entry more or less. Everything else in it stays, comments included. */
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import { failure } from '../../kernel/failure.ts';
import { isFields, type Fields } from '../../kernel/json.ts';

/** An entry within a settings file. */
export interface EntryPlace {
  readonly path: string;
  /** The member that holds the servers. */
  readonly key: string;
  readonly name: string;
}

/**
 * The servers that the text lists.
 * @throws Failure `usage` for a text that cannot be read as JSON, which is then left alone
 */
export function serversIn(text: string, { path, key }: Omit<EntryPlace, 'name'>): Fields {
  const errors: ParseError[] = [];
  const whole: unknown = text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true });
  const servers = isFields(whole) ? (whole[key] ?? {}) : undefined;
  if (errors.length === 0 && isFields(servers)) return servers;
  throw failure('usage', {
    message: `${path} is not valid JSON with an object under ${key}. Nothing was changed.`,
    param: path,
    hint: 'Fix it, or add the entry yourself: `svc mcp install --print` shows it.',
  });
}

/** The text with the entry; undefined takes it out. */
export function textWith(text: string, { key, name }: Omit<EntryPlace, 'path'>, entry: Fields | undefined): string {
  const start = text.trim() === '' ? '{}\n' : text;
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
  return applyEdits(start, modify(start, [key, name], entry, { formattingOptions }));
}

/** True for a text that holds no more than an empty list of servers. */
export const isBare = (text: string, key: string): boolean =>
  /^\{("[^"]*":\{\})?\}$/.test(text.replaceAll(/\s/g, '')) &&
  Object.keys(parse(text) as Fields).every((one) => one === key);

/** Whether an entry starts `svc mcp`, by whichever path. */
export function startsSvc(entry: unknown): boolean {
  if (!isFields(entry)) return false;
  const { command, args } = entry;
  const words = [command, ...(Array.isArray(args) ? args : [])].map(String);
  const at = words.indexOf('mcp');
  return at > 0 && at < 3 && /(?:^|[/\\])svc(?:\.js|\.cmd|\.exe)?$/.test(words[at - 1] ?? '');
}
