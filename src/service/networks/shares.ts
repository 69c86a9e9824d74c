/** Whole numbers distributed over parts. Used where metrics are reported part by part. */

/**
 * A whole number shared out by weight. The parts sum to it, and none becomes less when the number grows: what is fewer
 * than something else in sum is so in every part too.
 */
export function sharedOut(count: number, weights: readonly number[]): readonly number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return weights.map((_, at) => (at === 0 ? count : 0));
  const shares = weights.map((weight) => Math.floor((count * weight) / total));
  let left = count - shares.reduce((sum, share) => sum + share, 0);
  for (; left > 0; left -= 1) {
    const quotients = shares.map((share, at) => (weights[at] ?? 0) / (share + 1));
    const next = quotients.indexOf(Math.max(...quotients));
    shares[next] = (shares[next] ?? 0) + 1;
  }
  return shares;
}
