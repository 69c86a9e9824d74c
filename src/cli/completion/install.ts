/** Puts the completion of a shell into the file that it reads at its start, and takes it out again. */
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { failure, type Failure } from '../../kernel/failure.ts';
import { absolute } from '../../kernel/absolute.ts';
import type { World } from '../../world/world.ts';
import { blockOf, BrokenBlock, withBlock, withoutBlock } from './block.ts';
import { scriptPath } from './script.ts';
import { SHELLS, type Shell } from './shells.ts';

type InstallWorld = Pick<World, 'env' | 'host' | 'files' | 'installation'>;

export interface Change {
  readonly shell: Shell;
  readonly file: string;
  readonly action: 'added' | 'updated' | 'unchanged' | 'removed' | 'absent';
  /** The lines between the marks. */
  readonly block: string;
}

/**
 * The shell of the user, by SHELL; PowerShell on Windows, where there is no such variable.
 * @throws Failure `usage` when svc has no completions for it
 */
export function shellOf({ env, host }: Pick<World, 'env' | 'host'>): Shell {
  const name = basename(env['SHELL'] ?? '').replace(/\.exe$/, '');
  if (name === '' && host.platform === 'win32') return 'powershell';
  const found = SHELLS.find((shell) => shell === (name === 'pwsh' ? 'powershell' : name));
  if (found !== undefined) return found;
  throw failure('usage', {
    message: name === '' ? 'The shell could not be detected from SHELL.' : `There is no completion for ${name}.`,
    param: '--shell',
    hint: `Choose one with --shell: ${SHELLS.join(', ')}.`,
  });
}

/** The file that the shell reads by itself when it starts. */
export function startFile({ env, host }: Pick<World, 'env' | 'host'>, shell: Shell): string {
  const config = absolute(env['XDG_CONFIG_HOME']) ?? join(host.home, '.config');
  switch (shell) {
    case 'bash':
      // Terminals of macOS start bash as a login shell.
      return join(host.home, host.platform === 'darwin' ? '.bash_profile' : '.bashrc');
    case 'zsh':
      return join(absolute(env['ZDOTDIR']) ?? host.home, '.zshrc');
    case 'fish':
      return join(config, 'fish', 'completions', 'svc.fish');
    case 'powershell':
      return join(
        host.platform === 'win32' ? join(host.home, 'Documents', 'PowerShell') : join(config, 'powershell'),
        'Microsoft.PowerShell_profile.ps1',
      );
  }
}

/** What the file is to hold: it loads the script of this package, when that is there. */
export function blockFor(world: Pick<World, 'installation'>, shell: Shell): string {
  const path = scriptPath(world, shell);
  const posix = `'${path.replaceAll("'", String.raw`'\''`)}'`;
  switch (shell) {
    case 'bash':
    case 'zsh':
      return blockOf(`if [ -r ${posix} ]; then . ${posix}; fi`);
    case 'fish': {
      const quoted = `'${path.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
      return blockOf(`if test -r ${quoted}; source ${quoted}; end`);
    }
    case 'powershell': {
      const quoted = `'${path.replaceAll(/['\u2018-\u201b]/g, '$&$&')}'`;
      return blockOf(`if (Test-Path -LiteralPath ${quoted}) { . ${quoted} }`);
    }
  }
}

/**
 * Adds the block, or puts it in the place of an earlier one.
 * @throws Failure `usage` for a file that is not to be written, `local_io` when it cannot be
 */
export async function install(world: InstallWorld, shell: Shell, file: string): Promise<Change> {
  const block = blockFor(world, shell);
  const { before, after } = await changeFile(world, file, (text) => withBlock(text, block));
  if (before === after) return { shell, file, action: 'unchanged', block };
  const isNew = withoutBlock(before ?? '') === undefined;
  return { shell, file, action: isNew ? 'added' : 'updated', block };
}

/** Whether the file holds the block, or a mark of one that is damaged. */
export async function hasBlock({ files }: Pick<World, 'files'>, file: string): Promise<boolean> {
  // A file that cannot be read, such as a folder of that name, holds none that could be removed.
  const text = await files.readIfThere(file).catch(() => undefined);
  try {
    return text !== undefined && withoutBlock(text) !== undefined;
  } catch (error) {
    if (error instanceof BrokenBlock) return true;
    throw error;
  }
}

/** Removes the block; a file with nothing else in it goes as well. Throws like `install`. */
export async function uninstall(world: InstallWorld, shell: Shell, file: string): Promise<Change> {
  const { before, after } = await changeFile(world, file, (text) => withoutBlock(text) ?? text);
  if (before === after) return { shell, file, action: 'absent', block: '' };
  if (after === '') await world.files.remove(file);
  return { shell, file, action: 'removed', block: '' };
}

interface Texts {
  /** Undefined when there was no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

async function changeFile(world: InstallWorld, file: string, change: (text: string) => string): Promise<Texts> {
  const { files } = world;
  const found = await files.look(file);
  if (found === undefined) {
    const after = change('');
    if (after === '') return { before: undefined, after: undefined };
    await files.makeFolder(dirname(file));
    await files.writeAtomic(file, after, 0o644);
    return { before: undefined, after };
  }
  const path = await ownPath(world, file, found.path);
  return files.withLock(path, async () => {
    const before = await textOf(files, path);
    const after = changedText(file, () => change(before));
    if (after !== before) await files.writeAtomic(path, after, found.mode);
    return { before, after };
  });
}

/** The real file is written, so that a link into a folder of dot files stays a link; one that leads out of the home is left alone. */
async function ownPath({ host, files }: InstallWorld, file: string, real: string): Promise<string> {
  const [folder, home] = await Promise.all([files.look(dirname(file)), files.look(host.home)]);
  const isLink = real !== join(folder?.path ?? dirname(file), basename(file));
  const inside = relative(home?.path ?? host.home, real);
  if (!isLink || (!inside.startsWith('..') && !isAbsolute(inside))) return real;
  throw refused(file, `is a link to ${real}, outside your home folder`);
}

/** What is no UTF-8 would not come back as it was. */
async function textOf(files: World['files'], path: string): Promise<string> {
  const opened = await files.open(path);
  try {
    const pieces: Uint8Array[] = [];
    for await (const piece of opened.stream()) pieces.push(Uint8Array.from(piece));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
  } catch (error) {
    throw error instanceof TypeError ? refused(path, 'contains bytes that are not UTF-8') : error;
  } finally {
    await opened.close();
  }
}

function changedText(file: string, change: () => string): string {
  try {
    return change();
  } catch (error) {
    if (!(error instanceof BrokenBlock)) throw error;
    throw refused(file, `has an unmatched svc marker in line ${error.line}`);
  }
}

const refused = (file: string, why: string): Failure =>
  failure('usage', {
    message: `${file} ${why}; it was not changed.`,
    param: '--file',
    hint: '--print shows the lines to add yourself; --file sets another file.',
  });
