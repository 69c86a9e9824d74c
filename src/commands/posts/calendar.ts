/** `svc posts calendar`: the posts of a month or a week, drawn on a terminal and listed elsewhere. */
import { command } from '../../cli/command.ts';
import { failure } from '../../kernel/failure.ts';

/** Filters of the list that the calendar sets itself. */
const ITS_OWN: Readonly<Record<string, string>> = {
  fromDate: '--from-date',
  toDate: '--to-date',
  dateFrom: '--date-from',
  dateTo: '--date-to',
  sortBy: '--sort-by',
  page: '--page',
  offset: '--offset',
};

export default command({
  path: 'posts calendar',
  summary: 'Show the posts of a month or a week on a calendar.',
  description:
    'Days and times are in the time zone of the context. In a pipe, the posts are a list in chronological ' +
    'order; drafts without a time are skipped.',
  filtersOf: 'listPosts',
  args: {
    day: { summary: 'A month (2026-12), or any day of the month or week (2026-12-24) (default: today)' },
  },
  flags: {
    week: { type: 'boolean', common: true, summary: 'Show one week, Monday to Sunday' },
    month: { type: 'boolean', common: true, summary: 'Show one month (the default)' },
    html: {
      type: 'string',
      placeholder: 'file',
      common: true,
      summary: 'Write a page to this file that can be mailed or printed',
    },
  },
  fields: ['timezone', 'from', 'to', 'date', 'time', 'status', 'platforms', 'content', '_id'],
  watches: true,
  examples: [
    'svc posts calendar',
    'svc posts calendar 2026-12 --platform instagram',
    'svc posts calendar --week -o csv',
    'svc posts calendar 2026-12 --html december.html',
  ],
  exits: ['auth', 'rate_limited', 'unavailable', 'network'],

  async run(context, { args, flags, filters = {} }) {
    const taken = Object.keys(ITS_OWN).find((name) => filters[name] !== undefined);
    if (taken !== undefined)
      throw failure('usage', {
        message: `A calendar does not support ${ITS_OWN[taken]}.`,
        param: ITS_OWN[taken] ?? taken,
        hint: 'Give a month or a day, as in `svc posts calendar 2026-12`.',
      });
    if (flags.week === true && flags.month === true)
      throw failure('usage', { message: '--week and --month cannot be combined.', param: '--week' });
    const [{ spanAround, entriesOf }, { readPosts }] = await Promise.all([
      import('../../client/calendar.ts'),
      import('../../cli/read-posts.ts'),
    ]);
    const unit = flags.week === true ? 'week' : 'month';
    const span = spanAround({ day: args.day, unit, zone: await context.zone(), nowMs: await context.serviceNow() });
    const range = { fromDate: span.start, toDate: span.end, sortBy: 'scheduled-asc' };
    const found = [];
    for await (const post of readPosts({ ...filters, ...range }, context)) found.push(post);
    const posts = entriesOf(found, span);
    if (flags.html !== undefined) {
      const { writeCalendar } = await import('../../cli/reports/write.ts');
      return writeCalendar(flags.html, { found, entries: posts, span }, context);
    }
    const { days, zone } = span;
    const draw = async (color: boolean): Promise<string> => {
      const { calendarText } = await import('../../cli/calendar.ts');
      const { isUnicode } = await import('../../cli/locale.ts');
      const { env, io } = context.world;
      return calendarText(posts, span, { width: io.out.columns ?? 80, color, isUnicode: isUnicode(env) });
    };
    return {
      result: { timezone: zone, from: days[0], to: days.at(-1), posts },
      list: 'posts',
      columns: ['date', 'time', 'status', 'platforms', 'content', '_id'],
      ...(context.flags.fields === undefined && { draw }),
    };
  },
});
