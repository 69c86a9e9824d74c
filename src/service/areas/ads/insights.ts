/** Freely asked figures of ads, and reports of them: rows by level and by day, told by the ads that ran. Figures come from figures.ts. */
import { DAY_MS } from '../../../kernel/time.ts';
import type { Call, Desk, Handler } from '../../call.ts';
import { daysAsked } from '../../generic/range.ts';
import type { StoredRecord } from '../../store/store.ts';
import { adsOf, generic, idsOf, isFields, isIn, type Fields } from './analytics.ts';
import { metricsOf, totalOf } from './figures.ts';

/** What is asked: of which object, at which level, over which time. */
interface Question {
  readonly asked: Fields;
  /** Milliseconds. */
  readonly now: number;
}

const queryAdInsights: Handler = async (call, desk) => {
  const reply = await generic(call, desk);
  if (reply.status !== 200 || !isFields(reply.body)) return reply;
  const data = await rowsFor({ asked: call.query, now: desk.clock.now() }, call, desk);
  return { ...reply, body: { ...reply.body, data, paging: { after: null, nextPageToken: null } } };
};

/** A report holds what was known when it was asked for. */
const getAdInsightsReport: Handler = async (call, desk) => {
  const reply = await generic(call, desk);
  if (reply.status !== 200 || !isFields(reply.body)) return reply;
  const record = await desk.store.read.get('ad_insights_report', call.path['reportRunId'] ?? '');
  const asked = Object.fromEntries(QUESTIONS.map((name) => [name, record?.doc[name]]));
  const question = { asked, now: record?.createdAt ?? desk.clock.now() };
  const days = daysOf(question);
  const done = { status: 'completed', percentCompletion: 100, dateStart: days[0], dateStop: days.at(-1) };
  const data = await rowsFor(question, call, desk);
  return { ...reply, body: { ...reply.body, ...done, data, paging: { after: null } } };
};

/** Fields of a report that say what it is about. */
const QUESTIONS = ['accountId', 'objectId', 'level', 'fields', 'datePreset', 'fromDate', 'toDate', 'timeIncrement'];

/** Days back from today that a word for a time means: the first and the last of them. */
function presetDays(preset: unknown): readonly [number, number] | undefined {
  if (preset === 'today') return [0, 0];
  if (preset === 'yesterday') return [1, 1];
  const [, count] = /^last_(\d{1,3})d$/.exec(String(preset)) ?? [];
  if (count !== undefined) return [Number(count), 1];
  return preset === 'maximum' || preset === 'lifetime' ? [LONGEST, 0] : undefined;
}

const LONGEST = 365;

function daysOf({ asked, now }: Question): readonly string[] {
  const { fromDate, toDate, datePreset } = asked;
  const preset = presetDays(datePreset);
  if (preset === undefined || fromDate !== undefined || toDate !== undefined) return daysAsked(asked, now);
  const [from, to] = preset.map((back) => new Date(now - back * DAY_MS).toISOString().slice(0, 10));
  return daysAsked({ fromDate: from, toDate: to }, now);
}

/** The days of each row: one by one, by months, or all together. */
function spansOf(days: readonly string[], increment: unknown): readonly (readonly string[])[] {
  if (increment === 'monthly') return [...grouped(days, (day) => day.slice(0, 7)).values()];
  const size = Number(increment);
  if (!Number.isInteger(size) || size < 1) return [days];
  return Array.from({ length: Math.ceil(days.length / size) }, (_, at) => days.slice(at * size, (at + 1) * size));
}

async function rowsFor(question: Question, call: Call, desk: Desk): Promise<readonly Fields[]> {
  const { asked, now } = question;
  const ads = await adsAsked(asked, call, desk);
  const spans = spansOf(daysOf(question), asked['timeIncrement']).filter(({ length }) => length > 0);
  const groups = groupsOf(ads, asked);
  return groups.flatMap(({ names, of }) =>
    spans.map((days) => ({
      date_start: days[0],
      date_stop: days.at(-1),
      ...names,
      ...onlyAsked(metricsOf(totalOf(of, days, now)), asked['fields']),
    })),
  );
}

/** The ads of the object that is asked for; all of the account where none is, or where it is the account. */
async function adsAsked(asked: Fields, call: Call, desk: Desk): Promise<readonly StoredRecord[]> {
  const all = (await adsOf(call, desk)).filter(({ doc }) => doc['accountId'] === asked['accountId']);
  const { objectId } = asked;
  if (objectId === undefined) return all;
  const id = String(objectId).replace(/^act_/, '');
  const isOf = await Promise.all(all.map(async (ad) => idsOf(ad, OWNERS).has(id) || isIn(id, ad, desk)));
  return all.filter((_ad, at) => isOf[at]);
}

/** Names under which an ad knows itself and what it is in. */
const OWNERS = ['_id', 'id', 'platformAdId', 'adSetId', 'platformAdSetId', 'adAccountId', 'platformAdAccountId'];

interface Group {
  readonly names: Fields;
  readonly of: readonly StoredRecord[];
}

/** What each level is called by: the id that tells its rows apart, and the name beside it. */
const LEVELS: Readonly<Record<string, readonly [id: readonly string[], name: string, prefix: string]>> = {
  ad: [['platformAdId', '_id'], 'name', 'ad'],
  adset: [['platformAdSetId', 'adSetId'], 'adSetName', 'adset'],
  campaign: [['platformCampaignId', 'campaignId'], 'campaignName', 'campaign'],
};

/** One group where nothing is asked apart, so that what never ran is zero and not nothing. */
function groupsOf(ads: readonly StoredRecord[], { level, objectId }: Fields): readonly Group[] {
  const words = LEVELS[String(level)];
  if (words === undefined || ads.length === 0)
    return [{ names: objectId === undefined ? {} : { object_id: objectId }, of: ads }];
  const [ids, name, prefix] = words;
  const idOf = ({ doc }: StoredRecord): string =>
    String(ids.map((one) => doc[one]).find((one) => one !== undefined) ?? '');
  return [...grouped(ads, idOf)].map(([id, of]) => ({
    names: { [`${prefix}_id`]: id, [`${prefix}_name`]: of[0]?.doc[name] ?? null },
    of,
  }));
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

function onlyAsked(metrics: Fields, fields: unknown): Fields {
  if (typeof fields !== 'string' || fields.trim() === '') return metrics;
  const wanted = new Set(fields.split(',').map((one) => one.trim()));
  return Object.fromEntries(Object.entries(metrics).filter(([name]) => wanted.has(name)));
}

export const insights: Record<string, Handler> = { queryAdInsights, getAdInsightsReport };
