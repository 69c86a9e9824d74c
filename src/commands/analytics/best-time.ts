/** `svc analytics best-time`: on a terminal the best hours in words, or all of them as a picture. */
import { fieldsIn, isFields } from '../../kernel/json.ts';
import { override, type Context } from '../../cli/command.ts';

export default override('analytics best-time', {
  description:
    'In JSON, hours are in UTC and day 0 is Monday, as in the API. On a terminal, they are in the time zone of the context.',
  examples: ['svc analytics best-time', 'svc analytics best-time --chart --platform instagram'],
  flags: {
    chart: { type: 'boolean', common: true, summary: 'Draw all hours of the week on a terminal' },
  },

  async run(context, input, send, { flags: { chart } }) {
    const outcome = await send(input);
    const slots = slotsIn(outcome.result);
    if (slots.length === 0 || outcome.failure !== undefined || context.flags.fields !== undefined) return outcome;
    const [zone, now] = await Promise.all([context.zone(), context.serviceNow()]);
    const scene = { zone, now, chart: chart === true };
    return { ...outcome, draw: () => slotsText(slots, scene, context) };
  },
});

interface Slot {
  readonly day: number;
  readonly hour: number;
  readonly engagement: number;
  readonly posts: number;
}

const slotsIn = (result: unknown): readonly Slot[] =>
  fieldsIn(isFields(result) ? result['slots'] : []).map((slot) => ({
    day: Number(slot['day_of_week']),
    hour: Number(slot['hour']),
    engagement: Number(slot['avg_engagement']),
    posts: Number(slot['post_count']),
  }));

/** As many as a week has days. */
const BEST = 7;

interface Scene {
  readonly zone: string;
  /** Milliseconds. */
  readonly now: number;
  readonly chart: boolean;
}

async function slotsText(slots: readonly Slot[], { zone, now, chart }: Scene, { world }: Context): Promise<string> {
  const [{ hourIn, hourWords }, { isUnicode }, { barChart }, { heatMap }] = await Promise.all([
    import('../../client/week-hours.ts'),
    import('../../cli/locale.ts'),
    import('../../output/bar-chart.ts'),
    import('../../output/heat-map.ts'),
  ]);
  const sheet = { width: world.io.out.columns ?? 80, isUnicode: isUnicode(world.env) };
  const local = slots.map((slot) => ({ ...slot, at: hourIn(zone, slot, now) }));
  if (chart) {
    const values = local.map(({ at, engagement }) => ({ day: at.day, hour: at.hour, value: engagement }));
    return `${heatMap(values, 'engagements per post', sheet)}\n\nHours in ${zone}.`;
  }
  const best = local.toSorted((one, other) => other.engagement - one.engagement).slice(0, BEST);
  const bars = best.map(({ at, engagement, posts }) => ({
    label: `${hourWords(at)}, ${String(posts)} ${posts === 1 ? 'post' : 'posts'}`,
    value: engagement,
  }));
  return `${await barChart(bars, sheet)}\n\nEngagements per post; hours in ${zone}. --chart draws the whole week.`;
}
