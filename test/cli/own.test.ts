import { describe, expect, test } from 'vitest';
import { ownArguments, ownFlags } from '../../src/cli/flags.ts';
import { ownInputFrom } from '../../src/cli/own.ts';

const SPEC = { path: ['x'], examples: ['svc x --name a'] };

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
    ownInputFrom({ args: words, flags: { name: 'n', ...typed } }, args, flags, SPEC);

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

  test('a choice may be spelled as a flag is', () => {
    const settings = ownArguments({ key: { summary: '', choices: ['baseUrl', 'apiKey'] } });
    const typed = (key: string) => ownInputFrom({ args: { key }, flags: {} }, settings, [], SPEC).args;
    expect([typed('base-url'), typed('apiKey')]).toEqual([{ key: 'baseUrl' }, { key: 'apiKey' }]);
    expect(() => typed('Base-Url')).toThrow(/^<key> takes/);
  });

  test('where accounts and profiles are found is said first', () => {
    const two = ownFlags({
      accountId: { type: 'string', summary: '', required: true },
      profileId: { type: 'string', summary: '', required: true },
    });
    expect(() => ownInputFrom({ args: {}, flags: {} }, [], two, SPEC)).toThrow(
      expect.objectContaining({
        fields: expect.objectContaining({
          hint: expect.stringMatching(/^`svc accounts list` .*`svc profiles list` .*For example/) as string,
        }) as object,
      }) as Error,
    );
  });

  test('required flags are named together, with a line that can be typed', () => {
    const two = ownFlags({
      html: { type: 'string', summary: '', required: true },
      to: { type: 'string', summary: '', required: true },
    });
    expect(() => ownInputFrom({ args: {}, flags: {} }, [], two, SPEC)).toThrow(
      expect.objectContaining({
        message: '--html and --to are required.',
        fields: expect.objectContaining({
          hint: 'For example `svc x --name a`. `svc x --help` shows what is required.',
        }) as object,
      }) as Error,
    );
  });

  test('the nearest word is offered', () => {
    expect(() => read({ mode: 'frozn' })).toThrow(
      expect.objectContaining({ fields: expect.objectContaining({ hint: 'Did you mean frozen?' }) as object }) as Error,
    );
  });
});
