/** "Did you mean": the nearest word of a list by edit distance. */
import { distance } from 'fastest-levenshtein';

/** The candidate nearest to `word`, or undefined when none is near enough to be meant. Case does not count. */
export function suggestion(word: string, candidates: Iterable<unknown>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of candidates) {
    if (typeof candidate !== 'string') continue;
    const gap = gapBetween(wanted, candidate.toLowerCase());
    if (gap >= bestDistance) continue;
    best = candidate;
    bestDistance = gap;
  }
  return best;
}

/** Two neighbours in the wrong order are one slip of the finger, not two. */
function gapBetween(a: string, b: string): number {
  const at = [...a].findIndex((sign, index) => sign !== b[index]);
  const swapped = `${a.slice(0, at)}${a[at + 1] ?? ''}${a[at] ?? ''}${a.slice(at + 2)}`;
  return at >= 0 && swapped === b ? 1 : distance(a, b);
}
