import { describe, expect, test } from 'vitest';
import { lineOf } from '../../../src/cli/completion/line.ts';

/** The usual COMP_WORDBREAKS. */
const BREAKS = ' \t\n"\'@><=;|&(:';

describe('a line of bash', () => {
  // prettier-ignore
  test.each([
    ['svc posts li',                 ['posts'],                    'li',              ''],
    ['svc posts list ',              ['posts', 'list'],            '',                ''],
    ['svc  posts\tlist  --all ',     ['posts', 'list', '--all'],   '',                ''],
    ['svc posts list --status=dr',   ['posts', 'list'],            '--status=dr',     '--status='],
    ['svc posts create --to x:@ac',  ['posts', 'create', '--to'],  'x:@ac',           'x:@'],
    ['svc posts create "two words" ', ['posts', 'create', 'two words'], '',           ''],
    [String.raw`svc posts create two\ words --a`, ['posts', 'create', 'two words'], '--a', ''],
    [String.raw`svc posts create "say \"hi\"" x`, ['posts', 'create', 'say "hi"'], 'x', ''],
    [String.raw`svc posts create 'a\b' x`,        ['posts', 'create', String.raw`a\b`], 'x', ''],
    ['svc posts create "" ',         ['posts', 'create', ''],      '',                ''],
    ['svc',                          [],                           'svc',             ''],
    ['',                             [],                           '',                ''],
  ])('%j is parted into words', (text, words, begun, kept) => {
    expect(lineOf(text, BREAKS)).toEqual({ words, begun, kept, quote: '' });
  });

  test('an open quote stays open, and what stands before it is kept', () => {
    expect(lineOf('svc posts list --status="dr', BREAKS)).toMatchObject({
      begun: '--status=dr',
      kept: '--status=',
      quote: '"',
    });
    expect(lineOf("svc posts 'li", BREAKS)).toMatchObject({ begun: 'li', kept: '', quote: "'" });
  });

  test('signs within quotes break no word', () => {
    expect(lineOf('svc posts list "a=b:c', BREAKS)).toMatchObject({ begun: 'a=b:c', kept: '' });
  });
});
