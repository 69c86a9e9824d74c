/** Trunks of a team's own telephone system: their credentials, and the numbers on them. Served by engine/. */
import { isFields, isList } from '../../../kernel/json.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import type { StoredRecord } from '../../store/store.ts';
import { phoneOf } from './number.ts';

const TRUNK_KIND = 'sip_trunk';

/** A password that is shown once; the address and the name stay. */
const issue: Follow = ([{ after } = {}], { desk }) => {
  if (after === undefined) return {};
  const termination = { uri: `sip:${after.id}@sip.example.test`, username: after.id };
  return { records: [{ ...after, doc: { ...after.doc, termination, digestPassword: desk.ids.uuid() } }] };
};

/** The trunk without the number. */
function trunkWithout(trunk: StoredRecord, { id }: StoredRecord): StoredRecord {
  const numbers = isList(trunk.doc['numbers']) ? trunk.doc['numbers'] : [];
  return {
    ...trunk,
    doc: { ...trunk.doc, numbers: numbers.filter((one) => !isFields(one) || one['id'] !== id) },
  };
}

function trunkWith(trunk: StoredRecord, number: StoredRecord): StoredRecord {
  const { doc } = trunkWithout(trunk, number);
  const numbers = [...(doc['numbers'] as readonly unknown[]), { id: number.id, phoneNumber: phoneOf(number) }];
  return { ...trunk, doc: { ...doc, numbers } };
}

/** A number is on one trunk at most. */
const attach: Follow = async ([{ before, after } = {}], { call }, view) => {
  const trunk = await view.get(TRUNK_KIND, String(call.body['trunkId']));
  if (after === undefined || trunk?.teamId !== after.teamId) return { refusal: NO_TRUNK };
  const former = await view.get(TRUNK_KIND, String(before?.doc['sipTrunkId'] ?? ''));
  return { records: [...(former === undefined ? [] : [trunkWithout(former, after)]), trunkWith(trunk, after)] };
};

const NO_TRUNK = notFound(TRUNK_KIND, { param: 'trunkId' });

/** Source: VOI-14 */
const detach: Follow = async ([{ before } = {}], _scene, view) => {
  const trunk = await view.get(TRUNK_KIND, String(before?.doc['sipTrunkId'] ?? ''));
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
