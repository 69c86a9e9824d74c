/** The process we are: arguments, folder, home, exit. The only reader of `process` beside io and signals. */
import { absolute } from '../kernel/absolute.ts';
import type { Env } from './env.ts';

export interface Host {
  /** Arguments after `svc`. */
  readonly argv: readonly string[];
  readonly env: Env;
  readonly pid: number;
  readonly platform: NodeJS.Platform;
  /** The user's home folder. */
  readonly home: string;
  /** The Node binary that runs us, for starting ourselves again. */
  readonly execPath: string;
  /** Current folder; empty when it has been removed meanwhile. */
  cwd(): string;
  /** Called with every uncaught error and unhandled rejection. */
  onUncaught(listener: (error: unknown) => void): void;
  /** Ends the process at once. Output must have been flushed before. */
  exit(code: number): never;
}

/** Loaded by the few that ask: most starts read the environment alone. */
const os = () => process.getBuiltinModule('node:os');

/** What the system says of the user, whatever the environment says. */
function accountHome(): string {
  try {
    return absolute(os().userInfo().homedir) ?? '/';
  } catch {
    return '/';
  }
}

export function openHost(): Host {
  return {
    argv: process.argv.slice(2),
    env: process.env,
    pid: process.pid,
    platform: process.platform,
    get home() {
      return absolute(process.env['HOME']) ?? absolute(os().homedir()) ?? accountHome();
    },
    execPath: process.execPath,
    cwd() {
      try {
        return process.cwd();
      } catch {
        return '';
      }
    },
    onUncaught(listener) {
      process.on('uncaughtException', listener);
      process.on('unhandledRejection', listener);
    },
    exit: (code) => process.exit(code),
  };
}
