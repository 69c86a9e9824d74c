/** One-time codes: sent by the simulated carrier, kept as a hash, checked a few times. */
import type { Fields } from '../../../kernel/json.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, type View } from '../../change.ts';
import { blank } from '../../networks/simulated/item.ts';
import { verification, type VerificationState } from '../../states/verification.ts';
import { withFields } from '../../store/record.ts';
import type { FeedItem, Reader } from '../../store/store.ts';
import { CARRIER_FEED, NUMBER_KIND, phoneProblem } from '../../records/phone.ts';
import { shownFields } from '../../records/shown.ts';
import { checkedEvents } from './events.ts';
import { codeFrom } from './offers.ts';
import {
  hasEnoughCodes,
  isCode,
  isRunning,
  sentVerification,
  statusOf,
  VERIFICATION_KIND,
  verificationLock,
  type VerificationRecord,
} from './record.ts';

/** Source: ASM-40 */
const USUAL = { codeLength: 6, ttlMinutes: 10 } as const;

/** Bounds of what may be asked for. */
const LENGTHS = [4, 10] as const;
const MINUTES = [1, 60] as const;

/** Source: VER-02, VER-04, ASM-40 */
const createVerification: Handler = async (call, desk) => {
  const { body, caller } = call;
  const to = String(body['to']);
  const problem = phoneProblem('to', to);
  if (problem !== undefined) return problem;
  const [length, minutes] = [
    Number(body['codeLength'] ?? USUAL.codeLength),
    Number(body['ttlMinutes'] ?? USUAL.ttlMinutes),
  ];
  if (!isWithin(length, LENGTHS)) return wrong('codeLength', 'A code must have 4 to 10 digits.');
  if (!isWithin(minutes, MINUTES)) return wrong('ttlMinutes', 'A code must be valid for 1 to 60 minutes.');
  const now = desk.clock.now();
  const { teamId } = caller;
  return commit(desk, [`team/${teamId}`], async (view) => {
    const all = await view.list(VERIFICATION_KIND, { teamId });
    if (hasEnoughCodes(all, to, now)) return { result: TOO_MANY };
    const running = all.find((one) => one.doc.to === to && isRunning(one, now));
    const id = running?.id ?? desk.ids.record();
    const code = codeFrom(desk.ids.uuid(), length);
    const sent = sentVerification({ id, teamId, to, code, minutes, now }, running);
    return {
      records: [sent],
      feed: await codeItems(view, { call, to, code, nativeId: desk.ids.record(), now }),
      result: ok(viewOf(sent, desk)),
    };
  });
};

const TOO_MANY = refuse('rate_limited', {
  param: 'to',
  message: 'The limit of five codes an hour to this phone has been reached.',
});

const wrong = (param: string, message: string): Reply => refuse('invalid_field_value', { param, message });

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** The code as it reaches the phone: in the feeds of the carrier and of the number that sends it. */
async function codeItems(
  view: View,
  { call, to, code, nativeId, now }: { call: Call; to: string; code: string; nativeId: string; now: number },
): Promise<FeedItem[]> {
  const { from, brandName } = call.body;
  const text = `${typeof brandName === 'string' ? `${brandName}: your` : 'Your'} code is ${code}.`;
  const doc = { to, ...(typeof from === 'string' ? { from } : {}), text, code };
  const numbers = await view.list(NUMBER_KIND, { teamId: call.caller.teamId });
  const sender = numbers.find((number) => number.doc.phoneNumber === from);
  return [CARRIER_FEED, ...(sender === undefined ? [] : [sender.id])].map((accountId) => ({
    ...blank(accountId, 'code', now),
    nativeId,
    doc,
  }));
}

const getVerification: Handler = async (call, desk) => {
  const known = await verificationOf(desk.store.read, call);
  return known === undefined ? UNKNOWN : ok(viewOf(known, desk));
};

const UNKNOWN = refuse('not_found', { message: 'There is no such verification.' });

/** Source: VER-05, VER-06 */
const checkVerification: Handler = async (call, desk) =>
  commit(desk, [verificationLock(call.path['verificationId'] ?? '')], async (view) => {
    const before = await verificationOf(view, call);
    if (before === undefined) return { result: UNKNOWN };
    const valid = isCode(before, String(call.body['code']));
    const attempts = before.doc.attempts + 1;
    const event = valid ? 'rightCode' : attempts < before.doc.maxAttempts ? 'wrongCode' : 'lastWrongCode';
    const move = verification.move(statusOf(before, desk.clock.now()) as VerificationState, event);
    if (move === undefined) return { result: ok({ ...viewOf(before, desk), valid: false }) };
    const after = withFields(before, { attempts, status: move.to });
    return { records: [after], events: checkedEvents(after), result: ok({ ...viewOf(after, desk), valid }) };
  });

async function verificationOf(reader: Reader, { caller, path }: Call): Promise<VerificationRecord | undefined> {
  const record = await reader.get(VERIFICATION_KIND, path['verificationId'] ?? '');
  return record?.teamId === caller.teamId ? record : undefined;
}

const viewOf = (record: VerificationRecord, { catalog, clock }: Pick<Desk, 'catalog' | 'clock'>): Fields => ({
  ...shownFields(record, catalog),
  status: statusOf(record, clock.now()),
});

export const handlers: Record<string, Handler> = { createVerification, getVerification, checkVerification };
