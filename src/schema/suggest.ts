/** "Did you mean": the nearest word of a list by edit distance. */
import { distance } from 'fastest-levenshtein';

/** The candidate nearest to `word`, or undefined when none is near enough to be meant. Case does not count. */
export function suggestion(word: string, candidates: Iterable<unknown>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestScore = Infinity;
  for (const candidate of candidates) {
    if (typeof candidate !== 'string') continue;
    const score = scoreOf(wanted, candidate.toLowerCase());
    if (score >= bestScore) continue;
    best = candidate;
    bestScore = score;
  }
  return best;
}

/** The hint at what was perhaps meant. */
export const didYouMean = (near: string): string => `Did you mean ${near}?`;

/** The smaller the nearer. Letters left out are a lesser slip than wrong ones; a beginning is meant where nothing is nearer. */
function scoreOf(wanted: string, candidate: string): number {
  const most = Math.max(1, Math.floor(wanted.length / 3));
  // Words differ at least by the letters that one of them has more.
  const isFar = Math.abs(wanted.length - candidate.length) > most;
  const gap = isFar ? Infinity : gapBetween(wanted, candidate);
  if (gap <= most) return isWithin(wanted, candidate) ? gap - 0.5 : gap;
  const isBeginning = wanted.length >= 3 && candidate.startsWith(wanted);
  return isBeginning ? most + candidate.length / 1_000 : Infinity;
}

/** Whether the letters occur in the candidate in this order. */
function isWithin(wanted: string, candidate: string): boolean {
  let at = -1;
  return [...wanted].every((letter) => (at = candidate.indexOf(letter, at + 1)) >= 0);
}

/** Two neighbors in the wrong order are one slip of the finger, not two. */
function gapBetween(a: string, b: string): number {
  const at = [...a].findIndex((sign, index) => sign !== b[index]);
  const swapped = `${a.slice(0, at)}${a[at + 1] ?? ''}${a[at] ?? ''}${a.slice(at + 2)}`;
  return at >= 0 && swapped === b ? 1 : distance(a, b);
}
