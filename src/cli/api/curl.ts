/** An example of a command as a curl line, so that those who call the API themselves can copy it. */
import { Command } from 'commander';
import { parse } from 'shell-quote';
import { requestFor, type CallInput } from '../../client/request.ts';
import type { Operation } from '../answer.ts';
import { curlLine } from '../dry-run.ts';
import { inputFrom } from '../input.ts';
import { fillLeaf, type Typed } from '../leaf.ts';
import { specOf } from '../spec.ts';

/** A placeholder that the reader replaces. */
const OWN_KEY = 'a-key-of-your-own';

/** The first example with all its input on the command line; undefined when every example reads a file. */
export function curlExample(operation: Operation): string | undefined {
  const { card } = operation;
  for (const example of card.command.examples) {
    const input = inputOfExample(example, operation);
    if (input !== undefined) return curlOf(operation, input);
  }
  return undefined;
}

function curlOf({ card }: Operation, input: CallInput): string {
  const request = requestFor(card, input, OWN_KEY);
  const shown = Object.entries(request.headers).filter(
    ([name, value]) => name !== 'accept' && isShown(name, value, card),
  );
  const headers = { authorization: 'Bearer $SVC_API_KEY', ...Object.fromEntries(shown) };
  return curlLine(request, `$SVC_BASE_URL${request.path}`, headers);
}

/** The request id is only worth a word where it keeps a write from being done twice. */
const isShown = (name: string, value: string, { params }: Operation['card']): boolean =>
  value !== OWN_KEY || params.some((param) => param.name.toLowerCase() === name);

function inputOfExample(example: string, { card, schemas }: Operation): CallInput | undefined {
  const spec = specOf(card, schemas);
  const words = parse(example, (name) => `$${name}`).filter((word) => typeof word === 'string');
  let typed: Typed | undefined;
  const command = new Command().exitOverride().configureOutput({ outputError: () => undefined });
  fillLeaf(command, spec, (found) => (typed = found));
  try {
    command.parse(words.slice(1 + spec.path.length), { from: 'user' });
  } catch {
    return undefined;
  }
  if (typed === undefined || 'input:input' in typed.flags) return undefined;
  return inputFrom({ card, schemas, flags: spec.flags, typed });
}
