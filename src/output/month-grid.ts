/** A month as a grid of weeks (cli-table3): each day with what happens on it. Loaded only when a calendar is drawn. */
import Table from 'cli-table3';
import { neutralLine } from './neutral.ts';
import { stylesFor, type Styles } from './style.ts';
import { openRuler, type Ruler } from './width.ts';

/** What happens at a time of a day. */
export interface GridEntry {
  /** `09:00` */
  readonly time: string;
  readonly text: string;
  readonly tone: Tone;
}

export type Tone = 'ahead' | 'done' | 'wrong' | 'free' | 'idle';

export interface GridDay {
  /** `2026-12-01` */
  readonly date: string;
  readonly isToday: boolean;
  readonly entries: readonly GridEntry[];
}

/** What a terminal offers. */
export interface Sheet {
  /** Columns. */
  readonly width: number;
  readonly color: boolean;
  /** False where the grid is drawn in ASCII. */
  readonly isUnicode: boolean;
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Columns below which a grid of seven days says too little. */
export const NARROWEST_GRID = 64;

/** Widest column: wider ones are hard to read across. */
const WIDEST_DAY = 24;

/** Columns from which a time and its text share a line. */
const ONE_LINE = 17;

/** Entries of a day that are drawn; the rest are counted. */
const MOST_ENTRIES = 4;

interface Pen {
  readonly ruler: Ruler;
  readonly styles: Styles;
  readonly signs: Readonly<Record<Tone, string>>;
  /** Columns of a day. */
  readonly room: number;
}

/** Not by color alone. */
const SIGNS: Readonly<Record<Tone, string>> = { ahead: '•', done: '✓', wrong: '✗', free: '◇', idle: '○' };
const ASCII_SIGNS: Readonly<Record<Tone, string>> = { ahead: '*', done: '+', wrong: '!', free: 'o', idle: '-' };

/** @param offset weekday of the first day: 0 for Monday, 6 for Sunday */
export async function monthGrid(days: readonly GridDay[], offset: number, sheet: Sheet): Promise<string> {
  const { width, color, isUnicode } = sheet;
  const [ruler, styles] = await Promise.all([openRuler(isUnicode), stylesFor(color)]);
  const room = Math.min(WIDEST_DAY, Math.floor((width - WEEKDAYS.length - 1) / WEEKDAYS.length));
  const pen = { ruler, styles, signs: isUnicode ? SIGNS : ASCII_SIGNS, room };
  const table = new Table({
    head: WEEKDAYS.map((name) => styles.bold(name)),
    colWidths: WEEKDAYS.map(() => room),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
    ...(!isUnicode && { chars: ASCII_LINES }),
  });
  const cells = [...Array.from({ length: offset }, () => ''), ...days.map((day) => dayCell(day, pen))];
  for (let at = 0; at < cells.length; at += WEEKDAYS.length)
    table.push(Array.from({ length: WEEKDAYS.length }, (_, column) => cells[at + column] ?? ''));
  const tones = new Set(days.flatMap(({ entries }) => entries.map(({ tone }) => tone)));
  return [table.toString(), ...(tones.size === 0 ? [] : [legend(tones, pen)])].join('\n');
}

function dayCell({ date, isToday, entries }: GridDay, pen: Pen): string {
  const number = String(Number(date.slice(-2)));
  const more = entries.length - MOST_ENTRIES;
  return [
    isToday ? pen.styles.bold(`[${number}]`) : number,
    ...entries.slice(0, MOST_ENTRIES).flatMap((entry) => entryLines(entry, pen)),
    ...(more > 0 ? [`+${more} more`] : []),
  ].join('\n');
}

function entryLines({ time, text, tone }: GridEntry, { ruler, styles, signs, room }: Pen): readonly string[] {
  const paint = painter(tone, styles);
  const head = `${signs[tone]} ${time}`;
  const words = neutralLine(text);
  if (room >= ONE_LINE) return [`${paint(head)} ${ruler.cut(words, room - head.length - 1)}`];
  return [paint(head), ...(words === '' ? [] : [ruler.cut(words, room)])];
}

/** The color of a tone. */
export function painter(tone: Tone, { green, red, yellow, dim }: Styles): (text: string) => string {
  return { ahead: yellow, done: green, wrong: red, free: dim, idle: dim }[tone];
}

const TONE_WORDS: Readonly<Record<Tone, string>> = {
  ahead: 'scheduled',
  done: 'published',
  wrong: 'failed or partial',
  free: 'free',
  idle: 'other',
};

/** What the signs of this grid mean. */
function legend(tones: ReadonlySet<Tone>, { styles, signs }: Pen): string {
  const words = (Object.keys(TONE_WORDS) as readonly Tone[]).filter((tone) => tones.has(tone));
  return words.map((tone) => `${painter(tone, styles)(signs[tone])} ${TONE_WORDS[tone]}`).join('   ');
}

const ASCII_LINES = {
  top: '-',
  'top-mid': '+',
  'top-left': '+',
  'top-right': '+',
  bottom: '-',
  'bottom-mid': '+',
  'bottom-left': '+',
  'bottom-right': '+',
  left: '|',
  'left-mid': '+',
  mid: '-',
  'mid-mid': '+',
  right: '|',
  'right-mid': '+',
  middle: '|',
};
