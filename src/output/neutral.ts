/** Text from outside made harmless for a terminal: control and direction signs become visible. JSON never comes here. */
import { CONTROL_SIGN } from '../kernel/control-sign.ts';
import type { Sink } from '../world/sink.ts';

export interface ErrorStream {
  readonly err: Pick<Sink, 'write'>;
}

/** The door for words to a person. Through a pipe they reach a terminal too, later: by `less -R`, or from a log. */
export const writeLine = ({ err }: ErrorStream, line: string): void => err.write(`${neutral(line)}\n`);

/** For what is made here and styled on purpose, such as a QR code. */
export const writeDrawing = ({ err }: ErrorStream, lines: readonly string[]): void =>
  err.write(`${lines.join('\n')}\n`);

/** Line separators, and the signs that turn the direction of text. */
const TURNING = /[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
const RISKY = new RegExp(`${CONTROL_SIGN.source}|${TURNING.source}`, 'g');

/** Lines and tabs stay as they are. */
export const neutral = (text: string): string =>
  text.replace(RISKY, (sign) => (sign === '\n' || sign === '\t' ? sign : visible(sign)));

/** For places where a line must stay one line. */
export const neutralLine = (text: string): string => neutral(text).replace(/[\t\n]+/g, ' ');

function visible(sign: string): string {
  const code = sign.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** JSON with its risky signs written as escapes: a terminal sees nothing to obey, and the values are the same. */
export const jsonForTerminal = (json: string): string =>
  json.replace(RISKY, (sign) => (sign === '\n' ? sign : `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`));
