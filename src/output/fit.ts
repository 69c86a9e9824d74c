/** Column widths that fit a terminal: the widest columns give way first, the first one, which names the record, never. Pure. */

/** Columns are not made narrower than this, even where the line then wraps. */
const NARROWEST = 8;

/**
 * @param natural widths that would show everything
 * @param available columns of the terminal; undefined leaves the widths as they are
 * @param gap columns between two columns
 */
export function fittedWidths(
  natural: readonly number[],
  available: number | undefined,
  gap: number,
): readonly number[] {
  if (available === undefined) return natural;
  const [first = 0, ...others] = natural;
  const room = available - first - gap * others.length;
  let most = Math.max(NARROWEST, ...others);
  while (most > NARROWEST && total(others, most) > room) most -= 1;
  return [first, ...others.map((width) => Math.min(width, most))];
}

const total = (widths: readonly number[], most: number): number =>
  widths.reduce((sum, width) => sum + Math.min(width, most), 0);
