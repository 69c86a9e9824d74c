/** The words about what a command lacks: what is required, and a line that can be typed. Used by own.ts and validation.ts. */
import type { Spec } from './spec.ts';

/** An example longer than this is read in the help instead. */
const LONGEST = 90;

/** Where the values of flags are found that people ask for most. */
const SOURCES: Readonly<Record<string, string>> = {
  '--account-id': '`svc accounts list` lists accounts; a username or a platform will do.',
  '--profile-id': '`svc profiles list` lists profiles; a name will do.',
};

/** `--name is required.`, or all of them in one sentence. */
export const requiredSentence = (words: readonly string[]): string =>
  `${words.join(', ').replace(/, ([^,]*)$/, ' and $1')} ${words.length === 1 ? 'is' : 'are'} required`;

/**
 * Where a value is found, the first example that fits in a line, and where the rest is said.
 * @param words flags that are missing
 */
export function requiredHint({ path, examples }: Pick<Spec, 'path' | 'examples'>, words: readonly string[]): string {
  const help = `\`svc ${path.join(' ')} --help\` shows what is required.`;
  const example = examples.find((one) => one.length <= LONGEST && !one.includes('\n'));
  const shown = example === undefined ? [] : [`For example \`${example}\`.`];
  return [...words.flatMap((word) => SOURCES[word] ?? []), ...shown, help].join(' ');
}
