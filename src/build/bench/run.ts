/** Runs the built binary and its controls the way a user's shell would, on a private HOME. */
import { spawn, spawnSync, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

export const BINARY = join(import.meta.dirname, '..', '..', '..', 'bin', 'svc.js');

export const environment = (folder: string, more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: folder,
  SVC_CONFIG_DIR: join(folder, 'config'),
  ...more,
});

/** Milliseconds of wall time of one run; throws when the run fails, so that a broken command is never fast. */
export function timed(args: readonly string[], env: NodeJS.ProcessEnv, node = process.execPath): number {
  const started = performance.now();
  const done = spawnSync(node, args, { env, encoding: 'utf8' });
  const elapsed = performance.now() - started;
  if (done.status !== 0) throw new Error(`node ${args.join(' ')} ended with ${String(done.status)}: ${done.stderr}`);
  return elapsed;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export interface Started {
  readonly url: string;
  readonly apiKey: string;
  readonly controlKey: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

/** A local service as a process of its own, on an empty pack, without rate limits. */
export const startService = (folder: string, ...flags: string[]): Promise<Started> =>
  startServiceOn(process.execPath, folder, ...flags);

export async function startServiceOn(node: string, folder: string, ...flags: string[]): Promise<Started> {
  const args = [
    BINARY,
    'local',
    'start',
    '--foreground',
    '--port',
    '0',
    '--rate-limits',
    'off',
    '--seed-pack',
    'empty',
  ];
  const child = spawn(node, [...args, '-o', 'json', ...flags], {
    env: environment(folder),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await firstLine(child);
  return { ...(JSON.parse(line) as Omit<Started, 'child' | 'stop'>), child, stop: () => stop(child) };
}

/** @throws when the process ends without a line; it has said why */
export async function firstLine(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The local service ended with ${String(code)} before it was ready.`);
  });
  const [line] = (await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])) as [string];
  return line;
}

/** A bare `node:http` server that answers every request with `bytes` of JSON: the control of the load figures. */
export async function startBare(bytes: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const script = `const body = JSON.stringify({ x: 'x'.repeat(${String(bytes)}) });
    const s = require('node:http').createServer((q, a) => { q.resume(); q.on('end', () => a.writeHead(200, { 'content-type': 'application/json' }).end(body)); });
    s.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + s.address().port));`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url, stop: () => stop(child) };
}

/** A bare server of a list of `count` posts in pages of the size that is asked for, each post of `bytes` and more. */
export async function startList(count: number, bytes: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const script = `const text = 'x'.repeat(${String(bytes)});
    const post = (n) => ({ _id: String(n).padStart(24, '0'), status: 'published', content: text, platforms: [{ platform: 'twitter' }] });
    const s = require('node:http').createServer((q, a) => {
      const query = new URL(q.url, 'http://x').searchParams;
      const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
      const pages = Math.ceil(${String(count)} / limit);
      const posts = Array.from({ length: limit }, (_, at) => post((page - 1) * limit + at));
      a.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ posts, pagination: { page, limit, pages } }));
    });
    s.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + s.address().port));`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { url, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}
