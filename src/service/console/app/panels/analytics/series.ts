/** Figures as the charts take them. Pure. */

export const METRICS = [
  ['impressions', 'Impressions'],
  ['reach', 'Reach'],
  ['likes', 'Likes'],
  ['comments', 'Comments'],
  ['clicks', 'Clicks'],
] as const;
export type Metric = (typeof METRICS)[number][0];

export interface Day {
  /** `2026-03-01`. */
  readonly date: string;
  readonly metrics: Readonly<Partial<Record<Metric, number>>>;
}

export interface Slot {
  /** 0 is Monday. */
  readonly day_of_week: number;
  readonly hour: number;
  readonly avg_engagement: number;
  readonly post_count: number;
}

/** Seconds and figures, one of each for every day from the first to the last; days without posts are 0. */
export function seriesOf(
  days: readonly Day[],
  metric: Metric,
): { readonly x: readonly number[]; readonly y: readonly number[] } {
  const by = new Map(days.map(({ date, metrics }) => [Date.parse(date) / 1_000, metrics[metric] ?? 0]));
  const times = [...by.keys()];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const x = Array.from({ length: Math.round((last - first) / DAY_S) + 1 }, (_, at) => first + at * DAY_S);
  return { x, y: x.map((time) => by.get(time) ?? 0) };
}

const DAY_S = 86_400;

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** `Wednesday 18:00`. */
export const slotWords = ({ day_of_week, hour }: Slot): string =>
  `${WEEKDAYS[day_of_week] ?? ''} ${String(hour).padStart(2, '0')}:00`;
