/** Starting other programs (execa). A child never inherits the API key unless it is given one on purpose. */
import { VARIABLES } from '../kernel/variables.ts';
import type { Env } from './env.ts';
import type { CommandLine } from './detach.ts';

export interface SpawnOptions {
  readonly cwd?: string;
  /** Added to our own environment, from which the keys have been taken out. */
  readonly env?: Env;
  readonly input?: string | Uint8Array;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /**
   * `inherit` lets the child use our terminal; `aside` does, too, but what it writes goes to standard error, and leaves
   * standard output to our result; `capture` collects its output.
   */
  readonly output?: 'inherit' | 'aside' | 'capture';
}

export interface Spawned {
  /** Exit code; 128 + n when the child died of signal n, 127 when there is no such program. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

export interface Spawn {
  /** Runs a program to its end, without a shell. */
  run(command: string, args: readonly string[], options?: SpawnOptions): Promise<Spawned>;
  /** The absolute path of a program on the search path that may be run. */
  find(name: string): Promise<string | undefined>;
  /** Starts a program that outlives us, its stderr appended to `logFile` (mode 0600). Answers its process id. */
  detach(command: string, args: readonly string[], options: DetachOptions): Promise<number>;
  /** Whether a process with this id lives. */
  alive(pid: number): boolean;
  /** Sends a signal; false when there is no such process. */
  kill(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 'SIGINT'): boolean;
}

export interface DetachOptions {
  readonly env?: Env;
  readonly cwd?: string;
  readonly logFile: string;
  /** Takes stdout (mode 0600), which is dropped without it. */
  readonly resultFile?: string;
}

export function openSpawn(env: Env): Spawn {
  return {
    run: (command, args, options = {}) => run(env, [command, args], options),
    find: async (name) => (await import('./program-path.ts')).programPath(name, env),
    async detach(command, args, options) {
      const { detach } = await import('./detach.ts');
      return detach([command, args], { ...options, env: childEnv(env, options.env) });
    },
    alive: (pid) => signalled(pid, 0),
    kill: (pid, signal) => signalled(pid, signal),
  };
}

async function run(env: Env, [command, args]: CommandLine, options: SpawnOptions): Promise<Spawned> {
  const { execa } = await import('execa');
  const inherit = options.output === 'inherit' || options.output === 'aside';
  const result = await execa(command, args, {
    env: childEnv(env, options.env),
    extendEnv: false,
    reject: false,
    stdout: options.output === 'aside' ? 2 : inherit ? 'inherit' : 'pipe',
    stderr: inherit ? 'inherit' : 'pipe',
    ...(options.input === undefined ? { stdin: inherit ? 'inherit' : 'ignore' } : { input: options.input }),
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    ...(options.signal === undefined ? {} : { cancelSignal: options.signal }),
  });
  return {
    code: result.exitCode ?? (result.signal === undefined ? 127 : 128 + numberOf(result.signal)),
    stdout: typeof result.stdout === 'string' ? result.stdout : '',
    stderr: typeof result.stderr === 'string' ? result.stderr : '',
    timedOut: result.timedOut,
  };
}

/** Our environment without the keys, plus what was given on purpose; what was given as undefined is taken out. For every process that we start. */
export function childEnv(env: Env, more: Env = {}): Record<string, string> {
  const kept = Object.entries(env).filter(([name]) => !(VARIABLES.apiKey as readonly string[]).includes(name));
  const all = Object.entries({ ...Object.fromEntries(kept), ...more });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function signalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const numberOf = (signal: string): number =>
  (process.getBuiltinModule('node:os').constants.signals as Record<string, number>)[signal] ?? 1;
