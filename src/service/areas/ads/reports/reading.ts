/** Rows of insights in the network's words: which fields there are, what each counts, and what of a question fits nothing. Used by insights.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import { isDimension, isHourly } from '../figures/dimensions.ts';
import { metricsOf, type Counts } from '../figures/figures.ts';
import { outcomesWithin, PURCHASE, type Offsite, type Outcome, type Window } from '../figures/reported.ts';
import { conditionsIn, isOperator } from './filtering.ts';
import { isIncrement, isPreset } from './spans.ts';
import { UNCOUNTED } from './uncounted.ts';

const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 1e4) / 1e4);

const FIGURES: Readonly<Record<string, (counts: Counts) => unknown>> = {
  impressions: ({ impressions }) => impressions,
  reach: ({ reach }) => reach,
  frequency: ({ impressions, reach }) => shareOf(impressions, reach),
  clicks: ({ clicks }) => clicks,
  spend: ({ spend }) => spend,
  ctr: (counts) => metricsOf(counts).ctr,
  cpc: (counts) => metricsOf(counts).cpc,
  cpm: (counts) => metricsOf(counts).cpm,
  cpp: ({ spend, reach }) => shareOf(spend * 1_000, reach),
  inline_link_clicks: ({ clicks }) => clicks,
  inline_link_click_ctr: (counts) => metricsOf(counts).ctr,
  cost_per_inline_link_click: (counts) => metricsOf(counts).cpc,
  inline_post_engagement: ({ engagement }) => engagement,
  conversions: ({ conversions }) => conversions,
  cost_per_conversion: (counts) => metricsOf(counts).costPerConversion,
  actions: (counts) => actionsIn(counts),
  action_values: (counts) => valuesIn(counts),
  cost_per_action_type: (counts) =>
    actionsIn(counts).map(({ action_type, value }) => ({ action_type, value: shareOf(counts.spend, Number(value)) })),
  purchase_roas: (counts) => roasIn(counts),
};

/** Times from a click or an impression up to which an action counts for the ad. */
const CLICK_WINDOWS: Readonly<Record<string, Window>> = { '1d_click': '1d', '7d_click': '7d', '28d_click': '28d' };
const VIEW_WINDOWS = ['1d_view', '7d_view', '28d_view'];

/** What people did after a click and after an impression alone, which is at once: no window is too short for it. */
const byWindow = (windows: readonly string[], click: number, view: number): Fields =>
  Object.fromEntries(
    windows.map((name) => [name, VIEW_WINDOWS.includes(name) ? view : click] as const).filter(([, value]) => value > 0),
  );

/** What people did, by its type; the windows beside the value are those that are asked for. */
export const actionsIn = (
  { clicks, engagement, offsite }: Counts,
  windows: readonly string[] = [],
): readonly Fields[] => [
  ...(clicks > 0 ? [{ action_type: 'link_click', value: clicks, ...byWindow(windows, clicks, 0) }] : []),
  ...(engagement > 0
    ? [{ action_type: 'post_engagement', value: engagement, ...byWindow(windows, clicks, engagement - clicks) }]
    : []),
  ...reportedIn(offsite, windows, ({ count }) => count),
];

/** What people did was worth, as far as it was reported with a value in the currency of the ad account. */
export const valuesIn = ({ offsite }: Counts, windows: readonly string[] = []): readonly Fields[] =>
  reportedIn(offsite, windows, ({ value }) => value);

/** What purchases came to for each unit of spend. */
const roasIn = (counts: Counts): readonly Fields[] => {
  const { roas } = metricsOf(counts);
  return roas === undefined ? [] : [{ action_type: PURCHASE, value: roas }];
};

/** What was reported, by its type; it follows clicks alone, and each window has what came within it. */
function reportedIn(
  offsite: Offsite,
  windows: readonly string[],
  figureOf: (outcome: Outcome) => number,
): readonly Fields[] {
  const asked = windows.flatMap((name) => {
    const window = CLICK_WINDOWS[name];
    return window === undefined ? [] : [{ name, outcomes: outcomesWithin(offsite, window) }];
  });
  return [...outcomesWithin(offsite)].flatMap(([action, outcome]) => {
    const own = asked
      .map(({ name, outcomes }) => [name, figureOf(outcomes.get(action) ?? NOTHING)] as const)
      .filter(([, value]) => value > 0);
    const value = figureOf(outcome);
    return value > 0 || own.length > 0 ? [{ action_type: action, value, ...Object.fromEntries(own) }] : [];
  });
}

const NOTHING: Outcome = { count: 0, value: 0 };

/** Attribution windows that a question asks for. */
export const windowsIn = ({ actionAttributionWindows }: Fields): readonly string[] => namesIn(actionAttributionWindows);

/** What every action is split by without being asked. */
const TYPE = 'action_type';

/** Dimensions of actions that a question adds to their type. */
export const actionDimensionsIn = ({ actionBreakdowns }: Fields): readonly string[] =>
  namesIn(actionBreakdowns).filter((name) => name !== TYPE);

/** What rows are called by, from the ad up. */
const NAMES = [
  'ad_id',
  'ad_name',
  'adset_id',
  'adset_name',
  'campaign_id',
  'campaign_name',
  'account_id',
  'account_name',
] as const;

/** States by which ads can be chosen. */
const STATES = ['ad_effective_status', 'ad_delivery_info'] as const;

const isField = (name: string): boolean =>
  Object.hasOwn(FIGURES, name) || (NAMES as readonly string[]).includes(name) || UNCOUNTED.has(name);

export const ACTION_BREAKDOWNS = [
  'action_type',
  'action_device',
  'action_destination',
  'action_reaction',
  'action_target_id',
  'action_video_sound',
  'action_video_type',
  'action_carousel_card_id',
  'action_carousel_card_name',
];

/** Names with commas between, as a list or a text. */
export const namesIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : [])
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The figures of a row: those asked for, or all of them. */
export function figuresOf(counts: Counts, fields: readonly string[]): Fields {
  const wanted = Object.entries(FIGURES).filter(([name]) => fields.length === 0 || fields.includes(name));
  return Object.fromEntries(wanted.map(([name, of]) => [name, of(counts)]));
}

/** All that a row may be chosen by. */
export const allFiguresOf = (counts: Counts): Fields => figuresOf(counts, []);

/** Figures that count people, who are the same in several hours. */
const PEOPLE = ['reach', 'frequency', 'cpp'];

/** Why the network refuses a question; undefined when it does not. */
export function misfitIn(asked: Fields): string | undefined {
  const fields = namesIn(asked['fields']);
  const breakdowns = namesIn(asked['breakdowns']);
  const unknown = (what: string, names: readonly string[]): string | undefined =>
    names.length === 0 ? undefined : `There is no ${what} ${names.join(', ')}.`;
  const people = breakdowns.some(isHourly) ? fields.filter((name) => PEOPLE.includes(name)) : [];
  const actions = namesIn(asked['actionBreakdowns']).filter((name) => !ACTION_BREAKDOWNS.includes(name));
  const windows = windowsIn(asked).filter(
    (name) => !Object.hasOwn(CLICK_WINDOWS, name) && !VIEW_WINDOWS.includes(name),
  );
  const wrongFields = fields.filter((name) => !isField(name));
  const wrongBreakdowns = breakdowns.filter((name) => !isDimension(name));
  return (
    unknown('field', wrongFields) ??
    unknown('breakdown', wrongBreakdowns) ??
    unknown('action breakdown', actions) ??
    unknown('attribution window', windows) ??
    (people.length > 0 ? `${people.join(', ')} cannot be broken down by hour.` : undefined) ??
    misfitInFilter(asked, breakdowns) ??
    misfitInTime(asked)
  );
}

function misfitInFilter(asked: Fields, breakdowns: readonly string[]): string | undefined {
  const known = [...Object.keys(FIGURES), ...NAMES, ...STATES, ...breakdowns];
  for (const { field, operator } of conditionsIn(asked['filtering']) ?? []) {
    if (!known.includes(field)) return `Rows cannot be filtered by ${field}.`;
    if (!isOperator(operator)) return `There is no operator named ${operator}.`;
  }
  return undefined;
}

function misfitInTime({ datePreset, timeIncrement }: Fields): string | undefined {
  if (datePreset !== undefined && !isPreset(String(datePreset)))
    return `There is no date preset named ${String(datePreset)}.`;
  return isIncrement(timeIncrement) ? undefined : `A row cannot cover ${String(timeIncrement)} days.`;
}
