/** The completion scripts: bash does complete, the others hold the same words. */
import { execa } from 'execa';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { write } from '../../src/build/outputs.ts';
import { pressCards, pressPages, pressTree } from '../../src/build/press.ts';
import { temporaryFolder } from '../support/temp.ts';
import { FIXTURE, NO_HAND } from './fixture.ts';

const { tree } = await pressTree((await pressCards(FIXTURE)).compiled, NO_HAND);
const human = await pressPages(tree);

async function completed(...words: string[]): Promise<string> {
  const root = await temporaryFolder();
  write(root, human);
  const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _svc; echo "\${COMPREPLY[*]}"`;
  const { stdout } = await execa('bash', ['-c', script, 'bash', join(root, 'completions/svc.bash'), 'svc', ...words]);
  return stdout;
}

// prettier-ignore
test.each([
  ['the nouns at the top', [''], 'things'],
  ['verbs and nested nouns', ['things', ''], 'boxes create list'],
  ['the verb that was begun', ['things', 'cr'], 'create'],
  ['verbs of a nested noun', ['things', 'boxes', ''], 'list send'],
  ['a flag that was begun', ['things', 'list', '--col'], '--colour --color'],
  ['the choices of a flag', ['things', 'list', '--colour', ''], 'red green blue'],
  ['the choices of a flag of every command', ['things', 'list', '-o', 'y'], 'yaml'],
  ['verbs behind a flag with a value', ['--context', 'work', 'things', 'li'], 'list'],
  ['nothing for a value that is free', ['things', 'list', '--after', ''], ''],
])('bash completes %s', async (_what, words, expected) => {
  expect(await completed(...words)).toBe(expected);
});

test.each(['completions/_svc', 'completions/svc.fish', 'completions/svc.ps1'])(
  '%s holds nouns, flags and choices',
  (path) => {
    const script = human[path] ?? '';
    expect(script).not.toMatch(/@[A-Z]+@/);
    for (const word of ['things boxes', '--colour', 'green', '--output', 'Make a thing.'])
      expect(script).toContain(word);
  },
);

test('a hidden command is not offered', () => {
  expect(human['completions/svc.bash']).not.toContain('things open');
});
