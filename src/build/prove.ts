/** `npm run prove -- NAME [ROUNDS]`: runs a long proof and writes what it found into docs/proofs.md. `npm test` runs the same tests in a short form. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import prettier from 'prettier';
import { provenPage, type Figures } from './prove/page.ts';
import { PROOFS } from './prove/proofs.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = join(ROOT, 'docs', 'proofs.md');

const [name = '', rounds] = process.argv.slice(2);
const proof = Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined;
if (proof === undefined) {
  for (const [one, { about }] of Object.entries(PROOFS)) console.log(`${one.padEnd(12)} ${about}`);
  process.exitCode = name === '' ? 0 : 2;
} else {
  const found = await prove(proof.test, Number(rounds ?? proof.rounds));
  if (found === undefined) process.exitCode = 1;
  else await write({ ...found, name });
}

/** @returns undefined when the test failed; vitest has said why */
async function prove(test: string, rounds: number): Promise<Omit<Figures, 'name'> | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-prove-'));
  const file = join(folder, 'figures');
  const begun = performance.now();
  try {
    const run = await execa('vitest', ['run', test, '--no-file-parallelism'], {
      cwd: ROOT,
      preferLocal: true,
      reject: false,
      stdio: 'inherit',
      env: { SVC_PROOF_ROUNDS: String(rounds), SVC_PROOF_FIGURES: file },
    });
    if (run.exitCode !== 0) return undefined;
    const sentences = (await readFile(file, 'utf8')).trim().split('\n');
    const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
    return { sentences, run: `${minutes} min on Node ${process.versions.node}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(figures: Figures): Promise<void> {
  const before = await readFile(PAGE, 'utf8').catch(() => '');
  const page = provenPage(before, figures, PROOFS);
  await writeFile(PAGE, await prettier.format(page, { parser: 'markdown', printWidth: 120 }));
  for (const sentence of figures.sentences) console.log(sentence);
}
