/** Calls that a team's own phone system places through its SIP trunk: no operation does, so the control surface plays the system. Listed in arrives.ts; how such a call goes on is in other-end.ts. */
import { textOf } from '../../../../kernel/json.ts';
import type { Reply } from '../../../call.ts';
import { WORD, type Caused, type Inbound, type Scene } from '../../../causes/cause.ts';
import { notFound } from '../../../engine/not-found.ts';
import { NUMBER_KIND } from '../../../records/phone.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import { numberAccount, phoneOf } from '../../phone-numbers/offers.ts';
import { TRUNK_KIND, type NumberRecord } from '../../phone-numbers/record.ts';
import { legItems } from '../legs.ts';
import { newCall } from '../record.ts';
import { outboundRinging } from '../ringing.ts';
import { phoneTargetProblem } from '../targets.ts';
import { outboundRefusal } from './limits.ts';

/** Source: VOI-29 to VOI-32, VOI-34, VOI-48 */
async function trunkCall(scene: Scene): Promise<Caused | Reply> {
  const { read, now, given } = scene;
  const trunk = await read.get(TRUNK_KIND, textOf(given['trunkId']) ?? '');
  if (trunk === undefined) return notFound(TRUNK_KIND, { param: 'trunkId' });
  if (given['password'] !== trunk.doc.digestPassword) return NOT_THE_PASSWORD;
  const [from, to] = [String(given['from']), String(given['to'])];
  const number = await callerIdOf(scene, trunk.teamId, from);
  if (number === undefined) return FOREIGN;
  const refusal = phoneTargetProblem('to', to) ?? (await outboundRefusal(trunk, to, { read, now }));
  if (refusal !== undefined) return refusal;
  const line = { account: numberAccount(number, 'phone'), number };
  const ringing = newCall(line, { id: scene.ids.record(), direction: 'outbound', person: to, now });
  const off = { recordingEnabled: false, transcriptionEnabled: false };
  const record = withFields(ringing, { ...off, sipTrunkId: trunk.id });
  return {
    records: [record],
    work: await outboundRinging(read, record, now),
    feed: legItems(record, number.id, { to, from, now, ids: scene.ids }),
    made: { callId: record.id },
  };
}

/** The number that the call shows: one of the team's that is hosted here, or that was verified as its own. Source: VOI-48 */
async function callerIdOf({ read }: Scene, teamId: string, from: string): Promise<NumberRecord | undefined> {
  const numbers = await read.list(NUMBER_KIND, { teamId });
  const isAllowed = ({ doc }: NumberRecord) =>
    doc.status === 'active' && (doc.hostedByService || doc.callerIdVerified === true);
  return numbers.find((one) => phoneOf(one) === from && isAllowed(one));
}

const FOREIGN = refuse('insufficient_permissions', {
  param: 'from',
  message: 'The caller id of a trunk call must be an active number of the team or a verified number.',
});

const NOT_THE_PASSWORD = refuse('insufficient_permissions', {
  param: 'password',
  message: 'The password of the trunk is wrong.',
});

export const arrives: Readonly<Record<string, Inbound>> = {
  trunk_call: {
    fields: { trunkId: WORD, password: WORD, from: WORD, to: WORD },
    required: ['trunkId', 'password', 'from', 'to'],
    cause: trunkCall,
  },
};
