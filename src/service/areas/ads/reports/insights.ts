/** Ad insights and insight reports: rows by level, time range and breakdown, computed from the ads that ran. The metrics come from figures.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import { ok, type Call, type Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';
import type { Desk, Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import { pageOf, pageWord, type Page } from '../../../engine/page.ts';
import { rejection } from '../../../networks/simulated/refusals.ts';
import { accountFor } from '../../../records/account.ts';
import { unread } from '../../../limits/read-refusal.ts';
import { adsFor, type CalledAd } from './called.ts';
import { localNow, totalOf, type Counts } from '../figures/figures.ts';
import { conditionsIn, isSelected, type Condition } from './filtering.ts';
import {
  actionDimensionsIn,
  actionsIn,
  allFiguresOf,
  figuresOf,
  misfitIn,
  namesIn,
  valuesIn,
  windowsIn,
} from './reading.ts';
import { figuresByPath, isDaily, maskOf, reportIn, rowOf, type Report } from './report-language.ts';
import type { AdRecord } from '../record.ts';
import { daysOf, rowsOfDays } from './spans.ts';
import { actionsOf, partsOf, type ByActions, type Part, type Split } from '../figures/split.ts';
import { groupBy, structureOf } from '../tree/structure.ts';

/** What is asked: of which object, at which level, over which time. */
interface Question {
  readonly asked: Fields;
  /** Milliseconds. */
  readonly now: number;
}

/** Whether the network takes the question. Source: ERR-54 */
export async function refusalOf(asked: Fields, call: Call, desk: Desk): Promise<Reply | undefined> {
  if (conditionsIn(asked['filtering']) === undefined)
    return refuse('invalid_field_value', {
      param: 'filtering',
      message: '`filtering` is a JSON list of conditions, each with `field`, `operator` and `value`.',
    });
  const account = await accountFor(desk.store.read, call.caller, String(asked['accountId']));
  const { query } = asked;
  const report = typeof query === 'string' ? reportIn(query) : undefined;
  const message = account === undefined ? undefined : typeof report === 'string' ? report : misfitIn(asked);
  if (account === undefined || message === undefined) return undefined;
  const refusal = rejection(account.doc.platform, { message, status: 400 });
  return refusal.outcome === 'ok' ? undefined : unread(account.doc.platform, refusal);
}

const queryAdInsights: Handler = inScene(async ({ call, desk }) => {
  const refusal = await refusalOf(call.query, call, desk);
  if (refusal !== undefined) return refusal;
  const { objectId, adAccountId, customerId, query } = call.query;
  const report = typeof query === 'string' ? reportIn(query) : undefined;
  if (report !== undefined && typeof report !== 'string') {
    const page = pageOf(call, await reportedRows(report, call, desk));
    const named = adAccountId ?? customerId;
    const customer = named === undefined ? {} : { customerId: named };
    return ok({ ...customer, fieldMask: maskOf(report), ...pageBody(page) });
  }
  const of = objectId ?? adAccountId ?? customerId;
  const { rows } = await insightsFor({ asked: call.query, now: desk.clock.now() }, call, desk);
  const page = pageOf(call, rows);
  return ok({ ...(of !== undefined && { objectId: of }), ...pageBody(page) });
});

/** One page of rows, in the words of both networks. */
export const pageBody = (page: Page<Fields>): Fields => ({
  data: page.items,
  paging: { after: pageWord('after', page), nextPageToken: pageWord('nextPageToken', page) },
});

/** Rows of insights, and the days that they cover, `YYYY-MM-DD`. */
export interface Insights {
  readonly days: readonly string[];
  readonly rows: readonly Fields[];
}

/** Insights as they were at an instant, which is the one of the question. */
export async function insightsFor({ asked, now }: Question, call: Call, desk: Desk): Promise<Insights> {
  const conditions = conditionsIn(asked['filtering']) ?? [];
  const structure = await structureOf(call, desk, now);
  const { delivery } = structure;
  const ads = adsFor(asked, structure).filter(({ known }) => isSelected(known, conditions));
  // What never ran is zero and not nothing; what is not chosen is nothing.
  const span = daysOf(asked, localNow(adsOf(ads), delivery));
  if (ads.length === 0 && conditions.length > 0) return { days: span, rows: [] };
  const fields = namesIn(asked['fields']);
  const dimensions = namesIn(asked['breakdowns']);
  const ofActions = actionDimensionsIn(asked);
  const windows = windowsIn(asked);
  const rows = groupsOf(ads, asked, fields).flatMap((group) =>
    rowsOfDays(span, asked['timeIncrement']).flatMap((days) =>
      partsIn(group, days, { dimensions, delivery, ofActions })
        .filter((part) => isWanted(part, conditions))
        .map((row) => ({
          date_start: days[0],
          date_stop: days.at(-1),
          ...group.names,
          ...row.values,
          ...withActions(figuresOf(row.counts, fields), row, windows),
        })),
    ),
  );
  return { days: span, rows };
}

const adsOf = (all: readonly CalledAd[]): readonly AdRecord[] => all.map(({ ad }) => ad);

/** Rows of a report in the language of search ads; what was never shown has none where days are asked apart. */
async function reportedRows(report: Report, call: Call, desk: Desk): Promise<readonly Fields[]> {
  const { level, conditions, span } = report;
  const structure = await structureOf(call, desk);
  const ads = adsFor(call.query, structure).filter(({ known }) => isSelected(known, conditions));
  const spans = rowsOfDays(
    daysOf({ ...call.query, ...span }, localNow(adsOf(ads), structure.delivery)),
    isDaily(report) ? 1 : undefined,
  );
  const rows = [...groupBy(ads, ({ known }) => String(known[`${level}_id`]))].flatMap(([, of]) =>
    spans.flatMap((days) => {
      const counts = totalOf(adsOf(of), days, structure.delivery);
      const isShown = isSelected(figuresByPath(counts), conditions) && (!isDaily(report) || counts.impressions > 0);
      return isShown ? [rowOf(report, { known: of[0]?.known ?? {}, counts, day: days[0] })] : [];
    }),
  );
  return rows.slice(0, report.limit);
}

interface Row {
  readonly values: Fields;
  readonly counts: Counts;
  /** Where actions are split further. */
  readonly actions?: readonly Part[];
}

/** Figures whose actions and their values, where the question has them, are split by their own dimensions and have its windows. */
function withActions(figures: Fields, { counts, actions }: Row, windows: readonly string[]): Fields {
  const parts = actions ?? [{ values: {}, counts }];
  const lists = Object.entries({ actions: actionsIn, action_values: valuesIn }).filter(([name]) =>
    Object.hasOwn(figures, name),
  );
  const split = lists.map(([name, of]) => [
    name,
    parts.flatMap((part) => of(part.counts, windows).map((action) => ({ ...action, ...part.values }))),
  ]);
  return { ...figures, ...(Object.fromEntries(split) as Fields) };
}

function partsIn({ of }: Group, days: readonly string[], split: Split & ByActions): readonly Row[] {
  const ads = adsOf(of);
  if (split.ofActions.length > 0 && split.dimensions.length > 0) return actionsOf(ads, days, split);
  if (split.ofActions.length > 0) {
    const [{ actions } = { actions: [] }] = actionsOf(ads, days, split);
    return [{ values: {}, counts: totalOf(ads, days, split.delivery), actions }];
  }
  return split.dimensions.length > 0
    ? partsOf(ads, days, split)
    : [{ values: {}, counts: totalOf(ads, days, split.delivery) }];
}

const isWanted = ({ values, counts }: Row, conditions: readonly Condition[]): boolean =>
  isSelected({ ...allFiguresOf(counts), ...values }, conditions);

interface Group {
  readonly names: Fields;
  readonly of: readonly CalledAd[];
}

/** Levels from below, each with what its rows are called by. */
const LEVELS = [
  { level: 'ad', id: 'ad_id', name: 'ad_name' },
  { level: 'adset', id: 'adset_id', name: 'adset_name' },
  { level: 'campaign', id: 'campaign_id', name: 'campaign_name' },
  { level: 'account', id: 'account_id', name: 'account_name' },
] as const;

/** One group where nothing is asked apart, so that what never ran is zero and not nothing. */
function groupsOf(ads: readonly CalledAd[], { level, objectId }: Fields, fields: readonly string[]): readonly Group[] {
  const at = LEVELS.findIndex((one) => one.level === level);
  const own = LEVELS[at];
  if (own === undefined || ads.length === 0)
    return [{ names: objectId === undefined ? {} : { object_id: objectId }, of: ads }];
  const above = LEVELS.slice(at + 1).flatMap(({ id, name }) => [id, name]);
  const shown = [own.id, own.name, ...above.filter((name) => fields.includes(name))];
  return [...groupBy(ads, ({ known }) => String(known[own.id]))].map(([, of]) => ({
    names: Object.fromEntries(shown.map((name) => [name, of[0]?.known[name] ?? null])),
    of,
  }));
}

export const insights: Record<string, Handler> = { queryAdInsights };
