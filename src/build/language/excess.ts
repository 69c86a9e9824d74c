/** Compares the refused phrases of every text with the list of those that are left. Pure. Called by language.ts. */

export interface Phrase {
  readonly text: string;
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly say: string;
}

/** How often a file still has a phrase: file to phrase to number. */
export type Left = Readonly<Record<string, Readonly<Record<string, number>>>>;

interface Text {
  readonly path: string;
  readonly text: string;
}

/** Matches the words as they are written, at word boundaries, across any white space. */
export const phraseOf = (text: string, say: string): Phrase => ({
  text,
  say,
  pattern: new RegExp(`\\b${text.replaceAll(' ', '\\s+')}\\b`, 'gi'),
});

/** @returns sentences about every file that has more of a phrase than is left, or less, and the list as it would be now */
export function excessIn(
  texts: readonly Text[],
  phrases: readonly Phrase[],
  left: Left,
): { readonly excess: readonly string[]; readonly now: Left } {
  const excess: string[] = [];
  const now: Record<string, Record<string, number>> = {};
  const add = (path: string, phrase: string, count: number): void => {
    if (count > 0) (now[path] ??= {})[phrase] = count;
  };
  for (const { path, text } of texts)
    for (const { text: phrase, pattern, say } of phrases) {
      const lines = [...text.matchAll(pattern)].map(({ index }) => text.slice(0, index).split('\n').length);
      const known = left[path]?.[phrase] ?? 0;
      add(path, phrase, Math.min(lines.length, known));
      if (lines.length > known) excess.push(`${path}:${lines.join(',')} says "${phrase}"; write ${say}`);
      if (lines.length < known)
        excess.push(`${path} says "${phrase}" less often than listed; run tsx src/build/language.ts --shrink`);
    }
  const paths = new Set(texts.map(({ path }) => path));
  for (const path of Object.keys(left))
    if (!paths.has(path)) excess.push(`${path} is listed and does not exist; run tsx src/build/language.ts --shrink`);
  return { excess, now };
}

const HEAD =
  '# How often a file still has a refused phrase. The list may only shrink: `npx tsx src/build/language.ts --shrink`.';

/** `left.yaml`: a line a file. */
export const leftText = (left: Left): string =>
  [HEAD, ...Object.entries(left).map(([path, counts]) => `${path}: ${flowOf(counts)}`)].join('\n') + '\n';

const flowOf = (counts: Readonly<Record<string, number>>): string =>
  `{ ${Object.entries(counts)
    .map(([phrase, count]) => `${phrase}: ${String(count)}`)
    .join(', ')} }`;
