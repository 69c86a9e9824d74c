/** Keeps V8's compiled form of each pack for every version of Node that svc is shipped for. Called by bundle.ts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstLine } from './bench/run.ts';
import type { Runtime } from './runtimes.ts';

/** Ordinary journeys. */
const JOURNEYS: readonly (readonly string[])[] = [
  ['help'],
  ['help', 'posts', 'list'],
  ['posts', 'list'],
  ['posts', 'list', '-o', 'table'],
  ['help', 'posts', 'create'],
  ['posts', 'create', '--help'],
  ['posts', 'create', 'hi', '--draft'],
  ['posts', 'create', 'hi', '--to', 'bluesky', '--at', '+2h', '--dry-run'],
  ['__complete', 'zsh', '=', 'posts'],
  ['__complete', 'bash', '9', '80', '=', 'svc posts create --to '],
];

/** What the journeys are answered, whatever they ask. */
const POST = {
  _id: '0'.repeat(24),
  content: 'hi',
  status: 'draft',
  platforms: [],
  createdAt: '2026-01-05T09:00:00.000Z',
};
const ANSWER = { post: POST, posts: [POST], pagination: { page: 1, limit: 10, total: 1, pages: 1 } };

/** The local service from nothing to its first answer. */
const SERVICE: readonly string[] = ['local', 'start', '--foreground', '--ephemeral', '--port', '0', '-o', 'json'];

/**
 * Lets the launcher keep what these journeys compiled, below `dist/compiled/` by the major version of Node.
 * A Node whose V8 is another one refuses the form and compiles as usual.
 */
export async function keepCompiled(dist: string, runtimes: readonly Runtime[]): Promise<void> {
  rmSync(join(dist, 'compiled'), { recursive: true, force: true });
  const api = createServer((_request, answer) => {
    answer.setHeader('content-type', 'application/json').end(JSON.stringify(ANSWER));
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const { port } = api.address() as AddressInfo;
  await Promise.all(runtimes.map((runtime) => compiledBy(runtime, dist, `http://127.0.0.1:${String(port)}`)));
  api.close();
}

/** Each with a home of its own: one home runs one local service. */
async function compiledBy({ major, node }: Runtime, dist: string, url: string): Promise<void> {
  const launcher = join(dist, '..', 'bin', 'svc.js');
  const home = mkdtempSync(join(tmpdir(), 'svc-compile-'));
  const env = { PATH: process.env['PATH'], SVC_KEEP_COMPILED: '1', HOME: home };
  const calling = { ...env, SVC_BASE_URL: url, SVC_API_KEY: 'sk_none' };
  mkdirSync(join(dist, 'compiled', major), { recursive: true });
  for (const words of JOURNEYS)
    await once(spawn(node, [launcher, ...words], { env: calling, stdio: 'ignore' }), 'exit');
  await answeredOnce(node, [launcher, ...SERVICE], env);
  rmSync(home, { recursive: true });
}

async function answeredOnce(node: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const service = spawn(node, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const { url, apiKey } = JSON.parse(await firstLine(service)) as { url: string; apiKey: string };
  await fetch(`${url}/v1/profiles`, { headers: { authorization: `Bearer ${apiKey}` } });
  const gone = once(service, 'exit');
  service.kill('SIGTERM');
  await gone;
}
