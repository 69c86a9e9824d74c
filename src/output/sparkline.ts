/** A series of figures in one cell of a table: a sign for each, by its height between the least and the most. Pure. */

const SIGNS = { unicode: [...'▁▂▃▄▅▆▇█'], ascii: [...'_.-~=+*#'] } as const;

/** Figures that a cell shows; of a longer series each sign is the mean of a stretch. */
const MOST = 12;

/** Empty for fewer than two figures, which are no course. */
export function sparkline(figures: readonly number[], isUnicode: boolean): string {
  if (figures.length < 2) return '';
  const signs = isUnicode ? SIGNS.unicode : SIGNS.ascii;
  const drawn = means(figures);
  const [least, most] = [Math.min(...drawn), Math.max(...drawn)];
  const levelOf = (figure: number): number =>
    most === least ? 0 : Math.round(((figure - least) / (most - least)) * (signs.length - 1));
  return drawn.map((figure) => signs[levelOf(figure)] ?? '').join('');
}

/** The figures, or the means of as many stretches as a cell has signs. */
function means(figures: readonly number[]): readonly number[] {
  if (figures.length <= MOST) return figures;
  return Array.from({ length: MOST }, (_, at) => {
    const stretch = figures.slice(
      Math.floor((at * figures.length) / MOST),
      Math.floor(((at + 1) * figures.length) / MOST),
    );
    return stretch.reduce((sum, one) => sum + one, 0) / stretch.length;
  });
}
