import { describe, expect, test } from 'vitest';
import type { Flag } from '../../src/cli/flag.ts';
import { formatNamed, formatTyped, GLOBAL_FLAGS, globalsFrom } from '../../src/cli/globals.ts';

describe('flags of every command', () => {
  test('nothing typed means the usual', () => {
    expect(globalsFrom({}, [])).toEqual({
      color: 'auto',
      debug: false,
      dryRun: false,
      yes: false,
      validate: true,
      quiet: false,
      exitZeroOn: [],
      fieldsHelp: false,
      input: true,
      all: false,
      wide: false,
      pager: true,
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
    [{ 'global:exit-zero-on': ['usage'] }, /^--exit-zero-on takes rejected, auth, .*; not "usage"\.$/],
    [{ 'global:jq': '.', 'global:fields': 'a' }, /^--jq and --fields cannot be combined\.$/],
    [{ 'global:template': '{{ a }}', 'global:output': 'csv' }, /^--template and --output cannot be combined\.$/],
  ])('%j is refused', (typed, why) => {
    expect(() => globalsFrom(typed, [])).toThrow(why);
  });

  test('failures to forgive may stand in one word or in several', () => {
    const typed = { 'global:exit-zero-on': ['not_found, rejected', 'partial'] };
    expect(globalsFrom(typed, []).exitZeroOn).toEqual(['not_found', 'rejected', 'partial']);
  });

  test('--fields help asks for the list of fields and picks none', () => {
    const flags = globalsFrom({ 'global:fields': 'help' }, []);
    expect(flags).toMatchObject({ fieldsHelp: true });
    expect(flags).not.toHaveProperty('fields');
  });

  test('the value of a field is not taken for the template of the output', () => {
    const own = [{ ...(GLOBAL_FLAGS[0] as Flag), field: 'template', long: '--body-template' }];
    expect(() => globalsFrom({ 'global:template': '{"name":"x"}' }, own)).toThrow(/^The value of --template is not/);
    expect(globalsFrom({ 'global:template': '{{ _id }}' }, own)).toMatchObject({ template: '{{ _id }}' });
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
