/** Tests that are also proofs: `npm run prove` runs them longer and writes down what they found. See src/build/prove.ts. */
import { appendFile } from 'node:fs/promises';

/** How often a proof repeats its trial. @param short what `npm test` has time for */
export const roundsOf = (short: number): number => Number(process.env['SVC_PROOF_ROUNDS'] ?? short);

/** Writes down a sentence with what the proof found; `npm test` keeps none. */
export async function sayFigure(sentence: string): Promise<void> {
  const file = process.env['SVC_PROOF_FIGURES'];
  if (file !== undefined) await appendFile(file, `${sentence}\n`);
}
