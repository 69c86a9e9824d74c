/** `svc analytics report`: what posts brought in a span of time, as one file that is mailed to a client. */
import { command, type Context } from '../../cli/command.ts';
import { fieldsIn, isFields, type Fields } from '../../kernel/json.ts';

/** Posts that are named. */
const BEST = 10;

export default command({
  path: 'analytics report',
  summary: 'Write the analytics of a span of time to a page for a client.',
  description:
    'The page is one file with its charts and pictures inside: it loads nothing and can be mailed or printed. Formats and best hours are those of all posts, since the API has them without dates.',
  filtersOf: 'getDailyMetrics',
  flags: {
    html: {
      type: 'string',
      placeholder: 'file',
      required: true,
      common: true,
      summary: 'File to write the page to',
    },
    title: { type: 'string', placeholder: 'text', common: true, summary: 'Title of the page', default: 'Analytics' },
  },
  fields: ['file', 'sizeBytes', 'missingPictures'],
  examples: [
    'svc analytics report --html report.html',
    'svc analytics report --html november.html --title "Northwind in November" --from-date 2026-11-01 --to-date 2026-11-30',
  ],
  exits: ['auth', 'forbidden', 'billing', 'rate_limited', 'unavailable', 'network'],

  async run(context, { flags, filters = {} }) {
    const [{ writeReport }, { hourIn }] = await Promise.all([
      import('../../cli/reports/write.ts'),
      import('../../client/week-hours.ts'),
    ]);
    const [zone, now] = await Promise.all([context.zone(), context.serviceNow()]);
    const best = { ...filters, sortBy: 'engagement', order: 'desc', limit: BEST };
    const days = await rowsOf('getDailyMetrics', 'dailyData', filters, context);
    const posts = await rowsOf('getAnalytics', 'posts', best, context);
    const formats = await rowsOf('getFormatBreakdown', 'formats', filters, context);
    const slots = await rowsOf('getBestTimeToPost', 'slots', filters, context);
    const hours = slots.map((slot) => {
      const at = hourIn(zone, { day: Number(slot['day_of_week']), hour: Number(slot['hour']) }, now);
      return { day: at.day, hour: at.hour, value: Number(slot['avg_engagement']) };
    });
    return writeReport(flags.html, { title: flags.title, zone, days, posts, formats, hours }, context);
  },
});

/** A reading takes what it knows of the filters; some take a day where others take a time. */
async function rowsOf(operation: string, list: string, filters: Fields, context: Context): Promise<readonly Fields[]> {
  const card = context.catalog.card(operation);
  const known = card.params.filter(({ name }) => name in filters);
  const query = Object.fromEntries(
    known.map(({ name, schema }) => {
      const value = filters[name];
      return [name, schema.format === 'date' ? String(value).slice(0, 'YYYY-MM-DD'.length) : value];
    }),
  );
  const { body } = await context.call(card, { path: {}, headers: {}, query });
  return fieldsIn(isFields(body) ? body[list] : []);
}
