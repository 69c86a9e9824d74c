/** Every `console` block of the README and the guides, typed into a real bash page by page, each page in a home of its own. */
import { execa } from 'execa';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAsShown, typedIn, type Typed } from '../support/console.ts';
import { BINARY, ROOT } from '../support/process.ts';

const guides = (await readdir(join(ROOT, 'docs'), { recursive: true }))
  .filter((path) => path.endsWith('.md') && !path.startsWith('reference'))
  .map((path) => join('docs', path));
const texts = await Promise.all(
  ['README.md', ...guides].sort().map(async (path) => [path, await readFile(join(ROOT, path), 'utf8')] as const),
);
const pages = texts.map(([path, text]) => [path, typedIn(text)] as const).filter(([, typed]) => typed.length > 0);

/** All pages together; each command is a process of its own. */
const PAGES_MS = 120_000;

interface Run {
  readonly exit: number;
  /** Both streams as they came. */
  readonly output: string;
}

/** Variables of one command are there for the next, as in a terminal. */
async function typedIntoBash(typed: readonly Typed[], home: string): Promise<readonly Run[]> {
  await Promise.all(['bin', 'runs', 'here'].map((folder) => mkdir(join(home, folder), { recursive: true })));
  await symlink(BINARY, join(home, 'bin', 'svc'));
  const lines = typed.map(({ command }, at) => {
    const place = join(home, 'runs', String(at));
    return `{ ${command}\n} >'${place}' 2>&1; echo $? >'${place}.exit'`;
  });
  const env = { HOME: home, PATH: `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`, LANG: 'C.UTF-8' };
  try {
    // The first failure in a pipe counts.
    await execa('bash', ['--noprofile', '--norc', '-o', 'pipefail', '-c', lines.join('\n')], {
      ...{ stdin: 'ignore', cwd: join(home, 'here'), env },
      ...{ extendEnv: false, reject: false },
    });
  } finally {
    // A page that fails in its middle may leave its service running.
    await execa(BINARY, ['local', 'stop'], { env, extendEnv: false, reject: false });
  }
  return Promise.all(
    typed.map(async (_, at) => ({
      exit: Number(await readFile(join(home, 'runs', `${at}.exit`), 'utf8')),
      output: await readFile(join(home, 'runs', String(at)), 'utf8'),
    })),
  );
}

test('the README and the guides show what one types', () => {
  expect(pages.map(([path]) => path)).toEqual(expect.arrayContaining(['README.md', 'docs/scripting.md']));
});

test('a page that lies is found out', () => {
  const page = ['```console', '$ svc x \\', '> --y # exit 3', '{"_id":"…"}', '…', 'end', '```', '$ not a command'].join(
    '\n',
  );
  const [typed, ...more] = typedIn(page);
  expect(more).toEqual([]);
  expect(typed).toMatchObject({ command: 'svc x \\\n--y # exit 3', exit: 3, line: 2 });
  const shown = typed?.shown ?? [];
  expect(isAsShown(shown, '{"_id":"5"}\nany\nmore\nend\n')).toBe(true);
  expect(isAsShown(shown, '{"_id":"5"}\nend')).toBe(true);
  expect(isAsShown(shown, '{"_id":"5"}\nthe end')).toBe(false);
  expect(isAsShown(shown, '{"id":"5"}\nend')).toBe(false);
  expect(isAsShown(['at 2026-01-05T09:00:00.000Z'], 'at 2030-02-07T10:11:12.345Z')).toBe(true);
  expect(isAsShown(['64f0a1b2c3d4e5f60123abcd'], '64f0a1b2c3d4e5f60123abc')).toBe(false);
});

describe('what a page shows happens', () => {
  let folder = '';
  let runs: readonly (readonly Run[])[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-docs-'));
    runs = await Promise.all(pages.map(([, typed], at) => typedIntoBash(typed, join(folder, String(at)))));
  }, PAGES_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(pages.map(([path, typed], at) => ({ path, typed, at })))('$path', ({ path, typed, at: page }) => {
    const lies = typed.flatMap(({ command, exit, shown, line }, at) => {
      const run = runs[page]?.[at] ?? { exit: -1, output: '' };
      const isTrue = run.exit === exit && (shown.length === 0 || isAsShown(shown, run.output));
      return isTrue ? [] : [`${path}:${line}: ${command}\nexit ${run.exit}\n${run.output}`];
    });
    expect(lies).toEqual([]);
  });
});
