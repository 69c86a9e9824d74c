/** A few lines of TypeScript in a process of their own: for what only a real process shows. */
import { join } from 'node:path';
import { execa } from 'execa';

/** The root of this package. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** Options of `startModule` beyond the environment. */
export interface ModuleOptions {
  readonly input?: string | undefined;
  /** Runs the module behind a shell line in which `$MODULE` stands for it, for example `$MODULE | head -1`. */
  readonly shell?: string;
}

/** Starts the module; its promise resolves to exit code, stdout and stderr, whatever the code. */
export function startModule(source: string, env: Readonly<Record<string, string>> = {}, options: ModuleOptions = {}) {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', source];
  const all = { cwd: ROOT, env, reject: false, extendEnv: true } as const;
  if (options.shell === undefined) return execa(process.execPath, args, { ...all, input: options.input ?? '' });
  const quoted = [process.execPath, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  return execa('bash', ['-c', options.shell.replaceAll('$MODULE', quoted)], all);
}

export const runModule = async (
  source: string,
  env: Readonly<Record<string, string>> = {},
  options: ModuleOptions = {},
): Promise<{ exitCode: number | undefined; stdout: string; stderr: string }> => {
  const { exitCode, stdout, stderr } = await startModule(source, env, options);
  return { exitCode, stdout: String(stdout), stderr: String(stderr) };
};
