/** How large the board of days is in its window, and how many entries a day of it has room for. Pure. */

/** Pixels, as board.css has them. */
const HEAD = 36;
const DAY_NUMBER = 26;
const ENTRY = { one: 20, two: 36 } as const;

/** What a week needs for two entries of one line. */
const LEAST_WEEK = DAY_NUMBER + 2 * ENTRY.one + 2;
const LEAST_BOARD = 384;

/** However tall the window is: more are read in the list. */
const MOST = 6;

/** Entries of an hour stand beside each other. */
const MOST_OF_DAY = 16;

export interface Room {
  /** Of the board, in pixels. */
  readonly height: number;
  /** Of a day. */
  readonly entries: number;
  /** Of an entry. */
  readonly lines: 1 | 2;
}

export interface Place {
  /** Pixels of the window below the board's upper edge. */
  readonly below: number;
  /** Rows of days; 0 where hours are rows. */
  readonly weeks: number;
  /** Posts of the day that has most. */
  readonly fullest: number;
}

export function roomIn({ below, weeks, fullest }: Place): Room {
  if (weeks === 0) return { height: Math.max(below, LEAST_BOARD), entries: MOST_OF_DAY, lines: 2 };
  const height = Math.max(below, HEAD + weeks * LEAST_WEEK);
  const left = (height - HEAD) / weeks - DAY_NUMBER;
  const long = Math.floor(left / ENTRY.two);
  if (long >= fullest) return { height, entries: Math.min(long, MOST), lines: 2 };
  return { height, entries: Math.min(Math.floor(left / ENTRY.one), MOST), lines: 1 };
}

const DAYS = 7;

/** Weeks from Monday to Sunday that a month has days in. @param ms a time within it */
export function weeksOf(ms: number): number {
  const date = new Date(ms);
  const [year, month] = [date.getFullYear(), date.getMonth()];
  const before = (new Date(year, month, 1).getDay() + DAYS - 1) % DAYS;
  return Math.ceil((before + new Date(year, month + 1, 0).getDate()) / DAYS);
}
