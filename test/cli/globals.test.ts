import { describe, expect, test } from 'vitest';
import { formatNamed, formatTyped, globalsFrom } from '../../src/cli/globals.ts';

describe('flags of every command', () => {
  test('nothing typed means the usual', () => {
    expect(globalsFrom({}, [])).toEqual({
      color: 'auto',
      debug: false,
      dryRun: false,
      yes: false,
      validate: true,
      quiet: false,
      input: true,
      all: false,
    });
  });

  test('what was typed is read', () => {
    const typed = {
      'global:output': 'csv',
      'global:fields': 'a, b.c,,',
      'global:timeout': '2m',
      'global:max-wait': '0',
      'global:limit': '25',
      'global:no-validate': true,
      'global:no-input': true,
    };
    expect(globalsFrom(typed, [])).toMatchObject({
      output: 'csv',
      fields: ['a', 'b.c'],
      timeoutMs: 120_000,
      maxWaitMs: 0,
      limit: 25,
      validate: false,
      input: false,
    });
  });

  test.each([
    [{ 'global:output': 'jsn' }, /^--output takes table, json, .*; not "jsn"\.$/],
    [{ 'global:color': 'green' }, /^--color takes auto, always, never/],
    [{ 'global:limit': '0' }, /^--limit takes a whole number above 0/],
    [{ 'global:limit': '1e3' }, /^--limit takes a whole number above 0/],
    [{ 'global:timeout': 'x' }, /^--timeout takes a time/],
  ])('%j is refused', (typed, why) => {
    expect(() => globalsFrom(typed, [])).toThrow(why);
  });

  test('a format of the settings is refused by the name of its source', () => {
    expect(formatNamed('yaml', 'SVC_OUTPUT')).toBe('yaml');
    expect(() => formatNamed('jason', 'SVC_OUTPUT')).toThrow(/^SVC_OUTPUT takes/);
  });
});

test.each([
  [['posts', 'list', '-o', 'json'], 'json'],
  [['-ocsv', 'posts'], 'csv'],
  [['--output=yaml', '-o', 'tsv'], 'tsv'],
  [['posts', '--output'], undefined],
  [['-o', 'jsn'], undefined],
])('the form that %j asks for is seen before anything else is understood', (argv, format) => {
  expect(formatTyped(argv)).toBe(format);
});
