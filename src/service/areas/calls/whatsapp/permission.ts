/** Whether a person may be called on WhatsApp: what they were asked, what they answered, and until when that holds. Used by dial.ts, ask.ts and arrives.ts. */
import { instantOf } from '../../../../kernel/instant.ts';
import { DAY_MS } from '../../../../kernel/time.ts';
import { ok } from '../../../call.ts';
import type { Caused, Scene } from '../../../causes/cause.ts';
import type { Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { ownKind } from '../../../store/record.ts';
import type { Reader, StoredRecord } from '../../../store/store.ts';
import { permissionEvent } from '../events.ts';
import { callingOf } from '../offers.ts';

type Permission = {
  /** Milliseconds: when the person was asked, the last days only. */
  readonly askedAt: readonly number[];
  /** Absent while the person has not answered. */
  readonly answer?: 'accept' | 'reject';
  readonly isPermanent?: boolean;
  /** Milliseconds. */
  readonly expiresAt?: number;
};

export type PermissionRecord = StoredRecord<Permission>;

const KIND = ownKind<Permission>('$whatsapp_call_permission');

/** How long an answer holds that is not for ever. */
const PERMITTED_MS = 7 * DAY_MS;

interface Between {
  readonly account: Pick<AccountRecord, 'id' | 'teamId' | 'profileId'>;
  /** The phone of the person, with or without a plus. */
  readonly person: string;
  /** Milliseconds. */
  readonly now: number;
}

/** A person is one, however their phone is written. */
const keyOf = ({ account, person }: Between): string => `${account.id}/${person.replace(/\D/g, '')}`;

/** What is known of the person's permission; of one who was never asked, nothing. */
export async function permissionOf(read: Reader, between: Between): Promise<PermissionRecord> {
  const known = await read.get(KIND, keyOf(between));
  if (known !== undefined) return known;
  const { account, now } = between;
  const { teamId, profileId } = account;
  return {
    kind: KIND,
    id: keyOf(between),
    teamId,
    profileId,
    parentId: account.id,
    createdAt: now,
    doc: { askedAt: [] },
  };
}

export const isPermitted = ({ doc }: PermissionRecord, now: number): boolean =>
  doc.answer === 'accept' && (doc.isPermanent === true || now < (doc.expiresAt ?? 0));

/** Times that a person is asked within spans, as the network publishes them: in ms. */
const MOST_ASKED = [
  { span: DAY_MS, times: 1 },
  { span: 7 * DAY_MS, times: 2 },
] as const;

/** Nobody is asked for what they allow already, nor again and again. */
export const canAsk = (permission: PermissionRecord, now: number): boolean =>
  !isPermitted(permission, now) &&
  MOST_ASKED.every(({ span, times }) => permission.doc.askedAt.filter((at) => at > now - span).length < times);

export function afterRequest({ doc, ...record }: PermissionRecord, now: number): PermissionRecord {
  const recent = doc.askedAt.filter((at) => at > now - 7 * DAY_MS);
  return { ...record, doc: { ...doc, askedAt: [...recent, now] } };
}

/** With the answer that holds for a while. */
export const withPermission = ({ doc: { askedAt }, ...record }: PermissionRecord, now: number): PermissionRecord => ({
  ...record,
  doc: { askedAt, answer: 'accept', expiresAt: now + PERMITTED_MS },
});

/** A person says whether they may be called, whether they were asked or not. Source: EVT-112 */
export async function takeAnswer({ read, given, now }: Scene, account: AccountRecord): Promise<Caused> {
  const [isRejected, isPermanent] = [given['reason'] === 'reject', given['isPermanent'] === true];
  const person = String(given['from']);
  const known = await permissionOf(read, { account, person, now });
  const after = answeredBy(known, { isRejected, isPermanent }, now);
  const expiresAt = after.doc.expiresAt === undefined ? undefined : instantOf(after.doc.expiresAt);
  return {
    records: [after],
    events: [permissionEvent(account, { from: given['from'], isRejected, isPermanent, expiresAt })],
  };
}

function answeredBy(known: PermissionRecord, { isRejected, isPermanent }: Answer, now: number): PermissionRecord {
  const { askedAt } = known.doc;
  if (isRejected) return { ...known, doc: { askedAt, answer: 'reject' } };
  return isPermanent ? { ...known, doc: { askedAt, answer: 'accept', isPermanent } } : withPermission(known, now);
}

interface Answer {
  readonly isRejected: boolean;
  readonly isPermanent: boolean;
}

const getWhatsAppCallPermissions: Handler = inScene(async ({ call, desk, owners: { account }, now }) => {
  if (account === undefined) return ok({});
  const { read } = desk.store;
  const permission = await permissionOf(read, { account, person: String(call.query['to']), now });
  const calling = await callingOf(read, account);
  const isOn = calling?.doc.callingEnabled === true;
  return ok({
    permission: permissionView(permission, now),
    actions: [
      { action_name: 'send_call_permission_request', can_perform_action: isOn && canAsk(permission, now) },
      { action_name: 'start_call', can_perform_action: isOn && isPermitted(permission, now) },
    ],
  });
});

function permissionView(permission: PermissionRecord, now: number) {
  if (!isPermitted(permission, now)) return { status: 'no_permission' };
  const { expiresAt } = permission.doc;
  return expiresAt === undefined
    ? { status: 'permanent' }
    : { status: 'temporary', expiration_time: Math.floor(expiresAt / 1_000) };
}

export const handlers: Readonly<Record<string, Handler>> = { getWhatsAppCallPermissions };
