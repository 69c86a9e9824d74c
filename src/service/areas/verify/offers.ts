/** One-time codes, for whoever sends one to a phone: verifications, and registrations of senders. */
import { createHash } from 'node:crypto';

/** Digits out of chance. */
export const codeFrom = (chance: string, length: number): string =>
  [...createHash('sha256').update(chance).digest().subarray(0, length)].map((byte) => String(byte % 10)).join('');
