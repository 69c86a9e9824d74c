/** The words about what a command lacks: what is required, and a line that can be typed. Used by own.ts and validation.ts. */
import type { Spec } from './spec.ts';

/** An example longer than this is read in the help instead. */
const LONGEST = 90;

/** `--name is required.`, or all of them in one sentence. */
export const requiredSentence = (words: readonly string[]): string =>
  `${words.join(', ').replace(/, ([^,]*)$/, ' and $1')} ${words.length === 1 ? 'is' : 'are'} required`;

/** The first example that fits in a line, and where the rest is said. */
export function requiredHint({ path, examples }: Pick<Spec, 'path' | 'examples'>): string {
  const help = `\`svc ${path.join(' ')} --help\` shows what is required.`;
  const example = examples.find((one) => one.length <= LONGEST && !one.includes('\n'));
  return example === undefined ? help : `For example \`${example}\`. ${help}`;
}
