/** `npm run prove -- NAME [ROUNDS]`: runs a long proof and writes what it found into docs/proofs.md. `npm test` runs the same tests in a short form. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import prettier from 'prettier';
import { provenPage, type Figures } from './prove/page.ts';
import { PROOFS, type Proof } from './prove/proofs.ts';
import { majorOf, runtimes } from './runtimes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
const PAGE = join(ROOT, 'docs', 'proofs.md');

const [name = '', rounds] = process.argv.slice(2);
const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined;
if (proof === undefined) {
  for (const [one, { about }] of Object.entries(PROOFS)) console.log(`${one.padEnd(12)} ${about}`);
  process.exitCode = name === '' ? 0 : 2;
} else {
  const found = await prove(proof, rounds);
  if (found === undefined) process.exitCode = 1;
  else await write({ ...found, name: [name, process.env['SVC_PROOF_PARTS'] ?? ''].filter(Boolean).join(', ') });
}

/** @returns undefined when the tests failed; vitest has said why */
async function prove(
  { test, rounds: usual, node }: Proof,
  wanted: string | undefined,
): Promise<Omit<Figures, 'name'> | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-prove-'));
  const file = join(folder, 'figures');
  const begun = performance.now();
  const runtime = await runtimeOf(node);
  const rounds = wanted ?? usual?.toString();
  const counted = rounds === undefined ? {} : { SVC_PROOF_ROUNDS: rounds, SVC_PROOF_FIGURES: file };
  try {
    const args = [VITEST, 'run', test, ...(rounds === undefined ? [] : ['--no-file-parallelism'])];
    const run = await execa(runtime, args, {
      cwd: ROOT,
      reject: false,
      stdin: 'ignore',
      stdout: ['inherit', 'pipe'],
      stderr: 'inherit',
      // What the tests start by the name of node is this one as well.
      env: { ...counted, PATH: `${dirname(runtime)}${delimiter}${process.env['PATH'] ?? ''}` },
    });
    if (run.exitCode !== 0) return undefined;
    const figures = rounds === undefined ? (run.stdout.trim().split('\n').at(-1) ?? '') : await readFile(file, 'utf8');
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
    const { stdout: version } = await execa(runtime, ['--version']);
    return { sentences: figures.trim().split('\n'), run: `${minutes} min on Node ${version.slice(1)}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runtimeOf(major = majorOf(process.versions.node)): Promise<string> {
  const found = (await runtimes()).find((one) => one.major === major);
  if (found === undefined) throw new Error(`Node ${major} is not there.`);
  return found.node;
}

async function write(figures: Figures): Promise<void> {
  const before = await readFile(PAGE, 'utf8').catch(() => '');
  const page = provenPage(before, figures, PROOFS);
  await writeFile(PAGE, await prettier.format(page, { parser: 'markdown', printWidth: 120 }));
  for (const sentence of figures.sentences) console.log(sentence);
}
