/** Draws the calendar of `svc posts calendar`: a month as a grid, a week or a narrow terminal as a list of days. */
import { dayHeading, headingOf, weekdayOf, type CalendarEntry, type CalendarSpan } from '../client/calendar.ts';
import { monthGrid, NARROWEST_GRID, painter, type Sheet, type Tone } from '../output/month-grid.ts';
import { neutralLine } from '../output/neutral.ts';
import { stylesFor, type Styles } from '../output/style.ts';
import { openRuler, type Ruler } from '../output/width.ts';

export async function calendarText(
  entries: readonly CalendarEntry[],
  span: CalendarSpan,
  sheet: Sheet,
): Promise<string> {
  const { bold, dim } = await stylesFor(sheet.color);
  const heading = `${bold(headingOf(span))}  ${dim(span.zone)}`;
  const isGrid = span.unit === 'month' && sheet.width >= NARROWEST_GRID;
  return `${heading}\n${await (isGrid ? gridText : agendaText)(entries, span, sheet)}`;
}

async function gridText(entries: readonly CalendarEntry[], span: CalendarSpan, sheet: Sheet): Promise<string> {
  const days = span.days.map((date) => ({
    date,
    isToday: date === span.today,
    entries: entriesOn(date, entries).map(({ time, content, status }) => ({
      time,
      text: content,
      tone: toneOf(status),
    })),
  }));
  return monthGrid(days, weekdayOf(span.days[0] ?? ''), sheet);
}

const entriesOn = (day: string, entries: readonly CalendarEntry[]): readonly CalendarEntry[] =>
  entries.filter(({ date }) => date === day);

const TONES: Readonly<Record<string, Tone>> = {
  scheduled: 'ahead',
  publishing: 'ahead',
  published: 'done',
  failed: 'wrong',
  partial: 'wrong',
  free: 'free',
};

const toneOf = (status: string): Tone => TONES[status] ?? 'idle';

interface Pen {
  readonly ruler: Ruler;
  readonly styles: Styles;
  readonly width: number;
  /** Columns of the widest status and of the widest list of platforms. */
  readonly statusWidth: number;
  readonly platformWidth: number;
}

/** Every day of a week; of a month only those with posts, and today. */
async function agendaText(entries: readonly CalendarEntry[], span: CalendarSpan, sheet: Sheet): Promise<string> {
  const [ruler, styles] = await Promise.all([openRuler(sheet.isUnicode), stylesFor(sheet.color)]);
  const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => ruler.width(text)));
  const pen = {
    ruler,
    styles,
    width: sheet.width,
    statusWidth: widest(entries.map(({ status }) => status)),
    platformWidth: Math.min(MOST_PLATFORMS, widest(entries.map(platformsOf))),
  };
  const days = span.days.filter(
    (date) => span.unit === 'week' || date === span.today || entriesOn(date, entries).length > 0,
  );
  const lines = days.flatMap((date) => [
    `${styles.bold(dayHeading(date))}${date === span.today ? '  today' : ''}`,
    ...entriesOn(date, entries).map((entry) => entryLine(entry, pen)),
  ]);
  return lines.join('\n');
}

/** Columns for the platforms of a post. */
const MOST_PLATFORMS = 20;

const platformsOf = ({ platforms }: CalendarEntry): string => platforms.join(', ');

function entryLine(entry: CalendarEntry, { ruler, styles, width, statusWidth, platformWidth }: Pen): string {
  const { time, status, content } = entry;
  const pad = (text: string, room: number): string => `${text}${' '.repeat(Math.max(0, room - ruler.width(text)))}`;
  const platforms = pad(ruler.cut(platformsOf(entry), platformWidth), platformWidth);
  const used = 2 + time.length + 2 + statusWidth + 2 + platformWidth + 2;
  const text = used + 4 > width ? '' : ruler.cut(neutralLine(content), width - used);
  return `  ${time}  ${painter(toneOf(status), styles)(pad(neutralLine(status), statusWidth))}  ${platforms}  ${text}`.trimEnd();
}
