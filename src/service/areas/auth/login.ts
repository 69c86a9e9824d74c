/** A login that a device has begun, as a record, and its state. Started by begin.ts, decided by decide.ts, ended by poll.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import type { Desk } from '../../desk.ts';
import type { KeyLimits } from '../api-keys/offers.ts';
import type { LoginState } from '../../states/device-login.ts';
import type { Reader, StoredRecord } from '../../store/store.ts';
import { shownCode } from './user-code.ts';
import { ownKind } from '../../store/record.ts';

/** The id of a record is the user code, its `parentId` the hash of the device code. */
export const LOGIN_KIND = ownKind<LoginDoc>('$device_login');

export interface LoginDoc extends Record<string, unknown> {
  readonly deviceName: string;
  readonly state: LoginState;
  /** Milliseconds. */
  readonly expiresAt: number;
  /** What the key may do; set by the approval. */
  readonly limits?: KeyLimits;
  /** Whose key it becomes; set by the decision. */
  readonly userId?: string;
  readonly polledAt?: Moment;
}

export type Login = StoredRecord<LoginDoc>;

/** An instant on both clocks, in ms: a frozen service clock does not keep a person from going on. */
export interface Moment {
  readonly service: number;
  readonly machine: number;
}

export const momentOf = ({ clock }: Pick<Desk, 'clock'>, machine: number): Moment => ({
  service: clock.now(),
  machine,
});

/** The time between two moments by the clock that went further, in ms. */
export const elapsed = (from: Moment, to: Moment): number =>
  Math.max(to.service - from.service, to.machine - from.machine);

/** Ten minutes. */
export const LIFE_MS = 600_000;

/** Seconds between two polls. Source: ASM-03 */
export const INTERVAL_SECONDS = 2;

export const loginUnder = (reader: Reader, code: string): Promise<Login | undefined> => reader.get(LOGIN_KIND, code);

/** Its state now: a login that did not end in time has expired. */
export function standingOf({ doc }: Login, now: number): LoginState | 'expired' {
  const isOpen = doc.state === 'pending' || doc.state === 'authorized';
  return isOpen && now >= doc.expiresAt ? 'expired' : doc.state;
}

/** As the control surface shows it. */
export const loginView = (login: Login, now: number): Record<string, unknown> => ({
  userCode: shownCode(login.id),
  deviceName: login.doc.deviceName,
  status: standingOf(login, now),
  createdAt: instantOf(login.createdAt),
  expiresAt: instantOf(login.doc.expiresAt),
});
