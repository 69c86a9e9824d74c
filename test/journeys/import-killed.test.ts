/** Ten thousand rows, the import killed half-way with SIGKILL and resumed: each row is one post, no more and no less. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { BINARY, startFrozen, type ServiceProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';

const ROWS = 10_000;
const KILL_AFTER = 5_000;

test('a killed import, resumed, has made each post exactly once', async () => {
  const folder = await temporaryFolder();
  const service = await startFrozen(folder);
  for (const username of ['one', 'two', 'three']) await connect(service, username);
  const names = ['one', 'two', 'three'];
  const rows = Array.from({ length: ROWS }, (_, n) => `post ${n},twitter:@${names[n % 3]},2026-02-01T09:00:00Z`);
  writeFileSync(join(folder, 'posts.csv'), `content,to,scheduledFor\n${rows.join('\n')}\n`);

  const seen = await importing(folder, service, { killAfter: KILL_AFTER });
  expect(seen.length).toBeGreaterThanOrEqual(KILL_AFTER);
  expect(seen.length).toBeLessThan(ROWS);
  const results = await importing(folder, service, { resume: true });

  expect(results).toHaveLength(ROWS);
  const posts = results.map(({ postId }) => postId);
  expect(new Set(posts).size).toBe(ROWS);
  for (const [at, { postId }] of seen.entries()) expect(posts[at]).toBe(postId);
  expect(await contents(service)).toEqual(Array.from({ length: ROWS }, (_, n) => `post ${n}`).sort());
}, 480_000);

interface Result {
  readonly result: string;
  readonly postId: string;
}

interface Run {
  readonly killAfter?: number;
  readonly resume?: boolean;
}

/** The results that came before the process ended. */
async function importing(
  folder: string,
  service: ServiceProcess,
  { killAfter, resume }: Run,
): Promise<readonly Result[]> {
  const child = spawn(
    process.execPath,
    [BINARY, 'posts', 'import', 'posts.csv', '--concurrency', '16', ...(resume ? ['--resume'] : [])],
    {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        SVC_CONFIG_DIR: join(folder, 'config'),
        SVC_BASE_URL: service.url,
        SVC_API_KEY: service.apiKey,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const gone = once(child, 'exit');
  const results: Result[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.endsWith('}')) results.push(JSON.parse(line) as Result);
    if (results.length === killAfter) child.kill('SIGKILL');
  }
  const [code] = (await gone) as [number | null];
  expect(code).toBe(killAfter === undefined ? 0 : null);
  return results;
}

async function connect({ url, controlKey }: ServiceProcess, username: string): Promise<void> {
  const answer = await fetch(`${url}/_local/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${controlKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ platform: 'twitter', username }),
  });
  expect(answer.status).toBe(201);
}

/** The texts of all posts, sorted. */
async function contents({ url, apiKey }: ServiceProcess): Promise<readonly string[]> {
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await fetch(`${url}/v1/posts?limit=100&sortBy=created-asc&page=${page}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const { posts, pagination } = (await answer.json()) as {
      posts: { content: string }[];
      pagination: { pages: number };
    };
    found.push(...posts.map(({ content }) => content));
    if (page >= pagination.pages) return found.sort();
  }
}
