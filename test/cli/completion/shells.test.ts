import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../src/cli/completion/candidates.ts';
import { lineOf } from '../../../src/cli/completion/line.ts';
import { forBash, forFish, forPowerShell, forZsh } from '../../../src/cli/completion/shells.ts';

const WORDS: Answer = {
  mode: 'words',
  prefix: '',
  candidates: [
    { value: 'draft', about: 'Not out yet' },
    { value: 'done: all', about: 'never shown' },
    { value: "it's:@b", about: 'quoted\nin\u001b[31m two\u0007 lines' },
  ],
};

const bash = (text: string, answer: Answer, isListing = false): readonly string[] =>
  forBash(answer, { line: lineOf(text, '=:@"\''), isListing, columns: 40 }).split('\n');

describe('for bash', () => {
  test('only what fits the begun word is given, with its signs quoted', () => {
    expect(bash('svc d', WORDS)).toEqual(['words', 'draft', '']);
    expect(bash('svc i', WORDS)).toEqual(['words', String.raw`it\'s:@b`, '']);
  });

  test('what bash keeps by itself is not given again', () => {
    const answer = { ...WORDS, prefix: '--status=' };
    expect(bash('svc x --status=d', answer)).toEqual(['words', 'draft', '']);
    expect(bash(`svc "it's:`, WORDS)).toEqual(['words', "it's:@b", '']);
  });

  test('a list shows what each is for, cut to the width of the terminal', () => {
    const about = 'What it is for, in many more words than fit';
    const two = {
      ...WORDS,
      candidates: [
        { value: 'ab', about },
        { value: 'abc', about: 'Short' },
      ],
    };
    const [, first = '', second] = bash('svc a', two, true);
    expect(first).toBe('ab   (What it is for, in many more w…)');
    expect(first.length).toBeLessThan(40);
    expect(second).toBe('abc  (Short)');
    expect(bash('svc abc', two, true)).toEqual(['words', 'abc', '']);
  });
});

test('a value that is more than one word is not offered, and words from a service become one harmless line', () => {
  for (const text of [forZsh(WORDS), forFish(WORDS), forPowerShell(WORDS, '')]) {
    expect(text).not.toContain('done');
    expect([...text].filter((sign) => sign < ' ' && !'\n\t'.includes(sign))).toEqual([]);
    expect(text).toContain('quoted in [31m two lines');
  }
});

test('zsh gets the prefix by itself, and colons of values escaped', () => {
  expect(forZsh({ ...WORDS, prefix: '--to=' })).toBe(
    ['words', '--to=', 'draft:Not out yet', String.raw`it's\:@b:quoted in [31m two lines`, ''].join('\n'),
  );
});

test('fish gets whole words with what they are for', () => {
  expect(forFish({ ...WORDS, prefix: '--to=' })).toContain('\n--to=draft\tNot out yet\n');
});

test('PowerShell gets text to put in, quoted where it must be, text to list and words', () => {
  expect(forPowerShell({ ...WORDS, prefix: '--to=' }, '--to=').split('\n')).toEqual([
    'words',
    '--to=draft\tdraft\tNot out yet',
    `'--to=it''s:@b'\tit's:@b\tquoted in [31m two lines`,
    '',
  ]);
  expect(forPowerShell(WORDS, 'dr')).toBe('words\ndraft\tdraft\tNot out yet\n');
});
