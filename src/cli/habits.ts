/** Flags that people bring along from other programs, and what does the same here. */

/** A flag of the command, and how it is typed in place of the other. */
type Habit = readonly [typed: readonly string[], flag: string, shown: string];

// prettier-ignore
const HABITS: readonly Habit[] = [
  [['--json', '-j'],                                            '--output',  '-o json'],
  [['--yaml'],                                                  '--output',  '-o yaml'],
  [['--csv'],                                                   '--output',  '-o csv'],
  [['--format'],                                                '--output',  '-o'],
  [['-n', '-l', '--count', '--first', '--max', '--page-size'],  '--limit',   '--limit'],
  [['--force', '-f'],                                           '--yes',     '--yes'],
  [['--verbose', '-v'],                                         '--debug',   '--debug'],
  [['--silent'],                                                '--quiet',   '--quiet'],
  [['--text', '--message', '--body', '-m'],                     '--content', '--content'],
  [['--content', '--message', '--body', '-m'],                  '--text',    '--text'],
  [['--schedule', '--time', '--when', '--date'],                '--at',      '--at'],
  [['--account', '--accounts', '--target'],                     '--to',      '--to'],
];

/**
 * The sentence about a flag that the command does not have; undefined when nothing better is known than its letters.
 * @param flag as it was typed, without its value
 * @param own long names of the flags that the command has
 */
export function habitHint(flag: string, own: ReadonlySet<string>): string | undefined {
  if (/\s/.test(flag)) return 'Put text that starts with a dash after `--`, behind all flags.';
  if (own.has(`-${flag}`)) return `Did you mean -${flag}?`;
  const habit = HABITS.find(([typed, known]) => typed.includes(flag) && own.has(known));
  return habit && `Did you mean ${habit[2]}?`;
}

/**
 * The sentence about words too many: `--is-active false` for `--no-is-active`, a text without quotes, or no place for any.
 * @param words as they were typed
 * @param taken how many words the command takes
 */
export function spareHint(words: readonly string[], own: ReadonlySet<string>, taken: number): string {
  const at = words.findIndex((word, index) => /^(?:true|false)$/.test(word) && own.has(words[index - 1] ?? ''));
  const flag = words[at - 1] ?? '';
  if (at > 0) return `Did you mean ${words[at] === 'true' ? flag : flag.replace(/^--/, '--no-')}?`;
  return taken === 0 ? 'It takes only flags.' : 'Quote values that contain spaces.';
}
