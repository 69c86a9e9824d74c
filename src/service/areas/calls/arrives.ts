/** Calls to and from numbers and accounts, as carriers report them. Listed in the index that the press makes. */
import { textOf } from '../../../kernel/json.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import type { Reply } from '../../call.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import {
  accountOf,
  FLAG,
  isRefusal,
  oneOf,
  TEXT,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../../causes/cause.ts';
import { numberAccount } from '../phone-numbers/offers.ts';
import type { NumberRecord } from '../phone-numbers/record.ts';
import { endedEvent, failedEvent } from './events.ts';
import { routedCall } from './inbound/routing.ts';
import {
  answeredCall,
  CALL_KIND,
  endedCall,
  failedCall,
  isOver,
  lineOf as lineOfCall,
  newCall,
  type CallRecord,
  type Line,
} from './record.ts';
import { inboundRefusal } from './trunks/limits.ts';
import { arrives as trunkArrives } from './trunks/trunk-calls.ts';
import { takeAnswer } from './whatsapp/permission.ts';

/** Who is called: an account with calling, or a number. */
async function lineOf(scene: Scene): Promise<Line | Reply> {
  const { numberId } = scene.given;
  if (numberId === undefined) {
    const account = await accountOf(scene);
    if (isRefusal(account)) return account;
    const number = await scene.read.get(NUMBER_KIND, account.id);
    return number === undefined ? { account } : { account: numberAccount(number, 'phone'), number };
  }
  const number = await scene.read.get(NUMBER_KIND, String(numberId));
  return number === undefined
    ? notFound(NUMBER_KIND, { param: 'numberId' })
    : { account: numberAccount(number, 'phone'), number };
}

type Stage = (scene: Scene, line: Line) => Promise<Caused | Reply>;

/** Source: EVT-108 */
const receive: Stage = async (scene, line) => {
  const refusal = line.number && (notReachable(line.number) ?? (await busyTrunk(line.number, scene)));
  if (refusal !== undefined) return refusal;
  const { ids, now } = scene;
  const record = beginning(scene, line);
  const { due = [], ...changes } = routedCall(record, { line, now, ids });
  return { ...changes, work: due, made: { callId: record.id } };
};

const beginning = ({ ids, now, given, origin }: Scene, line: Line): CallRecord => {
  const recordable = origin === undefined ? {} : { recordable: { origin, recordingKey: ids.uuid() } };
  return newCall(line, { id: ids.record(), direction: 'inbound', person: String(given['from']), now, ...recordable });
};

/** A trunk answers for its numbers; any other rings only while voice is turned on. */
function notReachable({ doc }: NumberRecord): Reply | undefined {
  if (doc.status === 'active' && (doc.callingEnabled || typeof doc.sipTrunkId === 'string')) return undefined;
  return refuse('invalid_resource_state', {
    message: 'This number cannot receive calls: it is not active, or voice is not enabled.',
  });
}

/** Source: VOI-29 */
const busyTrunk = async ({ doc, teamId }: NumberRecord, { read }: Scene): Promise<Reply | undefined> =>
  typeof doc.sipTrunkId === 'string' ? inboundRefusal({ id: doc.sipTrunkId, teamId }, read) : undefined;

const endOpen: Stage = async (scene, line) => end(scene, await openCall(scene, line), line);

const failOpen: Stage = async (scene, line) => fail(scene, await openCall(scene, line), line);

const permission: Stage = (scene, { account }) => takeAnswer(scene, account);

/** The call of the last day that is open with that caller; else a new one. */
async function openCall(scene: Scene, line: Line): Promise<CallRecord> {
  const { read, given, now, teamId } = scene;
  const person = String(given['from']);
  const to = line.account.doc.username;
  const latest = await read.list(CALL_KIND, { teamId, since: now - DAY_MS, order: 'desc' });
  const open = latest.find((one) => !isOver(one) && one.doc.from === person && one.doc.to === to);
  return open ?? beginning(scene, line);
}

const STAGES: Readonly<Record<string, Stage>> = {
  received: receive,
  ended: endOpen,
  failed: failOpen,
  permission_request: permission,
};

/** A carrier that reports the end of a call and nothing of its answer means a talk from its beginning on. */
function end({ given, now }: Scene, record: CallRecord, line: Line): Caused {
  const { durationSeconds: seconds, reason } = given;
  const talk = typeof record.doc.answeredAt !== 'string' ? answeredCall(record, record.createdAt) : record;
  const after = endedCall(talk, {
    now,
    reason: textOf(reason),
    durationSeconds: seconds === undefined ? undefined : Number(seconds),
  });
  return { records: [after], events: [endedEvent(after, line)], made: { callId: record.id } };
}

function fail({ given, now }: Scene, known: CallRecord, line: Line): Caused {
  const message = textOf(given['reason']) ?? 'The call could not be connected.';
  const record = failedCall(known, { message, now });
  return { records: [record], events: [failedEvent(record, line)], made: { callId: record.id } };
}

/** What becomes of a call that is known by its id, whoever placed it. */
async function becomes(scene: Scene, id: string): Promise<Caused | Reply> {
  const { read, given } = scene;
  const record = await read.get(CALL_KIND, id);
  if (record === undefined || isOver(record))
    return refuse('not_found', { param: 'callId', message: 'There is no such ongoing call.' });
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

export const arrives: Readonly<Record<string, Inbound>> = {
  ...trunkArrives,
  call: {
    fields: {
      numberId: WORD,
      accountId: WORD,
      callId: WORD,
      from: WORD,
      stage: oneOf(...Object.keys(STAGES)),
      durationSeconds: { type: 'integer', minimum: 0 },
      reason: TEXT,
      isPermanent: FLAG,
    },
    required: ['stage'],
    cause: call,
  },
};
