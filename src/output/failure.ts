/** Writes a failure: a sentence and what to do next for a person, one JSON line for a program. Standard error only. */
import type { ColorChoice, Format } from '../kernel/formats.ts';
import type { Failure } from '../kernel/failure.ts';
import { withoutKeys } from '../kernel/secret.ts';
import type { Io } from '../world/io.ts';
import { jsonText } from './json.ts';
import { jsonForTerminal, neutral } from './neutral.ts';
import { formatFor } from './render.ts';
import { stylesFor } from './style.ts';

export interface FailureOptions {
  readonly io: Pick<Io, 'out' | 'err'>;
  readonly format?: Format | undefined;
  readonly color?: ColorChoice | undefined;
  /** Adds the stack of what went wrong. */
  readonly debug?: boolean | undefined;
}

/** Forms whose reader is a program. */
const FOR_PROGRAMS: readonly Format[] = ['json', 'ndjson'];

/** What a person chose is not an error, although a script must see that nothing was done. */
const CHOSEN: readonly string[] = ['declined'];

export async function renderFailure(failure: Failure, options: FailureOptions): Promise<void> {
  const { err } = options.io;
  const write = (text: string): void => err.write(withoutKeys(text));
  if (options.debug) write(`${neutral(stackOf(failure))}\n`);
  if (FOR_PROGRAMS.includes(formatFor(options))) {
    const json = await jsonText(failure.toJSON());
    return write(`${err.isTTY ? jsonForTerminal(json) : json}\n`);
  }
  const { red, dim } = await stylesFor(err.color(options.color));
  const { code, hint, requestId } = failure.fields;
  const sentence = neutral(sentenceOf(failure));
  write(CHOSEN.includes(code) ? `${sentence}\n` : `${red('error:')} ${sentence}\n`);
  if (hint !== undefined) write(`${neutral(hint)}\n`);
  if (requestId !== undefined) write(`${dim(`request ${neutral(requestId)}`)}\n`);
}

/** With the place in front, where something within a document is meant and the sentence does not say so. */
function sentenceOf({ fields: { message, param = '' } }: Failure): string {
  return param.includes('.') && !message.includes(param) ? `${param}: ${message}` : message;
}

/** The innermost stack says most. */
function stackOf(error: Error): string {
  return error.cause instanceof Error ? stackOf(error.cause) : (error.stack ?? String(error));
}
