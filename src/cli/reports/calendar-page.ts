/** `svc posts calendar --html`: a month or a week of posts as a page that is mailed or printed. Pure. */
import { headingOf, weekdayOf, type CalendarEntry, type CalendarSpan } from '../../client/calendar.ts';
import { counted } from '../../kernel/counted.ts';
import { escaped, pageText } from '../../output/html/page.ts';
import { platformLabel } from '../../platforms/labels.ts';
import { toneOf } from '../../output/tones.ts';

export interface CalendarPage {
  readonly entries: readonly CalendarEntry[];
  readonly span: CalendarSpan;
  /** `data:` addresses of pictures by the id of their post. */
  readonly pictures: ReadonlyMap<string, string>;
  /** When the page was made, in words. */
  readonly made: string;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function calendarHtml({ entries, span, pictures, made }: CalendarPage): string {
  const empty = (length: number): readonly string[] => Array.from({ length }, () => '<td class="other empty"></td>');
  const before = empty(weekdayOf(span.days[0] ?? ''));
  const days = span.days.map((date) => dayCell(date, { entries, span, pictures }));
  const after = empty((7 - ((before.length + days.length) % 7)) % 7);
  const cells = [...before, ...days, ...after];
  const rows = Array.from(
    { length: cells.length / 7 },
    (_, at) => `<tr>${cells.slice(at * 7, at * 7 + 7).join('')}</tr>`,
  );
  const head = WEEKDAYS.map((name) => `<th scope="col">${name}</th>`).join('');
  return pageText({
    title: headingOf(span),
    subtitle: `${counted(entries.length, 'post')}, times in ${span.zone}`,
    body: `<table class="month"><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
    foot: made,
    paper: 'landscape',
  });
}

type Cells = Omit<CalendarPage, 'made'>;

function dayCell(date: string, { entries, span, pictures }: Cells): string {
  const posts = entries.filter((entry) => entry.date === date).map((entry) => postBox(entry, pictures));
  const isToday = date === span.today;
  const kind = [...(isToday ? ['today'] : []), ...(posts.length === 0 ? ['empty'] : [])].join(' ');
  return `<td class="${kind}"><time class="day" datetime="${date}">${String(Number(date.slice(-2)))}</time>${posts.join('')}</td>`;
}

function postBox({ _id, time, status, platforms, content }: CalendarEntry, pictures: Cells['pictures']): string {
  const picture = pictures.get(_id);
  const image = picture === undefined ? '' : `<img class="thumb" alt="" src="${picture}">`;
  return `<div class="post ${toneOf(status) ?? ''}"><b>${escaped(time)}</b> ${escaped(status)}<br><span class="soft">${escaped(platforms.map(platformLabel).join(', '))}</span><br>${escaped(content)}${image}</div>`;
}
