/** Questions in the report language of search ads: what is selected, from which level, where and over which days. Used by insights.ts. */
import { ownValue, type Fields } from '../../../../kernel/json.ts';
import { figuresOf } from './reading.ts';
import type { Counts } from '../figures/figures.ts';
import { valueIn } from '../figures/reported.ts';
import type { Condition } from './filtering.ts';

export interface Report {
  readonly level: string;
  /** Paths as they were written, such as `metrics.clicks`. */
  readonly selected: readonly string[];
  readonly conditions: readonly Condition[];
  /** Dates or a named span, as other questions have them. */
  readonly span: Fields;
  readonly limit: number | undefined;
}

const LEVELS: Readonly<Record<string, string>> = {
  customer: 'account',
  campaign: 'campaign',
  ad_group: 'adset',
  ad_group_ad: 'ad',
};

/** Names of objects by their path, in the words of rows of insights. */
const NAMES: Readonly<Record<string, string>> = {
  'customer.id': 'account_id',
  'customer.descriptive_name': 'account_name',
  'campaign.id': 'campaign_id',
  'campaign.name': 'campaign_name',
  'ad_group.id': 'adset_id',
  'ad_group.name': 'adset_name',
  'ad_group_ad.ad.id': 'ad_id',
  'ad_group_ad.ad.name': 'ad_name',
  'ad_group_ad.status': 'ad_effective_status',
};

const FIGURES: Readonly<Record<string, (counts: Counts) => unknown>> = {
  'metrics.impressions': ({ impressions }) => impressions,
  'metrics.clicks': ({ clicks }) => clicks,
  'metrics.conversions': ({ conversions }) => conversions,
  'metrics.conversions_value': ({ offsite }) => valueIn(offsite),
  'metrics.cost_micros': ({ spend }) => Math.round(spend * 1e6),
  'metrics.ctr': (counts) => Number(figuresOf(counts, ['ctr'])['ctr']) / 100,
  'metrics.average_cpc': (counts) => Math.round(Number(figuresOf(counts, ['cpc'])['cpc']) * 1e6),
};

const DAY = 'segments.date';

const isKnown = (path: string): boolean => path === DAY || Object.hasOwn(NAMES, path) || Object.hasOwn(FIGURES, path);

const SHAPE =
  /^\s*SELECT\s+(?<fields>[\s\S]+?)\s+FROM\s+(?<from>\w+)(?:\s+WHERE\s+(?<where>[\s\S]+?))?(?:\s+ORDER\s+BY\s+[\s\S]+?)?(?:\s+LIMIT\s+(?<limit>\d+))?\s*;?\s*$/i;

const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
};

const plain = (value: string): string => value.trim().replace(/^(['"])(.*)\1$/, '$2');

/** The question, or why the network does not understand it. */
export function reportIn(query: string): Report | string {
  const parts = SHAPE.exec(query)?.groups;
  if (parts === undefined) return 'The query could not be parsed.';
  const { fields = '', from = '', where = '', limit } = parts;
  const level = ownValue(LEVELS, from.toLowerCase());
  if (level === undefined) return `There is no resource named ${from}.`;
  const selected = fields.split(',').map((one) => one.trim());
  const unknown = selected.find((path) => !isKnown(path));
  if (unknown !== undefined) return `There is no field named ${unknown}.`;
  const conditions = where === '' ? [] : conditionsOf(where);
  const wrong = conditions.find((one) => typeof one === 'string');
  if (wrong !== undefined) return `The condition ${wrong} is not valid.`;
  const all = conditions.filter((one) => typeof one !== 'string');
  const span: Fields = Object.assign({}, ...all.map((one) => one.span ?? {})) as Fields;
  return {
    level,
    selected,
    span,
    conditions: all.flatMap(({ condition }) => condition ?? []),
    limit: limit === undefined ? undefined : Number(limit),
  };
}

interface Clause {
  readonly condition?: Condition;
  readonly span?: Fields;
}

function conditionsOf(where: string): readonly (Clause | string)[] {
  const clauses = where.replace(/\bBETWEEN\s+(\S+)\s+AND\s+(\S+)/gi, 'BETWEEN $1..$2').split(/\s+AND\s+/i);
  return clauses.map(clauseOf);
}

function clauseOf(text: string): Clause | string {
  const [, path = '', operator = '', value = ''] =
    /^\s*([\w.]+)\s*(!=|>=|<=|=|>|<|DURING|BETWEEN)\s*([\s\S]+?)\s*$/i.exec(text) ?? [];
  if (path === DAY) return { span: daysIn(operator.toUpperCase(), value) };
  const name = ownValue(NAMES, path) ?? (Object.hasOwn(FIGURES, path) ? path : undefined);
  const comparison = OPERATORS[operator];
  return name === undefined || comparison === undefined
    ? text.trim()
    : { condition: { field: name, operator: comparison, value: plain(value) } };
}

/** Named spans have the names of presets: `LAST_7_DAYS` is `last_7d`. */
function daysIn(operator: string, value: string): Fields {
  if (operator === 'DURING') return { datePreset: value.toLowerCase().replace(/^last_(\d+)_days$/, 'last_$1d') };
  const [from = '', to = from] = value.split('..').map(plain);
  if (operator === '>' || operator === '>=') return { fromDate: from };
  return operator === '<' || operator === '<=' ? { toDate: from } : { fromDate: from, toDate: to };
}

/** Figures by their paths, for conditions on them. */
export const figuresByPath = (counts: Counts): Fields =>
  Object.fromEntries(Object.entries(FIGURES).map(([path, of]) => [path, of(counts)]));

const camel = (dotted: string): string => dotted.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());

export const isDaily = ({ selected }: Report): boolean => selected.includes(DAY);

export const maskOf = ({ selected }: Report): string => selected.map(camel).join(',');

/** A row with the selected fields, each where its path says. */
export function rowOf(
  { selected }: Report,
  { known, counts, day }: { readonly known: Fields; readonly counts: Counts; readonly day: string | undefined },
): Fields {
  const row: Record<string, unknown> = {};
  for (const path of selected) {
    const value = path === DAY ? day : (FIGURES[path]?.(counts) ?? known[NAMES[path] ?? ''] ?? null);
    place(row, camel(path).split('.'), value);
  }
  return row;
}

function place(row: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) row[name] = value;
  else place((row[name] ??= {}) as Record<string, unknown>, rest, value);
}
