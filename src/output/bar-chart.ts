/** Rows of figures as bars of a terminal: one line a row, with its label and its value. Pure but for measuring. */
import { neutralLine } from './neutral.ts';
import { openRuler } from './width.ts';

export interface Bar {
  readonly label: string;
  readonly value: number;
}

/** What a terminal offers. */
export interface Sheet {
  /** Columns. */
  readonly width: number;
  /** False where bars are drawn in ASCII. */
  readonly isUnicode: boolean;
}

const GAP = '  ';

/** Eighths of a block, which make the end of a bar. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Columns that a bar has at least, however long the labels are. */
const LEAST_BAR = 10;

export async function barChart(bars: readonly Bar[], { width, isUnicode }: Sheet): Promise<string> {
  const ruler = await openRuler(isUnicode);
  const labels = bars.map(({ label }) => neutralLine(label));
  const values = bars.map(({ value }) => value.toLocaleString('en-US', { maximumFractionDigits: 2 }));
  const valueWidth = Math.max(0, ...values.map((value) => value.length));
  const most = Math.max(1, Math.min(Math.floor(width / 2), width - valueWidth - LEAST_BAR - 2 * GAP.length));
  const labelWidth = Math.min(most, Math.max(0, ...labels.map((label) => ruler.width(label))));
  const room = width - labelWidth - valueWidth - 2 * GAP.length;
  const largest = Math.max(0, ...bars.map(({ value }) => value));
  const lines = bars.map(({ value }, at) => {
    const label = ruler.cut(labels[at] ?? '', labelWidth);
    const columns = largest === 0 ? 0 : (Math.max(0, value) / largest) * room;
    const left = `${label}${' '.repeat(Math.max(0, labelWidth - ruler.width(label)))}`;
    return `${left}${GAP}${(values[at] ?? '').padStart(valueWidth)}${GAP}${strokeOf(columns, isUnicode)}`.trimEnd();
  });
  return lines.join('\n');
}

function strokeOf(columns: number, isUnicode: boolean): string {
  if (!isUnicode) return '#'.repeat(Math.round(columns));
  const eighths = Math.round(columns * 8);
  return `${'█'.repeat(Math.floor(eighths / 8))}${EIGHTHS[eighths % 8] ?? ''}`;
}
