/** `svc completion …` against real files of a home of its own. */
import { chmod, lstat, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SHELLS } from '../../../src/cli/completion/shells.ts';
import { ROOT } from '../../support/process.ts';
import { errorIn, svc, type Said, type SvcOptions } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const read = (path: string): Promise<string> => readFile(path, 'utf8');

async function run(folder: string, words: readonly string[], options: SvcOptions = {}): Promise<Said> {
  return svc(['completion', ...words], { folder, ...options, env: { SHELL: '/bin/bash', ...options.env } });
}

describe('svc completion install', () => {
  test('adds a block to the file of the shell that SHELL names, and says so', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, '.bashrc'), 'alias ll="ls -l"\n');
    const { code, stdout } = await run(home, ['install']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ shell: 'bash', file: join(home, '.bashrc'), action: 'added' });
    const text = await read(join(home, '.bashrc'));
    expect(text.startsWith('alias ll="ls -l"\n# >>> svc completion >>>\n')).toBe(true);
    expect(text).toContain(join(ROOT, 'completions', 'svc.bash'));
  });

  test('changes nothing the second time, and renews a block of another place', async () => {
    const home = await temporaryFolder();
    const file = join(home, '.bashrc');
    await run(home, ['install']);
    const before = await stat(file);
    expect(JSON.parse((await run(home, ['install'])).stdout)).toMatchObject({ action: 'unchanged' });
    expect((await stat(file)).ino).toBe(before.ino);
    const text = await read(file);
    await writeFile(file, text.replaceAll(ROOT, '/somewhere/else'));
    expect(JSON.parse((await run(home, ['install'])).stdout)).toMatchObject({ action: 'updated' });
    expect(await read(file)).toBe(text);
  });

  // prettier-ignore
  test.each([
    ['/usr/bin/zsh',        {},                          'linux',  '.zshrc'],
    ['/usr/bin/zsh',        { ZDOTDIR: 'zdot' },         'linux',  'zdot/.zshrc'],
    ['/usr/bin/fish',       {},                          'linux',  '.config/fish/completions/svc.fish'],
    ['/usr/bin/fish',       { XDG_CONFIG_HOME: 'conf' }, 'linux',  'conf/fish/completions/svc.fish'],
    ['/bin/bash',           {},                          'darwin', '.bash_profile'],
    ['/usr/bin/pwsh',       {},                          'linux',  '.config/powershell/Microsoft.PowerShell_profile.ps1'],
    ['',                    {},                          'win32',  'Documents/PowerShell/Microsoft.PowerShell_profile.ps1'],
    [String.raw`bash.exe`,  {},                          'win32',  '.bashrc'],
  ] as const)('SHELL=%s with %j on %s means %s', async (SHELL, more, platform, expected) => {
    const home = await temporaryFolder();
    const env = Object.fromEntries(Object.entries(more).map(([name, folder]) => [name, join(home, folder)]));
    const said = await run(home, ['install'], { env: { SHELL, ...env }, platform });
    expect(JSON.parse(said.stdout)).toMatchObject({ file: join(home, expected), action: 'added' });
    expect(await read(join(home, expected))).toContain('# <<< svc completion <<<');
  });

  test('an unknown shell is refused with those that there are', async () => {
    const home = await temporaryFolder();
    const said = await run(home, ['install'], { env: { SHELL: '/bin/tcsh' } });
    expect(said.code).toBe(2);
    expect(errorIn(said)).toMatchObject({
      param: '--shell',
      hint: expect.stringContaining('bash, zsh, fish') as string,
    });
    expect((await run(home, ['install', '--shell', 'zsh'], { env: { SHELL: '/bin/tcsh' } })).code).toBe(0);
  });

  test('a file keeps its permissions', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, '.bashrc'), '');
    await chmod(join(home, '.bashrc'), 0o640);
    await run(home, ['install']);
    expect((await stat(join(home, '.bashrc'))).mode & 0o777).toBe(0o640);
  });

  test('a link into a folder of the home stays a link, and what it leads to is written', async () => {
    const home = await temporaryFolder();
    await mkdir(join(home, 'dots'));
    await writeFile(join(home, 'dots', 'bashrc'), 'own\n');
    await symlink(join('dots', 'bashrc'), join(home, '.bashrc'));
    expect((await run(home, ['install'])).code).toBe(0);
    expect((await lstat(join(home, '.bashrc'))).isSymbolicLink()).toBe(true);
    expect(await read(join(home, 'dots', 'bashrc'))).toContain('own\n# >>> svc');
  });

  test('a link out of the home is left alone, as is one that leads nowhere', async () => {
    const [home, other] = [await temporaryFolder(), await temporaryFolder()];
    await writeFile(join(other, 'bashrc'), 'not yours\n');
    await symlink(join(other, 'bashrc'), join(home, '.bashrc'));
    const said = await run(home, ['install']);
    expect(said.code).toBe(2);
    expect(errorIn(said)).toMatchObject({ hint: expect.stringContaining('--print') as string });
    expect(await read(join(other, 'bashrc'))).toBe('not yours\n');
    await symlink(join(home, 'nothing'), join(home, '.zshrc'));
    expect((await run(home, ['install', '--shell', 'zsh'])).code).toBe(2);
    expect((await lstat(join(home, '.zshrc'))).isSymbolicLink()).toBe(true);
  });

  test('a file that is no UTF-8, or holds half a block, is left as it is', async () => {
    const home = await temporaryFolder();
    const file = join(home, '.bashrc');
    const bytes = Buffer.from([0x61, 0xe9, 0x0a]);
    await writeFile(file, bytes);
    expect((await run(home, ['install'])).code).toBe(2);
    expect(await readFile(file)).toEqual(bytes);
    await writeFile(file, 'a\n# >>> svc completion >>>\n');
    const said = await run(home, ['uninstall']);
    expect(said.code).toBe(2);
    expect(errorIn(said)['message']).toContain('line 2');
    expect(await read(file)).toBe('a\n# >>> svc completion >>>\n');
  });

  test('--print shows the lines and writes nothing', async () => {
    const home = await temporaryFolder();
    const { stdout, stderr } = await run(home, ['install', '--print'], { terminal: 80 });
    expect(stdout).toContain('# >>> svc completion >>>');
    expect(stderr).toContain(join(home, '.bashrc'));
    await expect(stat(join(home, '.bashrc'))).rejects.toThrow();
  });

  test('--file names another file', async () => {
    const home = await temporaryFolder();
    await run(home, ['install', '--file', 'my-rc']);
    expect(await read(join(home, 'my-rc'))).toContain('svc.bash');
  });
});

describe('svc completion uninstall', () => {
  test('takes out the block and nothing else', async () => {
    const home = await temporaryFolder();
    const own = 'first\n\nlast\n';
    await writeFile(join(home, '.bashrc'), own);
    await run(home, ['install']);
    expect(JSON.parse((await run(home, ['uninstall'])).stdout)).toMatchObject({ action: 'removed' });
    expect(await read(join(home, '.bashrc'))).toBe(own);
    expect(JSON.parse((await run(home, ['uninstall'])).stdout)).toMatchObject({ action: 'absent' });
  });

  test('a file that holds nothing else goes, and one that never was does not come', async () => {
    const home = await temporaryFolder();
    const file = join(home, '.config', 'fish', 'completions', 'svc.fish');
    expect(JSON.parse((await run(home, ['uninstall', '--shell', 'fish'])).stdout)).toMatchObject({ action: 'absent' });
    await expect(stat(file)).rejects.toThrow();
    await run(home, ['install', '--shell', 'fish']);
    await run(home, ['uninstall', '--shell', 'fish']);
    await expect(stat(file)).rejects.toThrow();
  });
});

test.each(SHELLS)('svc completion %s prints its script as it is; -o json gives it as data', async (shell) => {
  const home = await temporaryFolder();
  const { stdout } = await run(home, [shell]);
  expect(stdout).toContain('svc __complete');
  expect(JSON.parse((await run(home, [shell, '-o', 'json'])).stdout)).toEqual({ shell, script: stdout });
});
