/** Chance that repeats itself: the same text gives the same number, digits or word. What simulated networks are made of. */
import { createHash } from 'node:crypto';

const hashed = (text: string): Buffer => createHash('sha256').update(text).digest();

/** `length` lowercase hex characters, at most 64. */
export const hexOf = (text: string, length: number): string => hashed(text).toString('hex').slice(0, length);

/** `length` decimal digits, at most 18, none of them a leading zero. */
export function digitsOf(text: string, length: number): string {
  const number = hashed(text).readBigUInt64BE();
  return `${(number % 9n) + 1n}${number.toString().padStart(20, '7').slice(0, 17)}`.slice(0, length);
}

/** From 0 up to, but not including, 1. */
export const fractionOf = (text: string): number => hashed(text).readUInt32BE() / 0x1_0000_0000;

/** A whole number, both ends included. */
export const wholeOf = (text: string, from: number, to: number): number =>
  from + Math.floor(fractionOf(text) * (Math.max(from, to) - from + 1));

export function pickOf<T>(text: string, list: readonly T[]): T | undefined {
  return list[wholeOf(text, 0, list.length - 1)];
}
