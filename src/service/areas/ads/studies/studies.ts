/** The studies of an ad account, the newest first, each with what its cells have come to so far. Figures are those of every other reading. Listed in operations.ts. */
import { daysBetween } from '../../../../kernel/days.ts';
import { instantOf } from '../../../../kernel/instant.ts';
import type { Fields } from '../../../../kernel/json.ts';
import { ok } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import { pageOf, pageWord } from '../../../engine/page.ts';
import { isReached } from '../../../engine/scene.ts';
import { selected } from '../../../engine/select.ts';
import { accountFor } from '../../../records/account.ts';
import { totalOf, type Counts } from '../figures/figures.ts';
import { dayAt } from '../figures/zones.ts';
import { refusedUpstream } from '../judge/refusals.ts';
import type { AdRecord } from '../record.ts';
import { figuresOf, namesIn } from '../reports/reading.ts';
import { everMade, structureOf, type Structure } from '../tree/structure.ts';
import { endOf, namedIn, STUDY, type Cell, type StudyRecord } from './study-record.ts';

/** Figures of a cell, by their names in insights. */
const FIGURES = ['impressions', 'reach', 'clicks', 'spend', 'conversions', 'cost_per_conversion'];

const listAdStudies: Handler = inScene(async (scene) => {
  const { call, desk, now } = scene;
  const { accountId, adAccountId } = call.query;
  const asked = namesIn(call.query['fields']);
  const account = await accountFor(desk.store.read, call.caller, String(accountId));
  const strange = asked.find((name) => !FIELDS.includes(name));
  if (strange !== undefined && account !== undefined) return refusedUpstream(account, `There is no field ${strange}.`);
  const all = await desk.store.read.list(STUDY, { teamId: call.caller.teamId });
  const own = all.filter(
    (one) => isReached(call, one) && one.doc.accountId === accountId && one.doc.adAccountId === adAccountId,
  );
  const page = pageOf(call, selected(scene, own));
  const structure = await structureOf(call, desk);
  const data = page.items.map((one) => {
    const entries = Object.entries({ ...one.doc, objectives: objectivesOf(one, structure, now) });
    return Object.fromEntries(entries.filter(([name]) => isShown(name, asked)));
  });
  return ok({ adAccountId, data, paging: { after: pageWord('after', page) } });
});

/** Fields of a study in the words of the network. */
const FIELDS: readonly string[] = [
  'id',
  'name',
  'description',
  'type',
  'start_time',
  'end_time',
  'canceled_time',
  'created_time',
  'updated_time',
  'cells',
  'objectives',
];

const isShown = (name: string, asked: readonly string[]): boolean =>
  FIELDS.includes(name) && (asked.length === 0 || name === 'id' || asked.includes(name));

/** What the study measures; without results before it starts. Source: readings, "Studies" */
function objectivesOf(study: StudyRecord, structure: Structure, now: number): Fields {
  const { type, start_time: start, cells } = study.doc;
  const measured = Math.min(endOf(study), now);
  const isStarted = Date.parse(start) < measured;
  const results = isStarted ? cells.map((cell) => JSON.stringify(resultOf(cell, study, { structure, measured }))) : [];
  const objective = {
    name: type === LIFT ? 'Conversion lift' : 'Cost per conversion',
    type: 'CONVERSIONS',
    is_primary: true,
    last_updated_results: isStarted ? instantOf(measured) : null,
    results,
  };
  return { data: [objective] };
}

const LIFT = 'LIFT';

interface Measured {
  readonly structure: Structure;
  /** Milliseconds up to which is measured. */
  readonly measured: number;
}

function resultOf(cell: Cell, study: StudyRecord, { structure, measured }: Measured): Fields {
  const ads = everMade(structure).ads.filter((ad) => isInCell(ad, cell));
  const { delivery } = structure;
  const zone = ads[0] === undefined ? 'UTC' : delivery.termsOf(ads[0]).zone;
  const from = dayAt(Date.parse(study.doc.start_time), zone);
  const to = dayAt(measured - 1, zone);
  const counts = totalOf(ads, daysBetween({ from, to }, Date.parse(to)), delivery);
  const lift = study.doc.type === LIFT && cell.control_percentage > 0 ? liftIn(counts) : {};
  return { cell_id: cell.id, ...figuresOf(counts, FIGURES), ...lift };
}

const isInCell = ({ doc }: AdRecord, cell: Cell): boolean =>
  namedIn(cell).some((id) => id === doc.platformAdSetId || id === doc.platformCampaignId);

/** People who are kept from the ads do nothing here, so everything that others do is the lift. */
const liftIn = ({ conversions }: Counts): Fields => ({
  'conversions.test': conversions,
  'conversions.control': 0,
  'conversions.incremental': conversions,
});

export const studies: Record<string, Handler> = { listAdStudies };
