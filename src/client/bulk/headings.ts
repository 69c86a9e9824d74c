/** What the headings of spreadsheets mean: any case, the words of common exports, and a date and a time in two columns. Used by fields.ts. */
import type { RowProblem } from './row.ts';

/** The two halves of an instant that exports keep in columns of their own. */
const DATE = 'date';
const TIME = 'time';

/** Headings of other tools, letters and digits alone, by the column that means the same here. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  content: ['text', 'caption', 'message', 'copy', 'body', 'post', 'posttext', 'postcontent'],
  to: ['accounts', 'account', 'channels', 'channel', 'networks', 'network', 'socialaccounts', 'postto'],
  at: [
    'datetime',
    'dateandtime',
    'datetimeutc',
    'scheduledat',
    'scheduleat',
    'publishat',
    'when',
    'scheduledate',
    'scheduledtime',
  ],
  media: [
    'mediaurls',
    'mediaurl',
    'images',
    'image',
    'imageurl',
    'imageurls',
    'picture',
    'pictures',
    'photo',
    'photos',
    'video',
    'videourl',
    'attachments',
    'files',
  ],
  [DATE]: ['day', 'postdate', 'postingdate', 'publishdate', 'publicationdate'],
  [TIME]: ['hour', 'posttime', 'postingtime', 'publishtime', 'publicationtime', 'timeofday'],
};

/** Case, spaces, dashes and underscores are a matter of taste. */
const plain = (heading: string): string => heading.toLowerCase().replaceAll(/[\s_-]+/g, '');

/**
 * The column that a heading means; undefined for an unknown one.
 * @param known names of the columns as they are spelled here
 */
export function columnOf(heading: string, known: readonly string[]): string | undefined {
  const [head = '', ...rest] = heading.trim().split(/(?=[.[])/);
  const wanted = plain(head);
  const own = known.find((name) => name === head) ?? known.find((name) => plain(name) === wanted);
  if (own !== undefined) return own + rest.join('');
  if (rest.length > 0) return undefined;
  return Object.entries(MEANINGS).find(([name, others]) => name === wanted || others.includes(wanted))?.[0];
}

/** Words for a suggestion, beside the columns themselves. */
export const otherHeadings: readonly string[] = [...Object.values(MEANINGS).flat(), DATE, TIME];

/** A column under its name here, and as the row spells it. */
export interface Named {
  readonly name: string;
  readonly heading: string;
  readonly value: unknown;
}

/** One value for each name; a date and a time become `at`. Two columns that mean the same are a problem, since one of them would be lost. */
export function joined(named: readonly Named[], problems: RowProblem[]): Record<string, unknown> {
  const first = new Map<string, Named>();
  for (const one of withInstant(named, problems)) {
    const before = first.get(one.name);
    if (before === undefined) first.set(one.name, one);
    else
      problems.push({
        param: one.heading,
        message: `The columns ${before.heading} and ${one.heading} both map to ${one.name}.`,
      });
  }
  return Object.fromEntries([...first].map(([name, { value }]) => [name, value]));
}

function withInstant(named: readonly Named[], problems: RowProblem[]): readonly Named[] {
  const [date, time] = [DATE, TIME].map((name) => named.find((one) => one.name === name));
  const rest = named.filter((one) => one !== date && one !== time);
  if (date === undefined && time === undefined) return named;
  if (date === undefined) {
    problems.push({
      param: time?.heading ?? TIME,
      message: `There is a time (${time?.heading ?? TIME}) without a date.`,
    });
    return rest;
  }
  const value = [date, time].flatMap((one) => (one === undefined ? [] : String(one.value).trim())).join(' ');
  const heading = [date, time].flatMap((one) => one?.heading ?? []).join(' and ');
  return [...rest, { name: 'at', heading, value }];
}
