/** Completion as it is used: installed by the built binary, then keys pressed in a real bash, zsh and fish. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { BINARY, ROOT } from '../support/process.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { binary } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';
import { isInstalled, openTerminal, type Terminal } from '../support/terminal.ts';

const TAB = '\t';
const KILL_LINE = '\u0015';
/** Bound in each shell to a command that shows the line as it stands. */
const SHOW_LINE = '\u0002';

const READY = "echo REA''DY\n";

/** How a shell is started, told to show its line, and asked for a list. */
const SHELLS: Readonly<Record<string, { readonly start: string; readonly ready: string; readonly list: string }>> = {
  bash: { start: 'bash -i', list: TAB + TAB, ready: `PS1='>'; bind -x '"\\C-b": echo "[$READLINE_LINE]"'; ${READY}` },
  zsh: {
    start: 'zsh -i',
    list: TAB,
    ready: `PS1='>'; show() { print -r -- "[$BUFFER]" }; zle -N show; bindkey '^B' show; unsetopt beep; ${READY}`,
  },
  fish: {
    start: 'fish -i',
    list: TAB,
    ready: `function fish_prompt; echo '>'; end; bind \\cb 'echo "["(commandline)"]"'; ${READY}`,
  },
};

const ACCOUNT = 'a'.repeat(24);

interface Typist {
  /** The line after a press of the key behind `line`. */
  completed(line: string): Promise<string>;
  /** What shows when all that fits is asked for. */
  listed(line: string): Promise<string>;
}

/** A home in which completion is installed, a context and a file lie, and an account has been seen. */
async function typist(shell: string): Promise<Typist> {
  const home = await temporaryFolder();
  const api = await scriptedApi(() => ({
    body: { accounts: [{ _id: ACCOUNT, platform: 'twitter', username: 'acme' }] },
  }));
  await mkdir(join(home, 'bin'));
  await symlink(BINARY, join(home, 'bin', 'svc'));
  await writeFile(join(home, 'photo.jpg'), '');
  // A fish that starts without this folder reads every manual page of the machine in the background.
  await mkdir(join(home, '.local', 'share', 'fish', 'generated_completions'), { recursive: true });
  await mkdir(join(home, '.config', 'svc'), { recursive: true });
  const settings = {
    currentContext: 'own',
    contexts: { own: { baseUrl: api.url }, work: { baseUrl: 'https://api.example.com' } },
  };
  await writeFile(join(home, '.config', 'svc', 'settings.json'), JSON.stringify(settings));
  const env = {
    ...{ HOME: home, PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`, TERM: 'xterm', LANG: 'C.UTF-8' },
    SVC_API_KEY: 'sk_test',
  };
  expect(await binary(['completion', 'install', '--shell', shell], { env })).toMatchObject({ code: 0 });
  expect(await binary(['accounts', 'list'], { env })).toMatchObject({ code: 0 });
  const { start = '', ready = '', list = '' } = SHELLS[shell] ?? {};
  const terminal = openTerminal(`cd '${home}' && ${start}`, env);
  terminal.type(ready);
  await terminal.see(/READY/);
  return {
    completed: (line) => lineAfter(terminal, `${line}${TAB}`),
    listed: (line) => shownAfter(terminal, `${line}${list}`),
  };
}

async function lineAfter(terminal: Terminal, typed: string): Promise<string> {
  const shown = await shownAfter(terminal, typed);
  return /\[(svc [^\n[]*)\]$/.exec(shown)?.[1] ?? '';
}

async function shownAfter(terminal: Terminal, typed: string): Promise<string> {
  terminal.type(`${typed}${SHOW_LINE}`);
  const shown = await terminal.see(/\[svc [^\n[]*\]/);
  terminal.type(KILL_LINE);
  return shown;
}

describe.each(Object.keys(SHELLS))('%s', (shell) => {
  const isHere = isInstalled(shell) && isInstalled('script');
  const name = (title: string): string => (isHere ? title : `${shell} is not installed, so nothing is shown here`);

  /** On a machine that is meant to prove everything, a missing shell is a failure. */
  const inShell = (act: (typist: Typist) => Promise<void>) => async (): Promise<void> => {
    if (isHere) return act(await typist(shell));
    expect(process.env['CI'], `${shell} is missing`).toBeUndefined();
  };

  test(
    name('completes names, flags, values, files and what is known'),
    inShell(async ({ completed }) => {
      for (const [typed, expected] of [
        ['svc comple', 'svc completion '],
        ['svc posts li', 'svc posts list '],
        ['svc posts list --stat', 'svc posts list --status '],
        ['svc posts list --status sch', 'svc posts list --status scheduled '],
        ['svc posts list --status=sch', 'svc posts list --status=scheduled '],
        ['svc posts ls --status sch', 'svc posts ls --status scheduled '],
        ['svc posts create "two words" --now --wai', 'svc posts create "two words" --now --wait '],
        ['svc posts create --media ph', 'svc posts create --media photo.jpg '],
        ['svc posts create --media=ph', 'svc posts create --media=photo.jpg '],
        ['svc context use w', 'svc context use work '],
        ['svc posts create --to twitter:', 'svc posts create --to twitter:@acme '],
        ['svc accounts check t', 'svc accounts check twitter:@acme '],
        ['svc help exit', 'svc help exit-codes '],
      ] as const)
        expect(await completed(typed)).toBe(expected);
    }),
  );

  test(
    name('shows what a word is for'),
    inShell(async ({ listed }) => {
      const shown = await listed('svc posts ');
      expect(shown).toContain('bulk-upload');
      expect(shown.replaceAll(/\s+/g, ' ')).toContain('Delete a post that is not');
    }),
  );

  test(
    name('leaves a free value, and a word it does not know, alone'),
    inShell(async ({ completed }) => {
      expect(await completed('svc posts list --search ph')).toBe('svc posts list --search ph');
      expect(await completed('svc nonsense ph')).toBe('svc nonsense ph');
    }),
  );
});

/** No PowerShell can be had from a registry of packages; its grammar can. */
describe('PowerShell', () => {
  const require = createRequire(import.meta.url);
  const grammar = require.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm');

  async function isPowerShell(text: string): Promise<boolean> {
    await Parser.init();
    const parser = new Parser();
    parser.setLanguage(await Language.load(grammar));
    const tree = parser.parse(text);
    return tree?.rootNode.hasError === false;
  }

  test('the script and the block that loads it are PowerShell by its grammar', async () => {
    const { stdout: script } = await binary(['completion', 'powershell']);
    expect(await isPowerShell(script)).toBe(true);
    const print = ['completion', 'install', '--shell', 'powershell', '--print', '-o', 'json'];
    const { stdout } = await binary(print, { env: { HOME: ROOT } });
    expect(await isPowerShell((JSON.parse(stdout) as { block: string }).block)).toBe(true);
    expect(await isPowerShell(script.slice(0, -3))).toBe(false);
  });

  test('the door answers it in three columns', async () => {
    const { stdout } = await binary(['__complete', 'powershell', '=--status=sch', 'posts', 'list']);
    expect(stdout).toBe('words\n--status=scheduled\tscheduled\tscheduled\n');
  });
});
