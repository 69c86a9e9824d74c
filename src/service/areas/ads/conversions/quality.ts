/** How well the people of reported conversions can be recognized: the share of events with each identifier. Listed in operations.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import { ok } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import { CONVERSION, isCounted, type ConversionRecord } from './conversion-record.ts';

/** Sources of events that are not rated. Source: ADS-37 */
const UNRATED: readonly unknown[] = ['app', 'offline'];

/** Identifiers with which an event has the highest score. Source: readings, "Conversions" */
const ENOUGH = 5;

const percent = (count: number, of: number): number => Math.round((count * 100) / of);

const tenths = (value: number): number => Math.round(value * 10) / 10;

function rowFor(eventName: string, events: readonly ConversionRecord[]): Fields {
  const identifiers = events.map(({ doc }) => doc.identifiers ?? []);
  const names = [...new Set(identifiers.flat())].sort();
  const scores = identifiers.map((own) => (Math.min(own.length, ENOUGH) * 10) / ENOUGH);
  return {
    eventName,
    compositeScore: tenths(scores.reduce((sum, score) => sum + score, 0) / events.length),
    matchKeys: names.map((identifier) => ({
      identifier,
      coveragePercentage: percent(identifiers.filter((own) => own.includes(identifier)).length, events.length),
    })),
  };
}

/** Source: ADS-37; readings, "Conversions" */
const getConversionsQuality: Handler = inScene(async ({ call, desk, owners }) => {
  const destinationId = String(call.query['destinationId']);
  const all = await desk.store.read.list(CONVERSION, { teamId: call.caller.teamId, where: { destinationId } });
  const rated = all.filter((one) => isCounted(one) && !UNRATED.includes(one.doc.actionSource));
  const names = [...new Set(rated.map(({ doc }) => doc.eventName ?? ''))];
  const rows = names.map((name) =>
    rowFor(
      name,
      rated.filter(({ doc }) => doc.eventName === name),
    ),
  );
  return ok({ platform: owners.account?.doc.platform, rows });
});

export const quality: Record<string, Handler> = { getConversionsQuality };
