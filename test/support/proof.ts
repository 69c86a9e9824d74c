/** Tests that are also proofs: `npm run prove` runs them longer and writes down what they found. See src/build/prove.ts. */
import { appendFile } from 'node:fs/promises';

/** How often a proof repeats its trial. @param short what `npm test` has time for */
export const roundsOf = (short: number): number => Number(process.env['SVC_PROOF_ROUNDS'] ?? short);

/** What the proof draws its chance from: a number of the caller's choice, for a sample that nobody has seen. @param usual what `npm test` draws from */
export const seedOf = (usual: number): number => Number(process.env['SVC_PROOF_SEED'] ?? usual);

/** The parts that a proof is limited to, from a list with commas. @param all every part, for a proof without a limit */
export const partsOf = (all: readonly string[]): readonly string[] => {
  const wanted = process.env['SVC_PROOF_PARTS']?.split(',');
  return wanted === undefined ? all : all.filter((part) => wanted.includes(part));
};

/** Writes down a sentence with what the proof found; `npm test` keeps none. */
export async function sayFigure(sentence: string): Promise<void> {
  const file = process.env['SVC_PROOF_FIGURES'];
  if (file !== undefined) await appendFile(file, `${sentence}\n`);
}
