/** Runs a command line, in this process with a test world, or as the built binary; gives back what it said and its exit code. */
import { execa } from 'execa';
import { run } from '../../src/main.ts';
import type { World } from '../../src/world/world.ts';
import { BINARY } from './process.ts';
import { testWorld, type WorldOptions } from './world.ts';

export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SvcOptions extends WorldOptions {
  /** Doors put in place of the usual ones. */
  readonly doors?: Partial<World>;
}

/** In this process: quick, and with any terminal, clock or answer to a question one likes. */
export async function svc(argv: readonly string[], options: SvcOptions = {}): Promise<Said> {
  const { world, out, err } = testWorld({ argv, ...options });
  const code = await run({ ...world, ...options.doors });
  return { code, stdout: out(), stderr: err() };
}

/** The error document of a failed command, without its envelope. */
export function errorIn({ stderr }: Said): Record<string, unknown> {
  const line = stderr.trimEnd().split('\n').at(-1) ?? '';
  return (JSON.parse(line) as { error: Record<string, unknown> }).error;
}

export interface BinaryOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** The built binary as a process of its own, with nothing of our environment but PATH. */
export async function binary(argv: readonly string[], { env = {}, input }: BinaryOptions = {}): Promise<Said> {
  const { exitCode, stdout, stderr } = await execa(process.execPath, [BINARY, ...argv], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
  });
  return { code: exitCode ?? -1, stdout, stderr };
}
