import { describe, expect, test } from 'vitest';
import { durationMs } from '../../src/cli/duration.ts';
import { ownArguments, ownFlags } from '../../src/cli/flags.ts';
import { formatNamed, globalsFrom } from '../../src/cli/globals.ts';
import { ownInputFrom } from '../../src/cli/own.ts';

describe('durations', () => {
  test.each([
    ['90', 90_000],
    ['0', 0],
    ['1.5', 1500],
    ['250ms', 250],
    ['30s', 30_000],
    ['2m', 120_000],
    ['1h30m', 5_400_000],
    ['2d', 172_800_000],
  ])('%s', (text, ms) => {
    expect(durationMs(text, '--timeout')).toBe(ms);
  });

  test.each(['', 'soon', '-5', '5x', '1h 30m', '1h30', 's'])('%j is none', (text) => {
    expect(() => durationMs(text, '--timeout')).toThrow(/^--timeout takes a time such as/);
  });
});

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

describe('words of hand-made commands', () => {
  const flags = ownFlags({
    port: { type: 'integer', summary: '', default: 0 },
    ratio: { type: 'number', summary: '' },
    name: { type: 'string', summary: '', required: true },
    mode: { type: 'string', summary: '', choices: ['real', 'frozen'] },
    rule: { type: 'json', summary: '' },
    file: { type: 'file', summary: '', repeat: true },
    fresh: { type: 'boolean', summary: '' },
  });
  const args = ownArguments({ key: { summary: '', choices: ['a', 'b'] }, rest: { summary: '', repeat: true } });
  const read = (typed: Record<string, unknown>, words: Record<string, string | string[]> = {}) =>
    ownInputFrom({ args: words, flags: { name: 'n', ...typed } }, args, flags);

  test('absent ones have their default, an empty list, or nothing', () => {
    expect(read({})).toEqual({
      args: { key: undefined, rest: [] },
      flags: { port: 0, ratio: undefined, name: 'n', mode: undefined, rule: undefined, file: [], fresh: undefined },
    });
  });

  test('typed ones become what their table promises', () => {
    const typed = { port: '80', ratio: '.5', mode: 'real', rule: '{"a":1}', file: ['x', 'y'], fresh: false };
    expect(read(typed, { key: 'b', rest: ['1', '2'] })).toEqual({
      args: { key: 'b', rest: ['1', '2'] },
      flags: { port: 80, ratio: 0.5, name: 'n', mode: 'real', rule: { a: 1 }, file: ['x', 'y'], fresh: false },
    });
  });

  test.each<[Record<string, unknown>, Record<string, string>, RegExp]>([
    [{ port: '8o' }, {}, /^--port takes a whole number, not "8o"/],
    [{ port: '1.5' }, {}, /^--port takes a whole number/],
    [{ ratio: '' }, {}, /^--ratio takes a number/],
    [{ ratio: 'Infinity' }, {}, /^--ratio takes a number/],
    [{ mode: 'rael' }, {}, /^--mode takes real, frozen; not "rael"/],
    [{ rule: '{' }, {}, /^--rule takes JSON/],
    [{ name: undefined }, {}, /^--name is required/],
    [{}, { key: 'c' }, /^<key> takes a, b; not "c"/],
  ])('%j %j is refused', (typed, words, why) => {
    expect(() => read(typed, words)).toThrow(why);
  });

  test('the nearest word is offered', () => {
    expect(() => read({ mode: 'frozn' })).toThrow(
      expect.objectContaining({ fields: expect.objectContaining({ hint: 'Did you mean frozen?' }) as object }) as Error,
    );
  });
});
