/** Writes the pages that are mailed: all of a file or nothing of it. Next stop: the page that is asked for. */
import type { CalendarEntry, CalendarSpan } from '../../client/calendar.ts';
import { counted } from '../../kernel/counted.ts';
import { failure } from '../../kernel/failure.ts';
import type { Fields } from '../../kernel/json.ts';
import { dayText } from '../../output/when.ts';
import type { Context, Outcome } from '../command.ts';
import { analyticsHtml, type Figures } from './analytics-page.ts';
import { calendarHtml } from './calendar-page.ts';
import { fetchThumbnails, pictureOf } from './thumbnails.ts';

/** A page is a file like any other, for whoever may read the folder. */
const FILE_MODE = 0o644;

export interface CalendarPosts {
  readonly found: readonly Fields[];
  readonly entries: readonly CalendarEntry[];
  readonly span: CalendarSpan;
}

export async function writeCalendar(
  file: string,
  { found, entries, span }: CalendarPosts,
  context: Context,
): Promise<Outcome> {
  refuseFolder(file, context);
  const shown = new Set(entries.map(({ _id }) => _id));
  const addresses = new Map(
    found.flatMap((post) => {
      const [id, picture] = [String(post['_id']), pictureOf(post)];
      return picture === undefined || !shown.has(id) ? [] : [[id, picture] as const];
    }),
  );
  const { pictures, missing } = await fetchThumbnails([...addresses.values()], context);
  const own = new Map(
    [...addresses].flatMap(([id, url]) => (pictures.has(url) ? [[id, pictures.get(url) ?? '']] : [])),
  );
  const html = calendarHtml({ entries, span, pictures: own, made: await madeWords(context) });
  return writePage({ file, html, missing, about: counted(entries.length, 'post') }, context);
}

export async function writeReport(file: string, figures: Figures, context: Context): Promise<Outcome> {
  refuseFolder(file, context);
  const addresses = figures.posts.flatMap((post) => pictureOf(post) ?? []);
  const { pictures, missing } = await fetchThumbnails(addresses, context);
  const html = analyticsHtml({ ...figures, pictures, made: await madeWords(context) });
  return writePage({ file, html, missing, about: counted(figures.days.length, 'day') }, context);
}

function refuseFolder(file: string, { world }: Context): void {
  if (file === '' || world.files.isFolder(world.files.resolve(file)))
    throw failure('usage', {
      message: `${file === '' ? 'Nothing' : file} is not a file to write to.`,
      param: '--html',
    });
}

async function madeWords(context: Context): Promise<string> {
  const [zone, now] = await Promise.all([context.zone(), context.serviceNow()]);
  return `Made with svc on ${dayText(now, zone)} (${zone}).`;
}

interface Written {
  readonly file: string;
  readonly html: string;
  readonly missing: number;
  /** What the page is about, counted. */
  readonly about: string;
}

async function writePage({ file, html, missing, about }: Written, { world, say }: Context): Promise<Outcome> {
  await world.files.writeAtomic(world.files.resolve(file), html, FILE_MODE);
  if (missing > 0) say(`${counted(missing, 'picture')} could not be fetched or embedded; the page is without them.`);
  const sizeBytes = Buffer.byteLength(html);
  return {
    result: { file, sizeBytes, missingPictures: missing },
    text: `${about} in ${file}, ${String(Math.ceil(sizeBytes / 1000))} kB. It needs nothing else: mail it, or print it from a browser.`,
  };
}
