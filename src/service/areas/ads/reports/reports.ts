/** Reports of ads that the network collects in the background: queued, running and completed on the clock, or failed, and gone after a month. Rows come from insights.ts. */
import { type Fields, isFields } from '../../../../kernel/json.ts';
import { DAY_MS } from '../../../../kernel/time.ts';
import { commit } from '../../../change.ts';
import type { Reply } from '../../../call.ts';
import type { Desk, DueWork, Handler } from '../../../desk.ts';
import { engine, engineWith } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { pageOf } from '../../../engine/page.ts';
import { ACCOUNT_KIND, networkAccount } from '../../../records/account.ts';
import { withFields } from '../../../store/record.ts';
import type { NewDue, RecordOf } from '../../../store/store.ts';
import { pageBody, refusalOf, insightsFor } from './insights.ts';

const REPORT = 'ad_insights_report';

type ReportRecord = RecordOf<typeof REPORT>;

/** From the call to the start of the collecting, and to its end. */
const QUEUE_MS = 10_000;
const COLLECT_MS = 60_000;

/** From the end to the day on which the network forgets the report. */
const KEEP_MS = 30 * DAY_MS;

/** Work on a report, whose id `ref` is: its end, and afterwards its removal. */
const dueFor = ({ id }: Pick<ReportRecord, 'id'>, dueAt: number): NewDue => ({ dueAt, kind: REPORT, ref: id });

const collect: Follow<typeof REPORT> = (written, { now }) => ({
  due: written.flatMap(({ after }) => (after === undefined ? [] : [dueFor(after, now + COLLECT_MS)])),
});

const isPending = ({ doc }: ReportRecord): boolean => doc.status === 'queued';

/** Ends a report as its network answers at that time; a report that has ended is removed. */
const advanceReport: DueWork = async ({ ref }, desk) => {
  const before = await desk.store.read.get(REPORT, ref);
  if (before === undefined) return;
  const isWell = isPending(before) && (await answers(before, desk));
  await commit(desk, [`${REPORT}/${ref}`], async (view) => {
    const report = await view.get(REPORT, ref);
    if (report === undefined) return {};
    if (!isPending(report)) return { removed: [report] };
    const after = withFields<Fields>(
      report,
      isWell ? { status: 'completed', percentCompletion: 100 } : { status: 'failed' },
    );
    return { records: [after], due: [dueFor(report, desk.clock.now() + KEEP_MS)] };
  });
};

async function answers({ doc }: ReportRecord, desk: Desk): Promise<boolean> {
  const account = await desk.store.read.get(ACCOUNT_KIND, String(doc.accountId));
  if (account === undefined) return false;
  const { outcome } = await desk.networks.driver(account.doc.platform).ask(networkAccount(account), 'insights');
  return outcome === 'ok';
}

/** How far the collecting is; nothing beside what the record says before it starts and once it is over. */
function progressOf(report: ReportRecord, now: number): Fields {
  const age = now - report.createdAt;
  if (!isPending(report) || age < QUEUE_MS) return {};
  return { status: 'running', percentCompletion: Math.min(99, Math.floor((age / COLLECT_MS) * 100)) };
}

/** A report holds what was known when it was asked for, and no rows before it is complete. */
const getAdInsightsReport: Handler = async (call, desk): Promise<Reply> => {
  const reply = await engine(call, desk);
  if (reply.status !== 200 || !isFields(reply.body)) return reply;
  const report = await desk.store.read.get(REPORT, call.path['reportRunId'] ?? '');
  if (report === undefined) return reply;
  if (report.doc.status !== 'completed') {
    const progress = progressOf(report, desk.clock.now());
    return { ...reply, body: { ...reply.body, ...progress, data: [], paging: { after: null } } };
  }
  const fields: Fields = report.doc;
  const asked = Object.fromEntries(QUESTIONS.map((name) => [name, fields[name]]));
  const { days, rows } = await insightsFor({ asked, now: report.createdAt }, call, desk);
  const span = { dateStart: days[0], dateStop: days.at(-1) };
  const { data, paging } = pageBody(pageOf(call, rows));
  const { after } = paging as Fields;
  return { ...reply, body: { ...reply.body, ...span, data, paging: { after } } };
};

/** Fields of a report that say what it is about. */
const QUESTIONS = [
  'accountId',
  'objectId',
  'level',
  'fields',
  'breakdowns',
  'actionBreakdowns',
  'actionAttributionWindows',
  'filtering',
  'datePreset',
  'fromDate',
  'toDate',
  'timeIncrement',
];

export const reports: Record<string, Handler> = {
  createAdInsightsReport: async (call, desk) =>
    (await refusalOf(call.body, call, desk)) ?? engineWith<typeof REPORT>(collect)(call, desk),
  getAdInsightsReport,
};

export const work: Readonly<Record<string, DueWork>> = { [REPORT]: advanceReport };
