/** Trunks of a team's own telephone system: their credentials, and the numbers on them. Served by engine/. */
import type { Handler } from '../../../desk.ts';
import { engineWith } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { notFound } from '../../../engine/not-found.ts';
import type { NUMBER_KIND } from '../../../records/phone.ts';
import { withFields } from '../../../store/record.ts';
import type { RecordOf } from '../../../store/store.ts';
import { phoneOf } from '../offers.ts';
import type { NumberRecord } from '../record.ts';

export const TRUNK_KIND = 'sip_trunk';

type TrunkRecord = RecordOf<typeof TRUNK_KIND>;

/** A password that is shown once; the address and the name stay. */
const issue: Follow<typeof TRUNK_KIND> = ([{ after } = {}], { desk }) => {
  if (after === undefined) return {};
  const termination = { uri: `sip:${after.id}@sip.example.test`, username: after.id };
  return { records: [withFields(after, { termination, digestPassword: desk.ids.uuid() })] };
};

/** The trunk without the number. */
export const trunkWithout = (trunk: TrunkRecord, { id }: NumberRecord): TrunkRecord =>
  withFields(trunk, { numbers: trunk.doc.numbers.filter((one) => one.id !== id) });

function trunkWith(trunk: TrunkRecord, number: NumberRecord): TrunkRecord {
  const { numbers } = trunkWithout(trunk, number).doc;
  return withFields(trunk, { numbers: [...numbers, { id: number.id, phoneNumber: phoneOf(number) }] });
}

/** A number is on one trunk at most. */
const attach: Follow<typeof NUMBER_KIND> = async ([{ before, after } = {}], { call }, view) => {
  const trunk = await view.get(TRUNK_KIND, String(call.body['trunkId']));
  if (after === undefined || trunk?.teamId !== after.teamId) return { refusal: NO_TRUNK };
  const former = await view.get(TRUNK_KIND, before?.doc.sipTrunkId ?? '');
  return { records: [...(former === undefined ? [] : [trunkWithout(former, after)]), trunkWith(trunk, after)] };
};

const NO_TRUNK = notFound(TRUNK_KIND, { param: 'trunkId' });

/** Source: VOI-14 */
const detach: Follow<typeof NUMBER_KIND> = async ([{ before } = {}], _scene, view) => {
  const trunk = await view.get(TRUNK_KIND, before?.doc.sipTrunkId ?? '');
  return before === undefined || trunk === undefined ? {} : { records: [trunkWithout(trunk, before)] };
};

const attachNumberToSipTrunk: Handler = async (call, desk) => {
  return engineWith(attach)(call, desk);
};

export const handlers: Readonly<Record<string, Handler>> = {
  createSipTrunk: engineWith(issue),
  rotateSipTrunkCredentials: engineWith(issue),
  attachNumberToSipTrunk,
  detachNumberFromSipTrunk: engineWith(detach),
};
