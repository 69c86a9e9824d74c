/** Texts in columns on a narrow terminal. */
import { expect, test } from 'vitest';
import { hanging } from '../../src/cli/hanging.ts';
import { svc } from '../support/svc.ts';

test('a line goes on below its last column, between words', () => {
  expect(hanging('ok    key       one two three four five', { columns: 36 })).toBe(
    ['ok    key       one two three four', '                five'].join('\n'),
  );
  expect(hanging('  a  first words of many', { columns: 23 })).toBe('  a  first words of\n     many');
  expect(hanging('plain words alone', { columns: 11 })).toBe('plain words\nalone');
});

test('a column too far to the right, a word that is too long and command lines are left', () => {
  expect(hanging('aaaaaaaaaaaaaaaaa  one two', { columns: 20 })).toBe('aaaaaaaaaaaaaaaaa \none two');
  expect(hanging('  svc posts get 65a1b2c3d4e5f60718293a4b', { columns: 20 })).toContain('get 65a1');
  expect(hanging('x'.repeat(30), { columns: 20 })).toBe('x'.repeat(30));
});

test('off a terminal nothing is broken', () => {
  expect(hanging('one two three', { columns: undefined })).toBe('one two three');
});

test.each([[['commands', 'queue']], [['api', 'describe', 'posts', 'get']], [['doctor']]])(
  'svc %j breaks no word at the edge of the terminal',
  async (argv) => {
    const { stdout } = await svc(argv, { terminal: 70, env: { NO_COLOR: '1' } });
    const long = stdout.split('\n').filter((line) => line.length > 70 && !/^ *(svc|curl) |\/|^\S*$/.test(line));
    expect(long).toEqual([]);
    expect(stdout.split('\n').length).toBeGreaterThan(10);
  },
);
