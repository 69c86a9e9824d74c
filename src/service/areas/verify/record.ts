/** A verification as a record: what it holds, what it is at a time, and whether a code is the one that was sent. Used by operations.ts and events.ts. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { instantOf } from '../../../kernel/instant.ts';
import { HOUR_MS, MINUTE_MS } from '../../../kernel/time.ts';
import { verification, type VerificationState } from '../../states/verification.ts';
import type { DocOf, Lock, RecordOf } from '../../store/store.ts';

export const VERIFICATION_KIND = 'verification';

export type VerificationRecord = RecordOf<'verification'>;

export type VerificationStatus = VerificationRecord['doc']['status'];

export const verificationLock = (id: string): Lock => `${VERIFICATION_KIND}/${id}`;

/** Wrong codes that a verification takes. Source: ASM-40 */
const MOST_ATTEMPTS = 5;

export interface Sending {
  readonly id: string;
  readonly teamId: string;
  readonly to: string;
  readonly code: string;
  readonly minutes: number;
  /** Milliseconds. */
  readonly now: number;
}

/** A verification with a code that was just sent. @param running the one of before, which goes on under the new code */
export function sentVerification(
  { id, teamId, to, code, minutes, now }: Sending,
  running: VerificationRecord | undefined,
): VerificationRecord {
  const createdAt = running?.createdAt ?? now;
  const doc: DocOf<'verification'> = {
    id,
    status: 'pending',
    channel: 'sms',
    to,
    expiresAt: instantOf(now + minutes * MINUTE_MS),
    attempts: running?.doc.attempts ?? 0,
    maxAttempts: MOST_ATTEMPTS,
    sendCount: (running?.doc.sendCount ?? 0) + 1,
    lastSentAt: instantOf(now),
    sentAt: [...(running?.doc.sentAt ?? []), now],
    createdAt: instantOf(createdAt),
    resend: running !== undefined,
    codeHash: hashOf(id, code),
  };
  return { kind: VERIFICATION_KIND, id, teamId, profileId: null, parentId: null, createdAt, doc };
}

/** Codes that a phone is sent within a rolling hour. Source: readings, "One-time codes" */
const MOST_CODES = 5;

/** Whether the phone was sent as many codes of late as it may be. @param all verifications of the team */
export const hasEnoughCodes = (all: readonly VerificationRecord[], to: string, now: number): boolean =>
  all
    .filter(({ doc }) => doc.to === to)
    .flatMap(({ doc }) => doc.sentAt ?? [])
    .filter((at) => at > now - HOUR_MS).length >= MOST_CODES;

/** One that has run out says so, and nobody is notified. Source: ASM-40 */
export const statusOf = ({ doc: { status, expiresAt } }: VerificationRecord, now: number): VerificationStatus =>
  now < Date.parse(expiresAt) ? status : (verification.move(status as VerificationState, 'runOut')?.to ?? status);

/** Whether a code was sent that may still be given. One of the demo pack was never sent. */
export const isRunning = (record: VerificationRecord, now: number): boolean =>
  statusOf(record, now) === 'pending' && record.doc.codeHash !== undefined;

/** Whether the code is the one that was sent last. */
export function isCode({ id, doc: { codeHash } }: VerificationRecord, code: string): boolean {
  const given = hashOf(id, code.trim());
  return codeHash !== undefined && timingSafeEqual(Buffer.from(given), Buffer.from(codeHash));
}

const hashOf = (id: string, code: string): string => createHash('sha256').update(`${id}/${code}`).digest('hex');
