/** The figures that networks give of posts: their names, sums, and readings over time. Used by drivers and areas/analytics. */

export const METRICS = ['impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks', 'views'] as const;

export type Metric = (typeof METRICS)[number];

/** Counts since the post went out. */
export type Figures = Readonly<Record<Metric, number>>;

/** What a post had come to at an instant (ms). */
export interface Reading {
  readonly at: number;
  readonly figures: Figures;
}

/** A post with its readings, oldest first; the last one holds now. */
export interface PostInsight {
  readonly nativeId: string;
  readonly readings: readonly Reading[];
}

/** Figures made metric by metric. */
export const figuresFrom = (value: (metric: Metric) => number): Figures =>
  Object.fromEntries(METRICS.map((metric) => [metric, value(metric)])) as Record<Metric, number>;

export const NO_FIGURES: Figures = figuresFrom(() => 0);

export const sumOf = (all: readonly Figures[]): Figures =>
  figuresFrom((metric) => all.reduce((sum, figures) => sum + figures[metric], 0));

/** What was added between two readings of the same post. */
export const added = (before: Figures, after: Figures): Figures =>
  figuresFrom((metric) => after[metric] - before[metric]);

/** What the post had come to at that instant (ms): nothing before it went out. */
export const figuresAt = (readings: readonly Reading[], instant: number): Figures =>
  readings.findLast(({ at }) => at <= instant)?.figures ?? NO_FIGURES;

export const isSame = (one: Figures, other: Figures): boolean =>
  METRICS.every((metric) => one[metric] === other[metric]);

/** Reactions of people, as best times and rates count them. */
export const engagementOf = ({ likes, comments, shares, saves }: Figures): number => likes + comments + shares + saves;

/** Reactions in percent of impressions, with two digits. */
export const engagementRateOf = (figures: Figures): number =>
  figures.impressions === 0 ? 0 : rounded((engagementOf(figures) / figures.impressions) * 100);

/** With two digits after the point. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
