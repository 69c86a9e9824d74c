/** Opening a web page (open), where a browser is of use at all. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { VARIABLES } from '../kernel/variables.ts';
import type { Host } from './host.ts';
import type { Machine } from './machine.ts';

export interface Browser {
  /** False over SSH, in CI, in a container, without a display, and where the browser draws in the terminal itself. */
  readonly usable: boolean;
  /** Opens the page; false when that failed. */
  open(url: string): Promise<boolean>;
}

export function openBrowserDoor(host: Host, machine: Machine): Browser {
  return {
    get usable() {
      return isUsable(host, machine);
    },
    async open(url) {
      try {
        const { default: open } = await import('open');
        await withoutKeys(() => open(url));
        return true;
      } catch {
        return false;
      }
    },
  };
}

function isUsable({ env, platform }: Host, machine: Machine): boolean {
  if (env['SSH_CONNECTION'] || env['SSH_TTY'] || env['SSH_CLIENT']) return false;
  if (machine.isCi || machine.isContainer) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  if (isTextBrowser(env['BROWSER'])) return false;
  return (
    Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']) || (machine.isWsl && INTEROP.some((path) => existsSync(path)))
  );
}

/** Whether programs of Windows can be started from Linux inside it. */
const INTEROP = ['/proc/sys/fs/binfmt_misc/WSLInterop', '/proc/sys/fs/binfmt_misc/WSLInterop-late'];

const TEXT_BROWSERS = ['www-browser', 'lynx', 'links', 'links2', 'elinks', 'w3m', 'browsh'];

const isTextBrowser = (program = ''): boolean => TEXT_BROWSERS.includes(basename(program.split(' ', 1)[0] ?? ''));

/** The library hands our environment on as it is. */
async function withoutKeys<T>(act: () => Promise<T>): Promise<T> {
  const kept = VARIABLES.apiKey.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  for (const [name] of kept) Reflect.deleteProperty(process.env, name);
  try {
    return await act();
  } finally {
    for (const [name, value] of kept) process.env[name] = value;
  }
}
