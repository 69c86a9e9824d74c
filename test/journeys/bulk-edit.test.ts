/** Bulk edits of random sets of posts, undone: byte for byte what they were. And edits and undos killed with SIGKILL and repeated: each post once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importBench } from '../commands/posts/importing.ts';
import { BINARY, startFrozen, type ServiceProcess } from '../support/process.ts';
import { roundsOf, sayFigure, seedOf } from '../support/proof.ts';
import type { Json } from '../support/service.ts';
import { temporaryFolder } from '../support/temp.ts';

const SETS = roundsOf(25);
const KILLS = Math.ceil(roundsOf(100) / 25);

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', ' ', '=', ',', '\n', '"', 'ß', '🚀', '@', '$&'),
  minLength: 1,
  maxLength: 20,
});
const words = fc.array(fc.constantFrom('spring', 'sale', 'a b', '#x'), { maxLength: 3 });
const instant = fc
  .integer({ min: 1, max: 600 })
  .map((hours) => new Date(Date.parse('2026-01-06T00:00:00Z') + hours * 3_600_000).toISOString());
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu');

/** A target for each account that is drawn. */
const targets = fc.array(
  fc.record({
    at: fc.nat(1),
    customContent: fc.option(text, { nil: undefined }),
    scheduledFor: fc.option(instant, { nil: undefined }),
  }),
  { maxLength: 2 },
);

const post = fc.record({
  content: text,
  title: fc.option(text, { nil: undefined }),
  tags: fc.option(words, { nil: undefined }),
  hashtags: fc.option(words, { nil: undefined }),
  metadata: fc.option(fc.record({ campaign: text, nested: fc.record({ n: fc.integer() }) }), { nil: undefined }),
  timezone: zone,
  scheduledFor: fc.option(instant, { nil: undefined }),
  isDraft: fc.boolean(),
  targets,
});

/** One flag of an edit, and its value. */
const flag = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'b', 'c', '🚀', 'ß'), text).map(([from, to]) => ['--replace', `${from}=${to}`]),
  text.map((content) => [`--content=${content}`]),
  text.map((title) => [`--title=${title}`]),
  fc.constantFrom('spring', 'new').map((tag) => ['--set', `tags[]=${tag}`]),
  fc.constantFrom('x', 'y').map((value) => ['--set', `metadata.campaign=${value}`]),
  zone.map((timezone) => [`--timezone=${timezone}`]),
  instant.map((at) => [`--scheduled-for=${at}`]),
  fc.constant(['--set', 'hashtags=["one","two"]']),
);

const edit = fc.uniqueArray(flag, {
  minLength: 1,
  maxLength: 3,
  selector: ([name = '', value = '']) => name.split('=')[0] + (value.split(/[[.=]/)[0] ?? ''),
});

const withoutChangeTime = (posts: readonly Json[]): string =>
  JSON.stringify(posts.map(({ updatedAt: _, ...rest }) => rest));

test('an edit and its undo leave random sets of posts byte for byte as they were', async () => {
  const bench = await importBench();
  const accounts = [await bench.account('twitter'), await bench.account('linkedin')];
  const edits = join(bench.folder, 'config', 'state', 'edits');
  const counts = { posts: 0, edited: 0, refused: 0 };
  const trial = async (
    posts: readonly (typeof post extends fc.Arbitrary<infer P> ? P : never)[],
    flags: readonly (readonly string[])[],
  ) => {
    const ids: string[] = [];
    for (const { targets: drawn, ...rest } of posts) {
      const platforms = [...new Map(drawn.map((one) => [one.at, one])).values()].map(({ at, ...own }) => ({
        ...own,
        platform: accounts[at]?.['platform'],
        accountId: accounts[at]?._id,
      }));
      const { status, body } = await bench.api('POST', '/v1/posts', { body: { ...rest, platforms } });
      if (status === 201) ids.push(String(body['post']?.['_id']));
    }
    const before = await bench.posts();
    rmSync(edits, { recursive: true, force: true });
    const edited = await bench.svc(['posts', 'update', '--where', 'status!=published', ...flags.flat(), '--yes']);
    counts.posts += ids.length;
    const changed = edited.lines.filter(({ result }) => String(result) === 'changed').length;
    if (edited.code === 2) {
      counts.refused += 1;
      expect(edited.error.message).toMatch(/no undo could restore/);
    } else if (edited.lines.length > 0) {
      counts.edited += changed;
      const now = await bench.posts();
      expect(withoutChangeTime(now) === withoutChangeTime(before)).toBe(changed === 0);
      const journal = join(edits, readdirSync(edits)[0] ?? '');
      const undone = await bench.svc(['posts', 'update', '--undo', journal, '--yes']);
      expect([undone.code, undone.err()]).toEqual([0, expect.anything()]);
    }
    expect(withoutChangeTime(await bench.posts())).toBe(withoutChangeTime(before));
    for (const id of ids) await bench.api('DELETE', `/v1/posts/${id}`);
  };
  const property = fc.asyncProperty(fc.array(post, { minLength: 1, maxLength: 5 }), edit, trial);
  await fc.assert(property, { numRuns: SETS, seed: seedOf(7) });
  expect(counts.edited).toBeGreaterThan(SETS / 4);
  await sayFigure(
    `${SETS} random sets with ${counts.posts} posts: ${counts.edited} posts edited and restored byte for byte, ${counts.refused} edits refused because no undo could restore them.`,
  );
}, 3_600_000);

const POSTS = 60;
const OLD = Array.from({ length: POSTS }, (_, n) => `${n} see old.example`).sort();
const NEW = OLD.map((content) => content.replace('old.example', 'old.example.com'));
const MOVE = ['--where', 'text~old.example', '--replace', 'old.example=old.example.com'];

test('a killed edit, repeated, changes each post once, and so does a killed undo', async () => {
  const folder = await temporaryFolder();
  const service = await startFrozen(folder);
  const headers = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
  for (const content of OLD)
    await fetch(`${service.url}/v1/posts`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ content, isDraft: true }),
    });
  const edits = join(folder, 'config', 'state', 'edits');
  let killed = 0;
  for (let round = 0; round < KILLS; round += 1) {
    rmSync(edits, { recursive: true, force: true });
    const at = Math.floor((round * POSTS) / KILLS);
    killed += await killedAt(at, { folder, service, words: MOVE });
    expect(await running(Infinity, { folder, service, words: MOVE })).toBe(0);
    expect(await contents(service)).toEqual(NEW);
    const undo = ['--undo', join(edits, readdirSync(edits).at(-1) ?? '')];
    killed += await killedAt(POSTS - 1 - at, { folder, service, words: undo });
    expect(await running(Infinity, { folder, service, words: undo })).toBe(0);
    expect(await contents(service)).toEqual(OLD);
  }
  expect(killed).toBeGreaterThan(0);
  await sayFigure(`${killed} kills among ${KILLS} edits and as many undos of ${POSTS} posts: each post changed once.`);
}, 3_600_000);

interface Run {
  readonly folder: string;
  readonly service: ServiceProcess;
  readonly words: readonly string[];
}

const killedAt = async (count: number, run: Run): Promise<number> => ((await running(count, run)) === null ? 1 : 0);

/** The exit code, null when the process was killed. @param count of changes written by then, as the service has seen them */
async function running(count: number, { folder, service, words }: Run): Promise<number | null> {
  const child = spawn(process.execPath, [BINARY, 'posts', 'update', ...words, '--yes', '-o', 'ndjson'], {
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      SVC_CONFIG_DIR: join(folder, 'config'),
      SVC_BASE_URL: service.url,
      SVC_API_KEY: service.apiKey,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const gone = once(child, 'exit');
  let seen = 0;
  child.stdout.on('data', (bytes: Buffer) => {
    seen += bytes.toString().split('\n').length - 1;
    if (seen >= count) child.kill('SIGKILL');
  });
  // Killed before anything came out: somewhere between its start and its first change.
  if (count === 0) setImmediate(() => child.kill('SIGKILL'));
  const [code] = (await gone) as [number | null];
  return code;
}

async function contents({ url, apiKey }: ServiceProcess): Promise<readonly string[]> {
  const answer = await fetch(`${url}/v1/posts?limit=100`, { headers: { authorization: `Bearer ${apiKey}` } });
  const { posts } = (await answer.json()) as { posts: { content: string }[] };
  return posts.map(({ content }) => content).sort();
}
