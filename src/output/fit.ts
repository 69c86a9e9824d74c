/** Column widths that fit a terminal: the widest columns give way first. Pure. */

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
  const room = available - gap * Math.max(0, natural.length - 1);
  let most = Math.max(NARROWEST, ...natural);
  while (most > NARROWEST && total(natural, most) > room) most -= 1;
  return natural.map((width) => Math.min(width, most));
}

const total = (widths: readonly number[], most: number): number =>
  widths.reduce((sum, width) => sum + Math.min(width, most), 0);
