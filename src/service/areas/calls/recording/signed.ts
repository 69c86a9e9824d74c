/** Addresses of recordings: signed with a key of their call, and good for ten minutes. Made by record.ts and recording.ts, judged by the route in raw.ts. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS } from '../../../../kernel/time.ts';

/** How long an address is good for, in ms. Source: VOI-22 */
export const SIGNED_MS = 10 * MINUTE_MS;

const RECORDINGS = '/_media/recordings/';

/** Path of the route. */
export const RECORDING_ROUTE = `${RECORDINGS}:file`;

const SUFFIX = '.wav';

/** What an address is about. */
export interface Signing {
  /** The call. */
  readonly id: string;
  /** The call's own secret. */
  readonly key: string;
}

const signatureOf = ({ id, key }: Signing, expires: string): string =>
  createHmac('sha256', key).update(`${id}\n${expires}`).digest('hex');

/** @param until when it expires, in ms */
export function signedUrl(origin: string, signing: Signing, until: number): string {
  const expires = String(Math.floor(until / 1_000));
  return `${origin}${RECORDINGS}${signing.id}${SUFFIX}?expires=${expires}&signature=${signatureOf(signing, expires)}`;
}

/** The call that a file name of the route is about. */
export const callIn = (file: string): string => (file.endsWith(SUFFIX) ? file.slice(0, -SUFFIX.length) : '');

/** Whether the query of an address was signed for the recording. */
export function isSigned(
  signing: Signing,
  { expires = '', signature = '' }: Readonly<Record<string, string>>,
): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(signing, expires))];
  return given.length === right.length && timingSafeEqual(given, right);
}

/** @param now milliseconds */
export const isExpired = ({ expires = '' }: Readonly<Record<string, string>>, now: number): boolean =>
  now >= Number(expires) * 1_000;
