/** docs/proofs.md: what each long proof found when it last ran. Pure; read and written by prove.ts. */
import type { Proof } from './proofs.ts';

export interface Figures {
  /** The proof's, and after a comma what it was limited to: `mutations, areas/ads`. */
  readonly name: string;
  /** What was found, a sentence each. */
  readonly sentences: readonly string[];
  /** How long it took, and on what. */
  readonly run: string;
}

const HEAD = `# Proofs

What the long proofs found when they last ran. \`npm run prove\` lists them, \`npm run prove -- NAME [ROUNDS]\` runs one and rewrites its section here. \`npm test\` runs a short form of each.
`;

/** The page with one proof's figures replaced; the other sections stay as they are. */
export function provenPage(
  before: string,
  { name, sentences, run }: Figures,
  proofs: Readonly<Record<string, Proof>>,
): string {
  const sections = sectionsOf(before);
  sections.set(name, `${sentences.map((sentence) => `- ${sentence}`).join('\n')}\n\nLast run: ${run}.`);
  const shown = Object.entries(proofs).flatMap(([proof, { about, test }]) =>
    [...sections]
      .filter(([title]) => title === proof || title.startsWith(`${proof}, `))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([title, found]) => `## ${title}\n\nIt ${about} (\`${test}\`).\n\n${found}\n`),
  );
  return [HEAD, ...shown].join('\n');
}

/** Name of a proof to what it found; the sentence that says what it is about is written anew. */
export function sectionsOf(page: string): Map<string, string> {
  const sections = page.split(/^## /m).slice(1);
  return new Map(
    sections.map((section): [string, string] => {
      const [name = '', , , , ...found] = section.split('\n');
      return [name, found.join('\n').trim()];
    }),
  );
}
