/** The hours of a week as shades of a terminal: a line a day, two columns an hour. Pure. */
import type { Sheet } from './bar-chart.ts';

/** How much there was in an hour. */
export interface HourValue {
  /** 0 is Monday. */
  readonly day: number;
  /** 0 to 23. */
  readonly hour: number;
  readonly value: number;
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** From nothing to the most: they differ in density, so that no color is needed. */
const SHADES = { unicode: ['·', '░', '▒', '▓', '█'], ascii: ['.', '-', '+', '*', '#'] };

/** Hours that are named above the columns. */
const NAMED_EVERY = 3;

/** @param unit what the values count, in the plural */
export function heatMap(values: readonly HourValue[], unit: string, { width, isUnicode }: Sheet): string {
  const shades = isUnicode ? SHADES.unicode : SHADES.ascii;
  const most = Math.max(0, ...values.map(({ value }) => value));
  const cellWidth = width >= DAY_WIDTH + 2 * HOURS.length ? 2 : 1;
  const cell = (day: number, hour: number): string => {
    const value = sumAt(values, day, hour);
    return (shades[levelOf(value, most)] ?? '').repeat(cellWidth);
  };
  const head = HOURS.map((hour) =>
    hour % NAMED_EVERY === 0 && (cellWidth === 2 || hour % (2 * NAMED_EVERY) === 0)
      ? String(hour).padStart(2, '0')
      : '',
  );
  return [
    `${' '.repeat(DAY_WIDTH)}${spread(head, cellWidth)}`.trimEnd(),
    ...DAYS.map((name, day) => `${name}  ${HOURS.map((hour) => cell(day, hour)).join('')}`),
    '',
    `${shades[0]} none  ${shades.slice(1).join('')} up to ${most.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`,
  ].join('\n');
}

const DAY_WIDTH = 5;

/** Labels at their columns: one may reach over those of the following hours, which have none. */
function spread(labels: readonly string[], cellWidth: number): string {
  let line = '';
  for (const [at, label] of labels.entries()) if (label !== '') line = `${line.padEnd(at * cellWidth)}${label}`;
  return line;
}

const sumAt = (values: readonly HourValue[], day: number, hour: number): number =>
  values.reduce((sum, one) => (one.day === day && one.hour === hour ? sum + one.value : sum), 0);

/** 0 for nothing, else 1 to 4 in equal steps. */
const levelOf = (value: number, most: number): number => (value <= 0 ? 0 : Math.min(4, Math.ceil((value / most) * 4)));
