/** `svc posts update --where` and `--undo` against the real local service. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../support/service.ts';
import { importBench, type ImportBench } from './importing.ts';

const AT = '2026-02-01T09:00:00Z';
const MOVE = ['posts', 'update', '--where', 'text~old.example', '--replace', 'old.example=old.example.com'];

async function bench(...contents: readonly string[]): Promise<ImportBench & { ids: readonly string[] }> {
  const made = await importBench();
  const { _id: accountId } = await made.account('twitter', { username: 'acme' });
  const ids: string[] = [];
  for (const content of contents) {
    const body = { content, platforms: [{ platform: 'twitter', accountId }], scheduledFor: AT };
    ids.push(String((await made.api('POST', '/v1/posts', { body })).body['post']?.['_id']));
  }
  return { ...made, ids };
}

const texts = async ({ posts }: ImportBench): Promise<readonly string[]> =>
  (await posts()).map(({ content }) => String(content));

const journals = ({ folder }: ImportBench): readonly string[] => {
  const edits = join(folder, 'config', 'state', 'edits');
  return readdirSync(edits).map((name) => join(edits, name));
};

const undoing = (made: ImportBench, at = 0): readonly string[] => [
  'posts',
  'update',
  '--undo',
  journals(made)[at] ?? '',
  '--yes',
];

const results = (lines: readonly Json[]): readonly string[] => lines.map(({ result }) => String(result));

test('every post that fits is edited, and the undo gives it back its text', async () => {
  const made = await bench('see old.example', 'see other.example', 'old.example, old.example');
  const { code, lines, err } = await made.svc([...MOVE, '--yes']);
  expect([code, results(lines)]).toEqual([0, ['changed', 'changed']]);
  expect(await texts(made)).toEqual(['see old.example.com', 'see other.example', 'old.example.com, old.example.com']);
  expect(err()).toContain(`Undo with \`svc posts update --undo ${journals(made)[0]}\``);
  const undone = await made.svc(undoing(made));
  expect([undone.code, results(undone.lines)]).toEqual([0, ['restored', 'restored']]);
  expect(await texts(made)).toEqual(['see old.example', 'see other.example', 'old.example, old.example']);
  expect((await made.svc(undoing(made))).lines).toEqual([]);
});

test('--dry-run shows the difference and sends nothing', async () => {
  const made = await bench('see old.example');
  await made.asked();
  const { code, out } = await made.svc([...MOVE, '--dry-run', '-o', 'json']);
  expect(code).toBe(0);
  expect(JSON.parse(out())).toEqual({
    dryRun: true,
    posts: [
      {
        postId: made.ids[0],
        status: 'scheduled',
        before: { content: 'see old.example' },
        after: { content: 'see old.example.com' },
      },
    ],
  });
  expect(await made.asked()).toEqual(['GET /v1/posts']);
});

test('a terminal shows the difference and asks; a no changes nothing', async () => {
  const made = await bench('see old.example');
  const { code, err } = await made.svc(MOVE, {
    terminal: 100,
    doors: ({ world }) => ({ prompt: { ...world.prompt, possible: true, confirm: () => Promise.resolve(false) } }),
  });
  expect(code).toBe(130);
  expect(err()).toContain('  - content: see old.example\n  + content: see old.example.com\n');
  expect(await texts(made)).toEqual(['see old.example']);
});

test('without a terminal and --yes nothing is asked of the service', async () => {
  const made = await bench('see old.example');
  await made.asked();
  const { code, error } = await made.svc(MOVE);
  expect([code, error['code']]).toEqual([2, 'confirmation']);
  expect(await made.asked()).toEqual([]);
});

test('--set works on what each post has', async () => {
  const made = await bench('one', 'two');
  await made.api('PUT', `/v1/posts/${made.ids[0]}`, { body: { tags: ['sale'] } });
  const { code } = await made.svc([
    'posts',
    'update',
    '--where',
    'status=scheduled',
    '--set',
    'tags[]=spring',
    '--yes',
  ]);
  expect(code).toBe(0);
  expect((await made.posts()).map(({ tags }) => tags)).toEqual([['sale', 'spring'], ['spring']]);
});

test('the texts of targets are replaced, and their accounts stay', async () => {
  const made = await bench();
  const { _id: accountId } = await made.account('twitter', { username: 'globex' });
  const target = { platform: 'twitter', accountId, customContent: 'short old.example' };
  await made.api('POST', '/v1/posts', { body: { content: 'long', platforms: [target], isDraft: true } });
  expect((await made.svc([...MOVE, '--yes'])).code).toBe(0);
  const [post] = await made.posts();
  expect(post).toMatchObject({
    status: 'draft',
    platforms: [{ accountId: { _id: accountId }, customContent: 'short old.example.com' }],
  });
});

test('a post that somebody has changed since is left alone by the undo, and named', async () => {
  const made = await bench('see old.example', 'and old.example');
  await made.svc([...MOVE, '--yes']);
  await made.api('PUT', `/v1/posts/${made.ids[0]}`, { body: { content: 'rewritten' } });
  const { code, lines, error } = await made.svc(undoing(made));
  expect([code, results(lines)]).toEqual([9, ['conflict', 'restored']]);
  expect(error.message).toBe('1 of 2 posts could not be restored.');
  expect(await texts(made)).toEqual(['rewritten', 'and old.example']);
});

test('a post that is refused is named, and the same command tries it again without editing the others twice', async () => {
  const made = await bench('see old.example', 'and old.example');
  const path = `/v1/posts/${made.ids[1]}`;
  await made.control('POST', '/_local/faults', { match: { method: 'PUT', path }, action: { status: 400 }, times: 1 });
  const first = await made.svc([...MOVE, '--yes']);
  expect([first.code, results(first.lines)]).toEqual([9, ['changed', 'failed']]);
  const second = await made.svc([...MOVE, '--yes']);
  expect([second.code, results(second.lines)]).toEqual([0, ['changed']]);
  expect(second.err()).toContain('1 post of an edit that was stopped is left; --again looks for posts anew.');
  expect(await texts(made)).toEqual(['see old.example.com', 'and old.example.com']);
  expect(results((await made.svc([...MOVE, '--yes', '--again'])).lines)).toEqual(['changed', 'changed']);
});

test('an edit of which not every change was written down has sent nothing and begins anew', async () => {
  const made = await bench('see old.example', 'and old.example');
  await made.svc([...MOVE, '--yes']);
  await made.svc(undoing(made));
  const [path = ''] = journals(made);
  const lines = readFileSync(path, 'utf8').split('\n');
  const isEdit = (line: string) => line.includes('"type":"edit"');
  writeFileSync(path, `${[...lines.slice(0, 2), ...lines.filter(isEdit).slice(0, 1)].join('\n')}\n`);
  expect(results((await made.svc([...MOVE, '--yes'])).lines)).toEqual(['changed', 'changed']);
});

test('a post that was written before its journal knew is not written again', async () => {
  const made = await bench('see old.example', 'and old.example');
  await made.svc([...MOVE, '--yes']);
  const [path = ''] = journals(made);
  const lines = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, lines.filter((line) => !line.includes('"type":"made"')).join('\n'));
  await made.asked();
  const { code, lines: found } = await made.svc([...MOVE, '--yes']);
  expect([code, results(found)]).toEqual([0, ['already', 'already']]);
  expect((await made.asked()).filter((one) => one.startsWith('PUT'))).toEqual([]);
  expect(await texts(made)).toEqual(['see old.example.com', 'and old.example.com']);
});

test('what no undo could restore is refused, unless it is meant', async () => {
  const made = await bench('one');
  const titled = ['posts', 'update', '--where', 'status=scheduled', '--title', 'New', '--yes'];
  const { code, error } = await made.svc(titled);
  expect([code, error.message]).toEqual([
    2,
    '1 post of 1 has no title yet, and the API cannot take it away again: no undo could restore it. Nothing was changed.',
  ]);
  expect((await made.svc([...titled, '--irreversible'])).code).toBe(0);
  const { code: late, lines } = await made.svc(undoing(made));
  expect([late, lines]).toMatchObject([9, [{ result: 'partial', lost: ['title'] }]]);
});

test('posts that are out are left out, and said so', async () => {
  const made = await bench('see old.example');
  await made.api('PUT', `/v1/posts/${made.ids[0]}`, { body: { publishNow: true } });
  const { code, lines, err } = await made.svc([...MOVE, '--yes']);
  expect([code, lines]).toEqual([0, []]);
  expect(err()).toContain('Left out, because the API no longer lets them be changed: 1 published.');
});

test('a time without an offset is one of the zone of the post', async () => {
  const made = await bench('one');
  await made.api('PUT', `/v1/posts/${made.ids[0]}`, { body: { timezone: 'Europe/Berlin' } });
  const move = ['posts', 'update', '--where', 'status=scheduled', '--scheduled-for', '2026-07-01T09:00:00', '--yes'];
  expect((await made.svc(move)).code).toBe(0);
  expect((await made.posts())[0]).toMatchObject({ scheduledFor: '2026-07-01T07:00:00.000Z' });
});

describe('words that do not go together are refused before anything is asked', () => {
  test.each([
    [[], 'Name the post by its id, or use --where for every one that fits.'],
    [['65a1b2c3d4e5f60718293a4b', '--where', 'tag=x', '--title', 'x'], '--where takes no post id.'],
    [['65a1b2c3d4e5f60718293a4b', '--replace', 'a=b'], '--replace goes with --where.'],
    [['--where', 'tag=x', '--title', 'x', '--wait'], '--wait is about one post, not --where.'],
    [['--where', 'tag=x'], 'There is nothing to change: --where says which posts, not what becomes of them.'],
    [['--where', 'tag=x', '--replace', 'old'], '--replace "old" should read OLD=NEW, such as old.example=new.example.'],
    [
      ['--where', 'tag=x', '--publish-now'],
      '--where changes what posts say, not how they go out: publishNow takes one post at a time.',
    ],
    [['--undo', 'none.ndjson', '--title', 'x'], '--undo takes its fields from the journal alone.'],
    [['--undo', 'none.ndjson'], 'none.ndjson is not the journal of an edit.'],
  ])('%j', async (words, message) => {
    const made = await bench();
    await made.asked();
    const { code, error } = await made.svc(['posts', 'update', ...words, '--yes']);
    expect([code, error.message]).toEqual([2, message]);
    expect(await made.asked()).toEqual([]);
  });
});
