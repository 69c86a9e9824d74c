/** What shows long results on a terminal. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pagerIn, showPage } from '../../src/cli/pager.ts';
import { testWorld, type WorldOptions } from '../support/world.ts';

describe('which program', () => {
  test.each([
    [{}, ['less']],
    [{ PAGER: 'more' }, ['more']],
    [{ SVC_PAGER: 'less -S', PAGER: 'more' }, ['less', '-S']],
    [{ SVC_PAGER: '"/opt/my pager" -x' }, ['/opt/my pager', '-x']],
    [{ PAGER: 'cat' }, []],
    [{ SVC_PAGER: '', PAGER: 'more' }, []],
    [{ PAGER: 'less; echo hi' }, ['less;', 'echo', 'hi']],
  ])('%o is %o', (env, words) => {
    expect(pagerIn(env)).toEqual(words);
  });
});

describe('a page', () => {
  /** A pager that keeps what it is given, its words and its environment. */
  function keeper() {
    const { folder } = testWorld();
    const program = join(folder, 'keep');
    writeFileSync(
      program,
      `#!/bin/sh\nprintf '%s\\n' "$*" > ${folder}/words\nenv > ${folder}/env\nexec head -n 1 > ${folder}/text\n`,
    );
    chmodSync(program, 0o755);
    return { program, kept: (name: string) => readFileSync(join(folder, name), 'utf8') };
  }

  async function paged(text: string, program: string, options: WorldOptions = {}): Promise<string> {
    const { world, out } = testWorld({
      terminal: 80,
      rows: 3,
      env: { SVC_PAGER: `${program} --flag`, SVC_API_KEY: 'sk_secret', PATH: process.env['PATH'] },
      ...options,
    });
    await showPage(text, { ...world, io: { ...world.io, in: { ...world.io.in, isTTY: true } } });
    return out();
  }

  test('longer than the terminal goes to the pager, without a shell and without the key, and it may be left early', async () => {
    const { program, kept } = keeper();
    const long = `first\n${'line\n'.repeat(100_000)}`;
    expect(await paged(long, program)).toBe('');
    expect([kept('text'), kept('words')]).toEqual(['first\n', '--flag\n']);
    expect(kept('env')).toContain('LESS=FRX');
    expect(kept('env')).not.toContain('sk_secret');
  });

  test('that fits is written, and so is every page where there is no pager, or in CI', async () => {
    const { program } = keeper();
    expect(await paged('a\nb\n', program)).toBe('a\nb\n');
    expect(await paged('a\nb\nc\n', '/nowhere/pager')).toBe('a\nb\nc\n');
    expect(await paged('a\nb\nc\n', program, { machine: { isCi: true } })).toBe('a\nb\nc\n');
  });
});
