/** The topics of the help against the tables and the code they speak of. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'shell-quote';
import { describe, expect, test } from 'vitest';
import { choose } from '../../../src/cli/program.ts';
import { topicText, type Topic } from '../../../src/cli/topics/topic.ts';
import { TOPICS } from '../../../src/cli/topics/topics.ts';
import { treeOf } from '../../../src/cli/tree.ts';
import { families, handMade, headings, ownBranches } from '../../../src/commands/table.ts';
import { EXITS } from '../../../src/kernel/exits.ts';
import { FORMATS } from '../../../src/kernel/formats.ts';
import { namesOf, PARTS, PREFIXES } from '../../../src/webhooks/headers.ts';
import { topicPages } from '../../../src/build/topics.ts';
import { catalog } from '../../client/cards.ts';
import { ROOT } from '../../support/process.ts';
import { svc } from '../../support/svc.ts';
import { testWorld } from '../../support/world.ts';

const { events } = catalog.index();

const topics = new Map<string, Topic>();
for (const { name, load } of TOPICS) topics.set(name, (await load()).default({ events }));

const textOf = (name: string, columns = 80): string => {
  const topic = topics.get(name);
  return topic === undefined ? '' : topicText(topic, columns, (text) => text);
};

test('there are the six topics', () => {
  expect([...topics.keys()]).toEqual(['environment', 'exit-codes', 'output', 'webhooks', 'scripting', 'local']);
});

describe.each([...topics.keys()])('svc help %s', (name) => {
  test('prints text, also off a terminal, and to the width of one', async () => {
    const { code, stdout, stderr } = await svc(['help', name]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(textOf(name));
    const narrow = await svc(['help', name], { terminal: 60 });
    const examples = topics.get(name)?.sections.flatMap(({ examples: lines = [] }) => lines) ?? [];
    const long = narrow.stdout.split('\n').filter((line) => line.length > 60 && !examples.includes(line.trim()));
    expect(long).toEqual([]);
  });

  test('shows commands that there are', async () => {
    const lines = topics.get(name)?.sections.flatMap(({ examples = [] }) => examples) ?? [];
    const calls = lines.flatMap((line) => line.match(/\bsvc [^|;)>]*[^|;)> ]/g) ?? []);
    for (const call of calls) {
      const argv = parse(call).slice(1).map(String);
      const tree = treeOf(catalog.index(), { handMade, families, ownBranches, headings });
      const { world } = testWorld();
      const choice = choose({ argv, version: '0', catalog, tree, out: world.io.out });
      await expect(choice, call).resolves.not.toThrow();
    }
  });
});

test('environment tells of every variable that the program reads', async () => {
  const files = (await readdir(join(ROOT, 'src'), { recursive: true })).filter(
    (path) => path.endsWith('.ts') && !path.startsWith('build/'),
  );
  const texts = await Promise.all(files.map((path) => readFile(join(ROOT, 'src', path), 'utf8')));
  const read = texts.flatMap((text) => [...text.matchAll(/\benv\[['"](\w+)['"]\]|\bset\('([A-Z_]+)'\)/g)]);
  const names = [...new Set(read.map(([, plain, proxy]) => plain ?? proxy ?? ''))];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !new RegExp(String.raw`\b${name}\b`).test(textOf('environment')))).toEqual([]);
});

test('exit-codes tells of every exit, output of every form', () => {
  for (const [name, code] of Object.entries(EXITS)) expect(textOf('exit-codes')).toContain(`${code} ${name}`);
  for (const format of FORMATS) expect(textOf('output')).toMatch(new RegExp(`^  ${format} `, 'm'));
});

test('webhooks tells of every event, and of the headers as they are sent', () => {
  const rows = topics.get('webhooks')?.sections.flatMap(({ rows: own = [] }) => own) ?? [];
  const told = rows.flatMap(([family, own]) => own.split(', ').map((event) => `${family}.${event}`));
  expect(told).toEqual(expect.arrayContaining([...events]));
  for (const part of PARTS) expect(textOf('webhooks')).toContain(namesOf(part, PREFIXES)[0]);
});

describe('the help', () => {
  test('of svc lists the topics at its end', async () => {
    expect((await svc(['--help'])).stdout).toMatch(/^Topics: svc help environment, exit-codes, /m);
    const { stdout } = await svc(['--help', '--all']);
    const [, end = ''] = stdout.split('Topics:');
    for (const { name, summary } of TOPICS)
      expect(end).toMatch(new RegExp(`^  svc help ${name} +${summary.split(' ', 3).join(' ')}`, 'm'));
  });

  test('of a noun names the topics that bear on it', async () => {
    expect((await svc(['posts', '--help'])).stdout).toContain('Topics of svc help: output, scripting');
    expect((await svc(['webhooks', '--help'])).stdout).toContain('Topics of svc help: output, webhooks');
  });

  test('of a command stays where a topic has the name of its noun', async () => {
    expect((await svc(['help', 'webhooks', 'list'])).stdout).toContain('Usage: svc webhooks list');
    expect((await svc(['help', 'posts', 'create'])).stdout).toContain('Usage: svc posts create');
    expect((await svc(['help', 'webhooks'])).stdout).toContain('X-Service-Signature');
  });

  test('has colour where it is asked for', async () => {
    expect((await svc(['help', 'output', '--color=always'])).stdout).toContain('\u001b[1mOutput');
    expect((await svc(['help', 'output'])).stdout).not.toContain('\u001b');
  });
});

test('the pages hold the same words', async () => {
  const pages = await topicPages({ events });
  expect(Object.keys(pages)).toHaveLength(TOPICS.length);
  expect(pages['docs/reference/topics/exit-codes.md']).toMatch(
    /\| 14 bad_signature +\| A webhook signature is invalid\./,
  );
  expect(pages['docs/reference/topics/output.md']).toContain('# Output');
});
