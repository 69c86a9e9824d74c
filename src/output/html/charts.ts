/** Figures as pictures in a page: columns over days, bars, and the hours of a week. Inline SVG, each with its figures as titles. Pure. */
import type { Bar } from '../bar-chart.ts';
import type { HourValue } from '../heat-map.ts';
import { escaped } from './page.ts';

const WIDTH = 720;

const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });
const at = (value: number): string => String(Math.round(value * 10) / 10);

const svg = (height: number, label: string, parts: readonly string[], width = WIDTH): string =>
  `<svg viewBox="0 0 ${String(width)} ${String(height)}" role="img" aria-label="${escaped(label)}">${parts.join('')}</svg>`;

/** Columns that have room for their name; of more, the first and the last are named. */
const MOST_NAMED = 14;

/** A column for each point. @param label what the picture shows, for who cannot see it */
export function columnsSvg(points: readonly Bar[], label: string): string {
  const [top, height, left] = [18, 150, 44];
  const largest = Math.max(0, ...points.map(({ value }) => value));
  const step = (WIDTH - left) / Math.max(1, points.length);
  const columns = points.map(({ label: name, value }, index) => {
    const tall = largest === 0 ? 0 : (Math.max(0, value) / largest) * height;
    return `<rect x="${at(left + index * step + step * 0.1)}" y="${at(top + height - tall)}" width="${at(step * 0.8)}" height="${at(tall)}" fill="#1f5fbf"><title>${escaped(name)}: ${number(value)}</title></rect>`;
  });
  const text = (x: number, y: number, words: string, anchor: string): string =>
    `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${escaped(words)}</text>`;
  return svg(top + height + 22, label, [
    `<line x1="${at(left)}" x2="${at(WIDTH)}" y1="${at(top + height)}" y2="${at(top + height)}" stroke="#d8dee4"/>`,
    `<line x1="${at(left)}" x2="${at(WIDTH)}" y1="${at(top)}" y2="${at(top)}" stroke="#d8dee4" stroke-dasharray="3 3"/>`,
    text(left - 6, top + 4, number(largest), 'end'),
    text(left - 6, top + height + 4, '0', 'end'),
    ...columns,
    ...(points.length <= MOST_NAMED
      ? points.map(({ label: name }, index) => text(left + (index + 0.5) * step, top + height + 17, name, 'middle'))
      : [
          text(left, top + height + 17, points[0]?.label ?? '', 'start'),
          text(WIDTH, top + height + 17, points.at(-1)?.label ?? '', 'end'),
        ]),
  ]);
}

/** A bar for each row, with its name before and its figure after it. */
export function barsSvg(bars: readonly Bar[], label: string): string {
  const [row, left, right, width] = [28, 96, 70, 400];
  const largest = Math.max(0, ...bars.map(({ value }) => value));
  const parts = bars.map(({ label: name, value }, index) => {
    const long = largest === 0 ? 0 : (Math.max(0, value) / largest) * (width - left - right);
    const y = index * row;
    return (
      `<text x="${at(left - 8)}" y="${at(y + 18)}" text-anchor="end">${escaped(name.slice(0, 14))}</text>` +
      `<rect x="${at(left)}" y="${at(y + 5)}" width="${at(long)}" height="${at(row - 10)}" fill="#1f5fbf"><title>${escaped(name)}: ${number(value)}</title></rect>` +
      `<text x="${at(left + long + 6)}" y="${at(y + 18)}">${number(value)}</text>`
    );
  });
  return svg(Math.max(row, bars.length * row), label, parts, width);
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** From pale to dark, which also a printer without colors and an eye that does not see some of them tell apart. */
const SHADES = ['#eef1f4', '#c6d9f3', '#8db4e8', '#4a83d0', '#123f85'];

/** The hours of a week: a row a day. */
export function weekSvg(values: readonly HourValue[], label: string): string {
  const [cell, left, top, width] = [15, 34, 18, 400];
  const sums = new Map<string, number>();
  for (const { day, hour, value } of values)
    sums.set(`${String(day)} ${String(hour)}`, (sums.get(`${String(day)} ${String(hour)}`) ?? 0) + value);
  const largest = Math.max(0, ...sums.values());
  const cells = DAYS.flatMap((name, day) =>
    Array.from({ length: 24 }, (_, hour) => {
      const value = sums.get(`${String(day)} ${String(hour)}`) ?? 0;
      const shade = value <= 0 ? 0 : Math.min(4, Math.ceil((value / largest) * 4));
      return `<rect x="${at(left + hour * cell)}" y="${at(top + day * 20)}" width="${at(cell - 1)}" height="19" fill="${SHADES[shade] ?? ''}"><title>${name} ${String(hour).padStart(2, '0')}:00: ${number(value)}</title></rect>`;
    }),
  );
  const names = DAYS.map((name, day) => `<text x="0" y="${at(top + day * 20 + 14)}">${name}</text>`);
  const hours = [0, 6, 12, 18].map(
    (hour) => `<text x="${at(left + hour * cell)}" y="12">${String(hour).padStart(2, '0')}</text>`,
  );
  return svg(top + 7 * 20, label, [...names, ...hours, ...cells], width);
}
