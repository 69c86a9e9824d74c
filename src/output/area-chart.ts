/** A series as columns of a terminal under one line, with the largest value, nothing, and the first and last label. Pure but for measuring. */
import type { Bar, Sheet } from './bar-chart.ts';
import { neutralLine } from './neutral.ts';
import { openRuler } from './width.ts';

const HEIGHT = 8;
const GAP = ' ';

/** Eighths of a block, from nothing. */
const EIGHTHS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** Columns that a point has at most. */
const WIDEST = 6;

/** Points that are more than the columns are put together by their means. */
export async function areaChart(points: readonly Bar[], { width, isUnicode }: Sheet): Promise<string> {
  const ruler = await openRuler(isUnicode);
  const largest = Math.max(0, ...points.map(({ value }) => value));
  if (largest === 0)
    return `0 from ${neutralLine(points[0]?.label ?? '')} to ${neutralLine(points.at(-1)?.label ?? '')}`;
  const top = numberText(largest);
  const axis = isUnicode ? '│' : '|';
  const room = Math.max(1, width - top.length - GAP.length - 1);
  const values = meansOf(
    points.map(({ value }) => value),
    room,
  );
  const wide = Math.max(1, Math.min(WIDEST, Math.floor(room / Math.max(1, values.length))));
  const levels = values.map((value) => (largest === 0 ? 0 : (Math.max(0, value) / largest) * HEIGHT));
  const lines = Array.from({ length: HEIGHT }, (_, at) => {
    const base = HEIGHT - 1 - at;
    const label = at === 0 ? top : base === 0 ? '0' : '';
    const cells = levels.map((level) => cellAt(level - base, isUnicode).repeat(wide)).join('');
    return `${label.padStart(top.length)}${GAP}${axis}${cells}`.trimEnd();
  });
  const [first = '', last = ''] = [points[0]?.label, points.at(-1)?.label].map((label) => neutralLine(label ?? ''));
  const span = values.length * wide;
  const between = Math.max(1, span - ruler.width(first) - ruler.width(last));
  const foot = points.length < 2 ? first : `${first}${' '.repeat(between)}${last}`;
  return [...lines, `${' '.repeat(top.length + GAP.length + 1)}${ruler.cut(foot, room)}`].join('\n');
}

/** A value that is not nothing shows at least as the smallest block. */
function cellAt(part: number, isUnicode: boolean): string {
  if (!isUnicode) return part >= 0.5 ? '#' : part > 0 ? '.' : ' ';
  const eighth = part <= 0 ? 0 : Math.min(8, Math.max(1, Math.round(part * 8)));
  return EIGHTHS[eighth] ?? ' ';
}

export const numberText = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

function meansOf(values: readonly number[], most: number): readonly number[] {
  if (values.length <= most) return values;
  return Array.from({ length: most }, (_, at) => {
    const part = values.slice(Math.floor((at * values.length) / most), Math.floor(((at + 1) * values.length) / most));
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}
