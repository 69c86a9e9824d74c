/** Calls and texts to numbers, and what carriers decide about numbers, registrations and ports. Listed in control/inbound-answer.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { PORT_IN_KIND } from '../phone-numbers/port-ins.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { REGISTRATION_KIND } from '../sms/registrations.ts';
import { activatedBy, SANDBOX_NUMBER } from '../whatsapp/offers.ts';
import type { Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import { portIn, type PortEvent, type PortState } from '../../states/port-in.ts';
import type { StoredRecord } from '../../store/store.ts';
import {
  accountOf,
  eventOf,
  inboxAccount,
  isRefusal,
  oneOf,
  profileEvent,
  recordOf,
  TEXT,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../../causes/cause.ts';
import { participantOf, receivedFrom } from '../inbox/offers.ts';
import { numberAccount, numberBlock, phoneOf } from '../phone-numbers/number.ts';
import {
  CALL_KIND,
  callBlock,
  endedCall,
  endedEvent,
  failedCall,
  isOver,
  lineOf as lineOfCall,
  newCall,
  type Line,
} from './call.ts';

async function numberOf({ read }: Scene, id: unknown): Promise<StoredRecord | Reply> {
  const number = typeof id === 'string' ? await read.get(NUMBER_KIND, id) : undefined;
  return number ?? refuse('not_found', { param: 'numberId', message: 'The team has no such number.' });
}

/** Who is called: an account with calling, or a number. */
async function lineOf(scene: Scene): Promise<Line | Reply> {
  if (scene.given['numberId'] === undefined) {
    const account = await accountOf(scene);
    return isRefusal(account) ? account : { account };
  }
  const number = await numberOf(scene, scene.given['numberId']);
  return isRefusal(number) ? number : { account: numberAccount(number, 'phone'), number };
}

type Stage = (scene: Scene, line: Line) => Promise<Caused>;

const receive: Stage = async (scene, line) => {
  const { ids, now, given } = scene;
  const record = newCall(line, { id: ids.record(), direction: 'inbound', person: String(given['from']), now });
  const call = { ...callBlock(record, line), startedAt: record.doc['startedAt'] };
  const event = eventOf('call.received', line.account, { call, account: inboxAccount(line.account) });
  return { records: [record], events: [event], made: { callId: record.id } };
};

const endOpen: Stage = async (scene, line) => end(scene, await openCall(scene, line), line);

const failOpen: Stage = async (scene, line) => fail(scene, await openCall(scene, line), line);

/** How long a permission to call holds, in ms. */
const PERMITTED_MS = 7 * DAY_MS;

const permission: Stage = async ({ given, now }, { account }) => {
  const isRejected = given['reason'] === 'reject';
  const payload = {
    call: { accountId: account.id },
    permission: {
      from: given['from'],
      response: isRejected ? 'reject' : 'accept',
      isPermanent: false,
      ...(isRejected ? {} : { expirationTimestamp: instantOf(now + PERMITTED_MS) }),
      responseSource: 'user_action',
    },
    account: inboxAccount(account),
  };
  return { events: [eventOf('call.permission_request', account, payload)] };
};

/** The call that is open with that caller; else a new one. */
async function openCall({ read, ids, given, now, teamId }: Scene, line: Line): Promise<StoredRecord> {
  const person = String(given['from']);
  const to = line.account.doc.username;
  const all = await read.list(CALL_KIND, { teamId });
  const open = all.find((one) => !isOver(one) && one.doc['from'] === person && one.doc['to'] === to);
  return open ?? newCall(line, { id: ids.record(), direction: 'inbound', person, now });
}

const STAGES: Readonly<Record<string, Stage>> = {
  received: receive,
  ended: endOpen,
  failed: failOpen,
  permission_request: permission,
};

function end({ given, now }: Scene, record: StoredRecord, line: Line): Caused {
  const seconds = given['durationSeconds'];
  const after = endedCall(record, {
    now,
    reason: textOf(given['reason']),
    durationSeconds: seconds === undefined ? undefined : Number(seconds),
  });
  return { records: [after], events: [endedEvent(after, line)], made: { callId: record.id } };
}

function fail({ given, now }: Scene, known: StoredRecord, line: Line): Caused {
  const message = textOf(given['reason']) ?? 'The call could not be connected.';
  const { record, event } = failedCall(known, line, { message, now });
  return { records: [record], events: [event], made: { callId: record.id } };
}

/** What becomes of a call that is known by its id, whoever placed it. */
async function becomes(scene: Scene, id: string): Promise<Caused | Reply> {
  const { read, given } = scene;
  const record = await read.get(CALL_KIND, id);
  if (record === undefined || isOver(record))
    return refuse('not_found', { param: 'callId', message: 'The team has no such call that is still going on.' });
  const line = await lineOfCall(read, record);
  return given['stage'] === 'failed' ? fail(scene, record, line) : end(scene, record, line);
}

async function call(scene: Scene): Promise<Caused | Reply> {
  const { callId, from, stage } = scene.given;
  if (typeof callId === 'string' && (stage === 'ended' || stage === 'failed')) return becomes(scene, callId);
  if (from === undefined) return refuse('missing_required_field', { param: 'from' });
  const line = await lineOf(scene);
  if ('status' in line) return line;
  return (STAGES[String(scene.given['stage'])] ?? receive)(scene, line);
}

const OPT_OUT = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'];
const OPT_IN = ['START', 'UNSTOP', 'YES'];

/** Source: EVT-53 */
async function sms(scene: Scene): Promise<Caused | Reply> {
  const { read, teamId, given, now } = scene;
  const to = String(given['to']);
  if (to === SANDBOX_NUMBER) return { records: await activatedBy(read, { teamId, phone: String(given['from']), now }) };
  const accounts = (await read.list(ACCOUNT_KIND, { teamId })).filter(
    ({ doc }) => traitsOf(doc.platform).line === 'texts',
  );
  const numbers = (await read.list(NUMBER_KIND, { teamId })).filter((number) => phoneOf(number) === to);
  const account = accounts.find(({ doc }) => doc.username === to) ?? numbers.map((one) => numberAccount(one, 'sms'))[0];
  if (account === undefined) return refuse('not_found', { param: 'to', message: 'The team has no such number.' });
  const from = String(given['from']);
  const text = textOf(given['text']) ?? '';
  const urls = (given['mediaUrls'] as readonly string[] | undefined) ?? [];
  const caused = await receivedFrom(scene, account, {
    text,
    attachments: urls.map((url) => ({ type: 'image', url })),
    direction: 'incoming',
    sender: participantOf({ id: from, phoneNumber: from }, 'sms'),
  });
  return { ...caused, ...consentAfter(scene, { from, to, word: text.trim().toUpperCase() }, caused) };
}

/** Opt-out words stop what is sent to that number, opt-in words allow it again. */
function consentAfter(
  scene: Scene,
  { from, to, word }: { from: string; to: string; word: string },
  { records = [] }: Caused,
): Caused {
  const id = `${to}/${from}`;
  if (OPT_IN.includes(word)) return { removed: [{ kind: 'sms_opt_out', id }] };
  if (!OPT_OUT.includes(word)) return {};
  const doc = { phoneNumber: from, from: to, keyword: word, optedOutAt: instantOf(scene.now) };
  return { records: [...records, recordOf('sms_opt_out', id, scene, { doc })] };
}

/** The last word of the event's name, and the status that a number has then. Source: ASM-19 */
const NUMBER_STATES = {
  kyc_submitted: 'pending_regulatory',
  activated: 'active',
  declined: 'regulatory_declined',
  action_required: 'pending_regulatory',
  verification_required: 'verifying',
  suspended: 'suspended',
  reactivated: 'active',
  released: 'released',
} as const;

/** Source: EVT-12 */
async function numberStatus(scene: Scene): Promise<Caused | Reply> {
  const number = await numberOf(scene, scene.given['numberId']);
  if (isRefusal(number)) return number;
  // The body was judged by the words of the table.
  const word = scene.given['status'] as keyof typeof NUMBER_STATES;
  const reason = textOf(scene.given['reason']);
  const profileId = number.profileId ?? textOf(number.doc['profileId']) ?? '';
  const payload = {
    number: numberBlock(number, profileId),
    ...(reason === undefined ? {} : { reason }),
    ...(word === 'verification_required' ? { verificationUrl: `https://verify.example.test/${number.id}` } : {}),
  };
  const belonging = { teamId: number.teamId, profileId: profileId === '' ? null : profileId };
  return {
    records: [{ ...number, doc: { ...number.doc, status: NUMBER_STATES[word] } }],
    events: [profileEvent(`whatsapp.number.${word}`, belonging, payload)],
  };
}

/** Source: EVT-13, EVT-116, EVT-117 */
async function registrationStatus(scene: Scene): Promise<Caused | Reply> {
  const { given, read } = scene;
  const known = await read.get(REGISTRATION_KIND, String(given['registrationId']));
  if (known === undefined)
    return refuse('not_found', { param: 'registrationId', message: 'The team has no such registration.' });
  const profileId = known.profileId ?? textOf(known.doc['profileId']) ?? '';
  const registration = { id: known.id, profileId };
  const belonging = { teamId: known.teamId, profileId: profileId === '' ? null : profileId };
  const action = given['action'] as Fields | undefined;
  if (action !== undefined) {
    const payload = { registration, reason: action['reason'], message: action['message'] };
    return { events: [profileEvent('sms.registration.action_required', belonging, payload)] };
  }
  const status = given['status'];
  const payload = { registration: { ...registration, status } };
  return {
    records: [{ ...known, doc: { ...known.doc, status } }],
    events: [profileEvent('sms.registration.status_updated', belonging, payload)],
  };
}

/** Ports have a state and no event. */
async function portStatus({ given, read }: Scene): Promise<Caused | Reply> {
  const known = await read.get(PORT_IN_KIND, String(given['portInId']));
  if (known === undefined) return refuse('not_found', { param: 'portInId', message: 'The team has no such port.' });
  const [from, to] = [String(known.doc['status']), String(given['status'])];
  const move = portIn.move(from as PortState, to as PortEvent);
  if (move === undefined)
    return refuse('invalid_resource_state', {
      param: 'status',
      message: `A port that is ${from} does not become ${to}.`,
    });
  return { records: [{ ...known, doc: { ...known.doc, status: move.to } }] };
}

export const arrives: Readonly<Record<string, Inbound>> = {
  call: {
    fields: {
      numberId: WORD,
      accountId: WORD,
      callId: WORD,
      from: WORD,
      stage: oneOf(...Object.keys(STAGES)),
      durationSeconds: { type: 'integer', minimum: 0 },
      reason: TEXT,
    },
    required: ['stage'],
    cause: call,
  },
  sms: {
    fields: { to: WORD, from: WORD, text: TEXT, mediaUrls: { type: 'array', items: WORD } },
    required: ['to', 'from', 'text'],
    cause: sms,
  },
  number_status: {
    fields: { numberId: WORD, status: oneOf(...Object.keys(NUMBER_STATES)), reason: TEXT },
    required: ['numberId', 'status'],
    cause: numberStatus,
  },
  registration_status: {
    fields: {
      registrationId: WORD,
      status: WORD,
      action: {
        type: 'object',
        required: ['reason', 'message'],
        additionalProperties: false,
        properties: { reason: WORD, message: WORD },
      },
    },
    required: ['registrationId'],
    cause: registrationStatus,
  },
  port_status: { fields: { portInId: WORD, status: WORD }, required: ['portInId', 'status'], cause: portStatus },
};
