import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { BINARY } from '../support/process.ts';
import { errorIn, svc } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

/** A home in which settings stay between commands. */
async function home(): Promise<(...words: string[]) => ReturnType<typeof svc>> {
  const folder = await temporaryFolder();
  return (...words) => svc(words, { env: { SVC_CONFIG_DIR: folder } });
}

describe('aliases', () => {
  test('stand for the beginning of a command line', async () => {
    const at = await home();
    expect((await at('alias', 'set', 'find', '--', 'api', 'search', '--limit', '1')).code).toBe(0);
    const [short, long] = [
      await at('find', 'lead', 'forms'),
      await at('api', 'search', '--limit', '1', 'lead', 'forms'),
    ];
    expect(short).toEqual(long);
    expect(JSON.parse((await at('alias', 'list')).stdout)).toEqual({
      aliases: [{ name: 'find', command: 'api search --limit 1' }],
    });
    expect((await at('alias', 'delete', 'find')).code).toBe(0);
    expect(errorIn(await at('find', 'lead'))['message']).toContain('find');
  });

  test.each([
    [['posts', '--', 'api'], 'posts is a command of svc'],
    [['help', '--', 'api'], 'help is a command of svc'],
    [['Bad Name', '--', 'api'], 'lowercase letters'],
    [['--', 'api'], ''],
    [['mine', '--', 'nothing-known'], 'There is no command "nothing-known".'],
    [['mine'], 'Give the command of the alias.'],
  ])('alias set %j is refused', async (words, message) => {
    const at = await home();
    const said = await at('alias', 'set', ...words);
    expect([said.code, errorIn(said)['message']]).toEqual([2, expect.stringContaining(message)]);
    expect(JSON.parse((await at('alias', 'list')).stdout)).toEqual({ aliases: [] });
  });

  test('an alias of an alias is no command, so nothing goes in circles', async () => {
    const at = await home();
    await at('alias', 'set', 'one', '--', 'api', 'search');
    expect((await at('alias', 'set', 'two', '--', 'one')).code).toBe(2);
  });

  test('deleting what is not there is refused, and other settings stay', async () => {
    const at = await home();
    await at('config', 'set', 'timezone', 'Europe/Berlin');
    await at('alias', 'set', 'one', '--', 'api', 'search');
    expect((await at('alias', 'delete', 'two')).code).toBe(2);
    await at('alias', 'delete', 'one');
    expect((await at('config', 'get', 'timezone')).stdout).toContain('Europe/Berlin');
  });
});

describe('programs on the path', () => {
  const withProgram = async (name: string, text: string, mode = 0o755) => {
    const folder = await temporaryFolder();
    mkdirSync(folder, { recursive: true });
    const path = join(folder, name);
    writeFileSync(path, text);
    chmodSync(path, mode);
    const env = {
      ...process.env,
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      SVC_CONFIG_DIR: await temporaryFolder(),
    };
    return (...words: string[]) => execa(process.execPath, [BINARY, ...words], { env, reject: false });
  };

  test('svc NAME runs svc-NAME with its words, its output and its exit code', async () => {
    const run = await withProgram('svc-hello', '#!/bin/sh\necho "hello $*"\necho aside >&2\nexit 42\n');
    const { exitCode, stdout, stderr } = await run('hello', '--loud', 'world');
    expect([exitCode, stdout, stderr]).toEqual([42, 'hello --loud world', 'aside']);
  });

  test('a command of svc is never replaced', async () => {
    const run = await withProgram('svc-version', '#!/bin/sh\necho replaced\n');
    expect((await run('version')).stdout).not.toContain('replaced');
  });

  test('a file that may not be run is no program', async () => {
    const run = await withProgram('svc-hello', '#!/bin/sh\necho hello\n', 0o644);
    expect((await run('hello')).exitCode).toBe(2);
  });
});
