/** Recurring posts, the command killed with SIGKILL and repeated: each post once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { BINARY, startFrozen, type ServiceProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';

const POSTS = 40;
const KILLED_AFTER = [0, 1, 13, 30];

test('a killed series, created again, has each post once', async () => {
  const folder = await temporaryFolder();
  const service = await startFrozen(folder);
  const headers = { authorization: `Bearer ${service.controlKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ platform: 'twitter', username: 'acme' });
  await fetch(`${service.url}/_local/accounts`, { method: 'POST', headers, body });
  const codes = [];
  for (const [round, killAfter] of KILLED_AFTER.entries()) {
    const words = [
      'posts',
      'create',
      `Soup ${round}`,
      '--to',
      'twitter',
      '--repeat',
      'every day 9:00',
      '--count',
      String(POSTS),
    ];
    codes.push(await running(words, killAfter, { folder, service }));
    expect(await running(words, Infinity, { folder, service })).toBe(0);
    const times = await timesOf(`Soup ${round}`, service);
    expect([times.length, new Set(times).size]).toEqual([POSTS, POSTS]);
  }
  expect(codes).toContain(null);
}, 120_000);

interface Place {
  readonly folder: string;
  readonly service: ServiceProcess;
}

/** The exit code, null when the process was killed. @param count of results that were out by then */
async function running(words: readonly string[], count: number, { folder, service }: Place): Promise<number | null> {
  const child = spawn(process.execPath, [BINARY, ...words, '-o', 'ndjson'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      SVC_CONFIG_DIR: `${folder}/config`,
      SVC_BASE_URL: service.url,
      SVC_API_KEY: service.apiKey,
      // The clock of the service has stopped in the past of the machine.
      SVC_DATA_DIR: `${folder}/data`,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gone = once(child, 'exit');
  let seen = 0;
  child.stdout.on('data', (bytes: Buffer) => {
    seen += bytes.toString().split('\n').length - 1;
    if (seen >= count) child.kill('SIGKILL');
  });
  const [code] = (await gone) as [number | null];
  return code;
}

async function timesOf(content: string, { url, apiKey }: ServiceProcess): Promise<readonly string[]> {
  const answer = await fetch(`${url}/v1/posts?limit=100&search=${encodeURIComponent(content)}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { posts } = (await answer.json()) as { posts: { scheduledFor: string }[] };
  return posts.map(({ scheduledFor }) => scheduledFor);
}
