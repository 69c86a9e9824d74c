/** `svc analytics inbox heatmap`: the messages of each hour of the week, with `--chart` as a picture. */
import { fieldsIn, isFields } from '../../../kernel/json.ts';
import { override, type Context } from '../../../cli/command.ts';

export default override('analytics inbox heatmap', {
  description:
    'In JSON, hours are in UTC and day 1 is Monday, as in the API. `--chart` draws the week on a terminal, in the time zone of the context.',
  examples: [
    'svc analytics inbox heatmap --from-date 2026-11-01',
    'svc analytics inbox heatmap --from-date 2026-11-01 --chart=sent',
  ],
  flags: {
    chart: {
      type: 'string',
      choices: ['received', 'sent', 'read'],
      implied: 'received',
      common: true,
      summary: 'Draw the messages of each hour on a terminal',
    },
  },

  async run(context, input, send, { flags: { chart } }) {
    const outcome = await send(input);
    const buckets = fieldsIn(isFields(outcome.result) ? outcome.result['buckets'] : []);
    if (chart === undefined || buckets.length === 0 || outcome.failure !== undefined) return outcome;
    const counts = buckets.map((one) => ({
      day: Number(one['dow']) - 1,
      hour: Number(one['hour']),
      value: Number(one[chart] ?? 0),
    }));
    return { ...outcome, draw: () => weekText(counts, chart, context) };
  },
});

interface Count {
  readonly day: number;
  readonly hour: number;
  readonly value: number;
}

async function weekText(counts: readonly Count[], chart: string, context: Context): Promise<string> {
  const [{ hourIn }, { isUnicode }, { heatMap }] = await Promise.all([
    import('../../../client/week-hours.ts'),
    import('../../../cli/locale.ts'),
    import('../../../output/heat-map.ts'),
  ]);
  const [zone, now] = await Promise.all([context.zone(), context.serviceNow()]);
  const { env, io } = context.world;
  const sheet = { width: io.out.columns ?? 80, isUnicode: isUnicode(env) };
  const local = counts.map((one) => ({ ...hourIn(zone, one, now), value: one.value }));
  return `${heatMap(local, `messages ${chart}`, sheet)}\n\nHours in ${zone}.`;
}
