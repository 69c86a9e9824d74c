/** The end of an ad's run on the clock. Scheduled by whatever makes or changes an ad; listed in work.ts. */
import { textOf } from '../../../../kernel/json.ts';
import { commit } from '../../../change.ts';
import type { DueWork } from '../../../desk.ts';
import type { Written } from '../../../engine/follow.ts';
import { withFields } from '../../../store/record.ts';
import type { NewDue } from '../../../store/store.ts';
import { entriesOf, networkOf } from '../activity/entries.ts';
import { statusEvents } from '../events.ts';
import { withPast } from './past.ts';
import { isAd, type AdKind, type AdObjectRecord } from '../record.ts';

/** Kind of the work that ends a run; `ref` is the ad. */
const END = 'ad_end';

/** Statuses of ads that may still run. */
const OPEN: readonly unknown[] = ['active', 'paused', 'pending_review'];

/** Instant at which the ad ends, in milliseconds; NaN for one without an end. */
const endOf = (record: AdObjectRecord | undefined): number =>
  isAd(record) ? Date.parse(textOf(record.doc.schedule?.endDate) ?? '') : Number.NaN;

/** The ends of runs as due work, where they are new. */
export const endsOf = (written: readonly Written<AdKind>[]): readonly NewDue[] =>
  written.flatMap(({ before, after }) => {
    const dueAt = endOf(after);
    return after === undefined || Number.isNaN(dueAt) || dueAt === endOf(before)
      ? []
      : [{ dueAt, kind: END, ref: after.id }];
  });

/** An ad whose end was put off meanwhile goes on. */
const end: DueWork = ({ ref }, desk) =>
  commit(desk, [`ad/${ref}`], async (view) => {
    const before = await view.get('ad', ref);
    const now = desk.clock.now();
    if (before === undefined || !OPEN.includes(before.doc.status) || !(endOf(before) <= now)) return {};
    const after = withPast(before, withFields(before, { status: 'completed' }), now);
    const entries = entriesOf([{ before, after }], await networkOf(before, view), { ids: desk.ids, now });
    return { records: [after, ...entries], events: await statusEvents({ before, after }, view) };
  });

export const work: Readonly<Record<string, DueWork>> = { [END]: end };
