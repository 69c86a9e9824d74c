/** Presses docs/reference/promises.md: what svc promises, and the tests that show it. Refuses a title that no test has. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import prettier from 'prettier';
import { parse } from 'yaml';
import { pageOf, problemsOf, type Promises, type Titles } from './promises/page.ts';
import { titlesIn } from './titles.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCE = join(ROOT, 'test', 'promises', 'promises.yaml');
const PAGE = join(ROOT, 'docs', 'reference', 'promises.md');

const promises = parse(await readFile(SOURCE, 'utf8')) as Promises;
const problems = problemsOf(promises, await titles(promises));
const page = await prettier.format(pageOf(promises), { parser: 'markdown', printWidth: 120 });

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else if (!process.argv.includes('--check')) {
  await writeFile(PAGE, page);
} else if ((await readFile(PAGE, 'utf8').catch(() => '')) !== page) {
  console.error('docs/reference/promises.md differs from test/promises/promises.yaml. Run: tsx src/build/promises.ts');
  process.exitCode = 1;
}

async function titles({ features, hazards }: Promises): Promise<Titles> {
  const files = [features, hazards].flatMap((part) =>
    Object.values(part).flatMap((rows) => rows.flatMap(({ tests = {} }) => Object.keys(tests))),
  );
  const read = async (file: string) =>
    [file, titlesIn(await readFile(join(ROOT, 'test', file), 'utf8').catch(() => ''))] as const;
  return new Map(await Promise.all([...new Set(files)].map(read)));
}
