/** One-time codes, as they reach a phone. Used by operations.ts and by registrations of senders. */
import { createHash } from 'node:crypto';

/** Digits out of chance. */
export const codeFrom = (chance: string, length: number): string =>
  [...createHash('sha256').update(chance).digest().subarray(0, length)].map((byte) => String(byte % 10)).join('');
