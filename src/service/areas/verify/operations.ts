/** One-time codes: sent by the simulated carrier, kept as a hash, checked a few times. */
import { instantOf } from '../../../kernel/instant.ts';
import type { EventName } from '#contract';
import { createHash, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../../kernel/time.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { commit, type View } from '../../change.ts';
import { blank } from '../../networks/simulated/item.ts';
import type { FeedItem, NewEvent, Reader, StoredRecord } from '../../store/store.ts';
import { CARRIER_FEED, NUMBER_KIND, phoneProblem } from '../../records/phone.ts';
import { codeFrom } from './code.ts';

const KIND = 'verification';

/** Source: ASM-40 */
const USUAL = { codeLength: 6, ttlMinutes: 10, attempts: 5 } as const;

/** Bounds of what may be asked for. */
const LENGTHS = [4, 10] as const;
const MINUTES = [1, 60] as const;

interface VerificationDoc extends Record<string, unknown> {
  readonly id: string;
  readonly status: string;
  readonly channel: 'sms';
  readonly to: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly sendCount: number;
  /** Hash of the code with the id; the code itself is kept nowhere here. */
  readonly $hash?: string;
}

type Verification = StoredRecord<VerificationDoc>;

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
  if (!isWithin(length, LENGTHS)) return wrong('codeLength', 'A code has 4 to 10 digits.');
  if (!isWithin(minutes, MINUTES)) return wrong('ttlMinutes', 'A code lives for 1 to 60 minutes.');
  const now = desk.clock.now();
  return commit(desk, [`team/${caller.teamId}`], async (view) => {
    const running = await runningFor(view, { teamId: caller.teamId, to, now });
    const id = running?.id ?? desk.ids.record();
    const code = codeFrom(desk.ids.uuid(), length);
    const doc: VerificationDoc = {
      id,
      status: 'pending',
      channel: 'sms',
      to,
      expiresAt: instantOf(now + minutes * MINUTE_MS),
      attempts: running?.doc.attempts ?? 0,
      maxAttempts: USUAL.attempts,
      sendCount: (running?.doc.sendCount ?? 0) + 1,
      lastSentAt: instantOf(now),
      createdAt: instantOf(running?.createdAt ?? now),
      resend: running !== undefined,
      $hash: hashOf(id, code),
    };
    const base = { kind: KIND, id, teamId: caller.teamId, profileId: null, parentId: null };
    return {
      records: [{ ...base, createdAt: running?.createdAt ?? now, doc }],
      feed: await codeItems(view, { call, to, code, nativeId: desk.ids.record(), now }),
      result: ok(viewOf(doc, now)),
    };
  });
};

const wrong = (param: string, message: string): Reply => refuse('invalid_field_value', { param, message });

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

async function runningFor(
  view: View,
  { teamId, to, now }: { readonly teamId: string; readonly to: string; readonly now: number },
): Promise<Verification | undefined> {
  const all = await view.list<VerificationDoc>(KIND, { teamId });
  return all.find(({ doc }) => doc.to === to && statusOf(doc, now) === 'pending' && doc.$hash !== undefined);
}

/** The code as it reaches the phone: in the feeds of the carrier and of the number that sends it. */
async function codeItems(
  view: View,
  { call, to, code, nativeId, now }: { call: Call; to: string; code: string; nativeId: string; now: number },
): Promise<FeedItem[]> {
  const { from, brandName } = call.body;
  const text = `${typeof brandName === 'string' ? `${brandName}: your` : 'Your'} code is ${code}.`;
  const doc = { to, ...(typeof from === 'string' ? { from } : {}), text, code };
  const numbers = await view.list(NUMBER_KIND, { teamId: call.caller.teamId });
  const sender = numbers.find((number) => number.doc['phoneNumber'] === from);
  return [CARRIER_FEED, ...(sender === undefined ? [] : [sender.id])].map((accountId) => ({
    ...blank(accountId, 'code', now),
    nativeId,
    doc,
  }));
}

const getVerification: Handler = async (call, desk) => {
  const record = await verificationOf(desk.store.read, call);
  return record === undefined ? UNKNOWN : ok(viewOf(record.doc, desk.clock.now()));
};

const UNKNOWN = refuse('not_found', { message: 'There is no such verification.' });

/** Source: VER-05, VER-06 */
const checkVerification: Handler = async (call, desk) => {
  const now = desk.clock.now();
  return commit(desk, [`${KIND}/${call.path['verificationId'] ?? ''}`], async (view) => {
    const record = await verificationOf(view, call);
    if (record === undefined) return { result: UNKNOWN };
    if (statusOf(record.doc, now) !== 'pending') return { result: ok({ ...viewOf(record.doc, now), valid: false }) };
    const valid = isCode(record.doc, String(call.body['code']));
    const attempts = record.doc.attempts + 1;
    const isOver = !valid && attempts >= record.doc.maxAttempts;
    const status = valid ? 'approved' : isOver ? 'max_attempts_reached' : 'pending';
    const after: Verification = { ...record, doc: { ...record.doc, attempts, status } };
    const events = [
      ...(valid ? [told('verification.approved', after)] : []),
      ...(isOver ? [told('verification.failed', after, { reason: 'max_attempts_reached' })] : []),
    ];
    return { records: [after], events, result: ok({ ...viewOf(after.doc, now), valid }) };
  });
};

async function verificationOf(reader: Reader, { caller, path }: Call): Promise<Verification | undefined> {
  const record = await reader.get<VerificationDoc>(KIND, path['verificationId'] ?? '');
  return record?.teamId === caller.teamId ? record : undefined;
}

/** One that has run out says so, and tells nobody. Source: ASM-40 */
const statusOf = ({ status, expiresAt }: VerificationDoc, now: number): string =>
  status === 'pending' && now >= Date.parse(expiresAt) ? 'expired' : status;

const viewOf = (doc: VerificationDoc, now: number): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(doc).filter(([name]) => !name.startsWith('$'))),
  status: statusOf(doc, now),
});

/** Source: VER-01 */
const told = (type: EventName, { id, teamId, doc }: Verification, more: object = {}): NewEvent => ({
  type,
  teamId,
  accountIds: [],
  profileIds: [],
  payload: { verification: { verificationId: id, channel: doc.channel, to: doc.to, ...more } },
});

const hashOf = (id: string, code: string): string => createHash('sha256').update(`${id}/${code}`).digest('hex');

function isCode({ id, $hash }: VerificationDoc, code: string): boolean {
  const given = hashOf(id, code.trim());
  return $hash !== undefined && timingSafeEqual(Buffer.from(given), Buffer.from($hash));
}

export const handlers: Record<string, Handler> = { createVerification, getVerification, checkVerification };
