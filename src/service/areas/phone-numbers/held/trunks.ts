/** Trunks of a team's own telephone system: their credentials, and the numbers on them. Served by engine/; what they carry is in calls/trunk-calls.ts. */
import { isFields } from '../../../../kernel/json.ts';
import type { Reply } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { engine, engineWith } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { notFound } from '../../../engine/not-found.ts';
import { NUMBER_KIND } from '../../../records/phone.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { Reader } from '../../../store/store.ts';
import { isCalledOnWhatsApp } from '../../calls/offers.ts';
import { phoneOf } from '../offers.ts';
import { isPaidUpFront } from '../orders/payment.ts';
import { TRUNK_KIND, type NumberRecord, type TrunkRecord } from '../record.ts';

/** A password that is shown once; the address and the name stay. */
const issue: Follow<typeof TRUNK_KIND> = ([{ after } = {}], { desk }) => {
  if (after === undefined) return {};
  const problem = addressProblem(after);
  if (problem !== undefined) return { refusal: problem };
  const termination = { uri: `sip:${after.id}@sip.example.test`, username: after.id };
  return { records: [withFields(after, { termination, digestPassword: desk.ids.uuid() })] };
};

const HOST = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i;

const HIGHEST_PORT = 65_535;

function addressProblem({ doc }: TrunkRecord): Reply | undefined {
  const { sipHost = '', sipPort = 1 } = doc;
  if (!HOST.test(sipHost))
    return refuse('invalid_field_value', {
      param: 'sipHost',
      message: '`sipHost` is a host name or an IPv4 address, such as sip.example.com.',
    });
  if (Number.isInteger(sipPort) && sipPort >= 1 && sipPort <= HIGHEST_PORT) return undefined;
  return refuse('invalid_field_value', {
    param: 'sipPort',
    message: `\`sipPort\` is a whole number from 1 to ${String(HIGHEST_PORT)}.`,
  });
}

const issuing = engineWith(issue);

/** Source: VOI-39 */
const createSipTrunk: Handler = async (call, desk) =>
  isPaidUpFront(await desk.plan.of(call.caller.teamId)) ? NOT_ON_PLAN : issuing(call, desk);

const NOT_ON_PLAN = refuse('feature_not_available', { message: 'SIP trunks require a plan with usage-based billing.' });

const listSipTrunks: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  if (reply.status >= 300 || !isFields(reply.body)) return reply;
  const enabled = !isPaidUpFront(await desk.plan.of(call.caller.teamId));
  return { ...reply, body: { ...reply.body, enabled } } satisfies Reply;
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
  if (before === undefined || after === undefined || trunk?.teamId !== after.teamId) return { refusal: NO_TRUNK };
  const conflict = await conflictOf(before, view);
  if (conflict !== undefined) return { refusal: conflict };
  const former = await view.get(TRUNK_KIND, before.doc.sipTrunkId ?? '');
  return { records: [...(former === undefined ? [] : [trunkWithout(former, after)]), trunkWith(trunk, after)] };
};

const NO_TRUNK = notFound(TRUNK_KIND, { param: 'trunkId' });

/** Why the number cannot be on a trunk, or undefined. Source: VOI-35, VOI-37, VOI-38 */
async function conflictOf(number: NumberRecord, view: Reader): Promise<Reply | undefined> {
  const { hostedByService, status, callingEnabled } = number.doc;
  if (!hostedByService) return HOSTED_ELSEWHERE;
  if (status !== 'active')
    return refuse('invalid_resource_state', {
      message: `Only an active number can be attached to a trunk; this one is ${status}.`,
    });
  if (callingEnabled) return HAS_VOICE;
  return (await isCalledOnWhatsApp(view, number)) ? HAS_WHATSAPP_CALLS : undefined;
}

const HOSTED_ELSEWHERE = refuse('invalid_field_value', {
  status: 422,
  message: 'This number belongs to your own carrier, which decides where its calls go.',
});

const HAS_VOICE = refuse('invalid_resource_state', {
  message: 'Calls are turned on for this number. Turn them off before you attach it to a trunk.',
});

const HAS_WHATSAPP_CALLS = refuse('invalid_resource_state', {
  message: 'WhatsApp calls are turned on for this number. Turn them off before you attach it to a trunk.',
});

/** Source: VOI-14 */
const detach: Follow<typeof NUMBER_KIND> = async ([{ before } = {}], _scene, view) => {
  const trunk = await view.get(TRUNK_KIND, before?.doc.sipTrunkId ?? '');
  return before === undefined || trunk === undefined ? {} : { records: [trunkWithout(trunk, before)] };
};

/** The numbers of a deleted trunk are detached. */
const detachAll: Follow<typeof TRUNK_KIND> = async ([{ before } = {}], _scene, view) => {
  const numbers = await view.list(NUMBER_KIND, { teamId: before?.teamId ?? '' });
  const attached = numbers.filter(({ doc }) => doc.sipTrunkId === before?.id);
  return { records: attached.map((number) => withFields(number, { sipTrunkId: null })) };
};

export const handlers: Readonly<Record<string, Handler>> = {
  listSipTrunks,
  createSipTrunk,
  rotateSipTrunkCredentials: issuing,
  deleteSipTrunk: engineWith(detachAll),
  attachNumberToSipTrunk: engineWith(attach),
  detachNumberFromSipTrunk: engineWith(detach),
};
