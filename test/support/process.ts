/** The local service as a process of its own, started from the built binary, for tests that kill it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { databaseFor } from './database.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
export const BINARY = join(ROOT, 'bin', 'svc.js');

export interface ServiceProcess {
  readonly child: ChildProcess;
  readonly url: string;
  readonly apiKey: string;
  readonly controlKey: string;
  /** SIGKILL, and wait until the process is gone. */
  kill(): Promise<void>;
}

/** Starts `svc local start --foreground` on `folder` and resolves with its ready line. */
export async function startProcess(folder: string, ...flags: string[]): Promise<ServiceProcess> {
  const keepsToFolder = ONLY_IN_FOLDER.some((flag) => flags.includes(flag));
  const database = keepsToFolder ? undefined : await databaseFor(folder);
  return startBinary(BINARY, folder, ...flags, ...(database === undefined ? [] : ['--database', database]));
}

/** What a database is refused beside, and the choice of one. */
const ONLY_IN_FOLDER = ['--seed', '--ephemeral', '--database'];

/** @param binary a launcher beside a built folder, such as one with a planted fault */
export async function startBinary(binary: string, folder: string, ...flags: string[]): Promise<ServiceProcess> {
  const child = spawn(
    process.execPath,
    [
      binary,
      'local',
      'start',
      '--foreground',
      '--port',
      '0',
      '--data-dir',
      join(folder, 'data'),
      '-o',
      'json',
      ...flags,
    ],
    {
      env: { PATH: process.env['PATH'], HOME: folder, SVC_CONFIG_DIR: join(folder, 'config') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const said: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  onTestFinished(kill);
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() =>
      Promise.reject(new Error(`the service ended before it was ready: ${said.join('')}`)),
    ),
  ])) as [string];
  const ready = JSON.parse(line) as { url: string; apiKey: string; controlKey: string };
  return { child, ...ready, kill };
}

/** A process on an empty pack whose clock stands still at nine, without rate limits. */
export const startFrozen = (folder: string, ...more: string[]): Promise<ServiceProcess> =>
  startProcess(folder, ...FROZEN, ...more);

// prettier-ignore
const FROZEN = ['--clock', 'frozen', '--now', '2026-01-05T09:00:00Z', '--seed-pack', 'empty', '--rate-limits', 'off'];
