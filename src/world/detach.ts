/** Starting a program that outlives us (node:child_process): execa pipes output through the parent, which will be gone. */
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

export type CommandLine = readonly [command: string, args: readonly string[]];

export interface Detached {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Takes stderr, appended. What the program prints as its result is nobody's to keep: it may hold keys. */
  readonly logFile: string;
  /** Takes stdout, in place of what was there, for a program whose result is no secret. */
  readonly resultFile?: string;
}

/** @returns the process id, once the program has really started */
export async function detach(
  [command, args]: CommandLine,
  { env, cwd, logFile, resultFile }: Detached,
): Promise<number> {
  const log = openSync(logFile, 'a', 0o600);
  let result: number | undefined;
  try {
    if (resultFile !== undefined) result = openSync(resultFile, 'w', 0o600);
    const child = spawn(command, args, {
      env,
      detached: true,
      stdio: ['ignore', result ?? 'ignore', log],
      ...(cwd === undefined ? {} : { cwd }),
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    return child.pid ?? 0;
  } finally {
    closeSync(log);
    if (result !== undefined) closeSync(result);
  }
}
