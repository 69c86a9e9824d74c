/** `svc analytics report --html`: what posts brought in a span of time, as a page that is mailed or printed. Pure. */
import { fieldsIn, isFields, textOf, type Fields } from '../../kernel/json.ts';
import type { HourValue } from '../../output/heat-map.ts';
import { barsSvg, columnsSvg, weekSvg } from '../../output/html/charts.ts';
import { escaped, link, pageText } from '../../output/html/page.ts';
import { platformLabel } from '../../platforms/labels.ts';
import { dayText } from '../../output/when.ts';
import { pictureOf } from './thumbnails.ts';

/** What the API answered. */
export interface Figures {
  readonly title: string;
  readonly zone: string;
  /** Rows of `dailyData`. */
  readonly days: readonly Fields[];
  /** The posts with most engagement. */
  readonly posts: readonly Fields[];
  readonly formats: readonly Fields[];
  /** Engagements per post by the hour of the zone. */
  readonly hours: readonly HourValue[];
}

export interface AnalyticsPage extends Figures {
  /** `data:` addresses by the address of the picture. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly made: string;
}

/** Figures that days add up to. Reach is not one of them: who is reached on two days is counted twice. */
const SUMS = ['views', 'impressions', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const;

export function analyticsHtml({ title, zone, days, posts, formats, hours, pictures, made }: AnalyticsPage): string {
  const span = days.length === 0 ? 'No days with figures' : spanWords(dayOf(days[0]), dayOf(days.at(-1)));
  const body = [
    tiles(days),
    days.length === 0 ? '' : section('Views by day', columnsSvg(points(days, 'views'), 'Views by day')),
    days.length === 0 ? '' : section('Likes by day', columnsSvg(points(days, 'likes'), 'Likes by day')),
    postTable(posts, { zone, pictures }),
    `<div class="sides">${formatPart(formats)}${hourPart(hours, zone)}</div>`,
  ];
  return pageText({ title, subtitle: span, body: body.join('\n'), foot: made, paper: 'portrait' });
}

const dayOf = (row: Fields | undefined): string => textOf(row?.['date']) ?? '';

/** `Feb 26`; a day is one of the calendar, whatever the zone. */
const dayWords = (date: string): string => wordsIn(date, { month: 'short', day: 'numeric' });

const spanWords = (first: string, last: string): string => {
  const whole = { month: 'long', day: 'numeric', year: 'numeric' } as const;
  return first === last ? wordsIn(first, whole) : `${wordsIn(first, whole)} to ${wordsIn(last, whole)}`;
};

const wordsIn = (date: string, form: Intl.DateTimeFormatOptions): string =>
  Number.isNaN(Date.parse(date)) ? date : new Date(date).toLocaleDateString('en-US', { ...form, timeZone: 'UTC' });

const figureOf = (row: Fields, name: string): number => {
  const own = isFields(row['metrics']) ? row['metrics'][name] : undefined;
  return typeof own === 'number' ? own : 0;
};

const points = (days: readonly Fields[], name: string) =>
  days.map((row) => ({ label: dayWords(dayOf(row)), value: figureOf(row, name) }));

const section = (heading: string, body: string): string => `<section><h2>${escaped(heading)}</h2>${body}</section>`;

const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

function tiles(days: readonly Fields[]): string {
  const posts = days.reduce((sum, row) => sum + (typeof row['postCount'] === 'number' ? row['postCount'] : 0), 0);
  const sums = SUMS.map((name) => [name, days.reduce((sum, row) => sum + figureOf(row, name), 0)] as const);
  const items = [['posts', posts] as const, ...sums];
  return `<ul class="tiles">${items.map(([name, value]) => `<li><b>${number(value)}</b>${name}</li>`).join('')}</ul>`;
}

type Scene = Pick<AnalyticsPage, 'zone' | 'pictures'>;

/** Of a post; a narrow screen, which has no heads of columns, names each beside its value. */
const FIGURES = ['Views', 'Likes', 'Comments', 'Engagement'];

function postTable(posts: readonly Fields[], scene: Scene): string {
  if (posts.length === 0) return '';
  const isPictured = posts.some((post) => scene.pictures.has(pictureOf(post) ?? ''));
  const head = ['Post', ...FIGURES];
  const cells = head.map((name, at) => `<th scope="col"${at > 0 ? ' class="figure"' : ''}>${name}</th>`).join('');
  const first = isPictured ? '<th></th>' : '';
  const rows = posts.map((post) => `<tr>${isPictured ? pictureCell(post, scene) : ''}${postCells(post, scene)}</tr>`);
  return section(
    'Posts with most engagement',
    `<table class="posts"><thead><tr>${first}${cells}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  );
}

function pictureCell(post: Fields, { pictures }: Scene): string {
  const picture = pictures.get(pictureOf(post) ?? '');
  return `<td>${picture === undefined ? '' : `<img class="thumb" alt="" src="${picture}">`}</td>`;
}

function postCells(post: Fields, { zone }: Scene): string {
  const figures = isFields(post['analytics']) ? post['analytics'] : {};
  const figure = (name: string, after = ''): string =>
    typeof figures[name] === 'number' ? `${number(figures[name])}${after}` : '';
  const at = Date.parse(textOf(post['publishedAt']) ?? '');
  const platforms = [...new Set(fieldsIn(post['platforms']).map(({ platform }) => platformLabel(String(platform))))];
  const where = [...(Number.isNaN(at) ? [] : [dayText(at, zone)]), platforms.join(', ')].join(' · ');
  const words = textOf(post['content']) ?? '';
  const text = link(textOf(post['platformPostUrl']) ?? '', words === '' ? 'Without text' : words);
  const values = [figure('views'), figure('likes'), figure('comments'), figure('engagementRate', ' %')];
  return `<td class="text">${text}<br><span class="soft">${escaped(where)}</span></td>${values.map((value, at) => `<td class="figure" data-name="${FIGURES[at] ?? ''}">${value}</td>`).join('')}`;
}

function formatPart(formats: readonly Fields[]): string {
  if (formats.length === 0) return '';
  const bars = formats.map((row) => ({ label: textOf(row['mediaType']) ?? '', value: figureOf(row, 'views') }));
  return section('Views by format, all posts', barsSvg(bars, 'Views by format'));
}

function hourPart(hours: readonly HourValue[], zone: string): string {
  if (hours.length === 0) return '';
  const words = `<p class="soft">Engagements per post, all posts; hours in ${escaped(zone)}.</p>`;
  return section('Best hours', `${weekSvg(hours, 'Engagements per post by the hour of the week')}${words}`);
}
