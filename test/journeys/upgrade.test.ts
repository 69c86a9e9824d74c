/** An upgrade while clients call: each of two processes on a database is stopped and started again with a newer version, and no call fails. */
import { once } from 'node:events';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { openClient, type Client } from '../../src/client/call.ts';
import { openClock } from '../../src/world/clock.ts';
import { catalog, inputOf } from '../client/cards.ts';
import { startBalancer } from '../support/balancer.ts';
import { testDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { BINARY, ROOT, startBinary, type ServiceProcess } from '../support/process.ts';
import { svc } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';
import { testWorld } from '../support/world.ts';

const NEWER = '99.0.0';
const CLIENTS = 4;

interface Member {
  readonly folder: string;
  readonly flags: readonly string[];
  readonly running: ServiceProcess;
}

interface Compose {
  readonly services: Readonly<Record<string, { readonly command?: readonly string[] }>>;
}

/** The load is above the limit of a key. What the first process says holds for all. */
const UNLIMITED = ['--seed-pack', 'empty', '--rate-limits', 'off'];

test('two processes are replaced by a newer version one after the other, and no client notices', async () => {
  const [database, newer] = await Promise.all([testDatabase(), newerInstallation()]);
  const first = await startMember('service-1', database);
  const second = await startMember('service-2', database);
  expect(second.running.apiKey).toBe(first.running.apiKey);
  const balancer = await startBalancer([first, second].map(({ running }) => Number(new URL(running.url).port)));
  const load = startLoad(balancer, first.running.apiKey);
  await load.untilMore();

  await replace(second, newer);
  await load.untilMore();
  const last = await replace(first, newer);
  await load.untilMore();

  const { created, failures, notices } = await load.stop();
  expect(failures).toEqual([]);
  // What the client repeated by itself is a connection that was cut, and never an answer of the service.
  expect(notices.filter((notice) => !notice.startsWith('The connection was lost'))).toEqual([]);
  expect(await postsAt(balancer, first.running.apiKey)).toEqual(created.sort());
  const { stdout, code } = await svc(['local', 'status', '-o', 'json', '--data-dir', join(last.folder, 'data')]);
  const { processes } = JSON.parse(stdout) as { processes: { version: string; role: string }[] };
  expect(code).toBe(0);
  expect(processes.map(({ version }) => version)).toEqual([NEWER, NEWER]);
  expect(processes.map(({ role }) => role).sort()).toEqual(['primary', 'standby']);
});

/** A copy of the package under a later version number. */
async function newerInstallation(): Promise<string> {
  const folder = join(await temporaryFolder(), 'svc');
  for (const name of ['bin', 'dist']) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  const described = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as object;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...described, version: NEWER }));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'bin', 'svc.js');
}

/** As docs/team/compose.yaml starts a service, at addresses of this machine. */
async function startMember(name: string, database: string): Promise<Member> {
  const { services } = parse(await readFile(join(ROOT, 'docs', 'team', 'compose.yaml'), 'utf8')) as Compose;
  const command = services[name]?.command ?? [];
  expect(command.slice(0, 4)).toEqual(['svc', 'local', 'start', '--foreground']);
  const here = await freePort();
  const own: Readonly<Record<string, string>> = {
    '--advertise': `http://127.0.0.1:${here}`,
    '--database': database,
    '--port': String(here),
  };
  const folder = await temporaryFolder();
  const flags = command
    .slice(4)
    .map((word) => word.split('='))
    .filter(([flag]) => flag !== '--data-dir')
    .map(([flag = '', value = '']) => `${flag}=${own[flag] ?? value}`);
  return { folder, flags, running: await startBinary(BINARY, folder, ...flags, ...UNLIMITED) };
}

/** Stops a process as a supervisor does, and starts the newer one in its place. */
async function replace({ folder, flags, running }: Member, binary: string): Promise<Member> {
  const { child, url } = running;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  // A balancer that asks is told before the port is closed.
  await vi.waitFor(async () => expect((await fetch(`${url}/_local/health/ready`)).status).toBe(503), { interval: 20 });
  expect((await gone)[0]).toBe(0);
  const again = await startBinary(binary, folder, ...flags);
  expect((await fetch(`${again.url}/_local/health/ready`)).status).toBe(200);
  return { folder, flags, running: again };
}

interface Load {
  /** Resolves when every client has had answers to several more calls. */
  untilMore(): Promise<void>;
  /** Ends the calls, and says what came of them. */
  stop(): Promise<{ created: string[]; failures: string[]; notices: string[] }>;
}

/** Clients that create posts and read them back, one call after the other. */
function startLoad(url: string, key: string): Load {
  const said = { created: [] as string[], failures: [] as string[], notices: [] as string[] };
  const answered = Array.from({ length: CLIENTS }, () => 0);
  const over = new AbortController();
  const run = async (at: number): Promise<void> => {
    const client = clientAt(url, key, { isPooled: at % 2 === 0, notice: (line) => void said.notices.push(line) });
    while (!over.signal.aborted) {
      try {
        said.created.push(await createAndRead(client, `client ${at}`));
      } catch (error) {
        said.failures.push(String(error));
      }
      answered[at] = (answered[at] ?? 0) + 1;
    }
  };
  const running = answered.map((_, at) => run(at));
  return {
    async untilMore() {
      const before = [...answered];
      const isMore = (): void => expect(answered.every((count, at) => count >= (before[at] ?? 0) + 5)).toBe(true);
      await vi.waitFor(isMore, { timeout: 15_000, interval: 20 });
    },
    async stop() {
      over.abort();
      await Promise.all(running);
      return said;
    },
  };
}

interface ClientWays {
  readonly isPooled: boolean;
  readonly notice: (line: string) => void;
}

function clientAt(baseUrl: string, key: string, { isPooled, notice }: ClientWays): Client {
  const world = { ...testWorld().world, clock: openClock() };
  return openClient({ world, target: { baseUrl, key, source: 'test' }, pooled: isPooled, notice });
}

async function createAndRead(client: Client, content: string): Promise<string> {
  const made = await client.call(catalog.card('createPost'), inputOf({ body: { content, isDraft: true } }));
  const { post } = made.body as { post: { _id: string } };
  const { body } = await client.call(catalog.card('getPost'), inputOf({ path: { postId: post._id } }));
  expect(body).toMatchObject({ post: { _id: post._id, content } });
  return post._id;
}

/** Ids of all posts, sorted. */
async function postsAt(url: string, key: string): Promise<readonly string[]> {
  const client = clientAt(url, key, { isPooled: true, notice: () => undefined });
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await client.call(catalog.card('listPosts'), inputOf({ query: { limit: 100, page } }));
    const { posts } = body as { posts: { _id: string }[] };
    ids.push(...posts.map(({ _id }) => _id));
    if (posts.length < 100) return ids.sort();
  }
}
