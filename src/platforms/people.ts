/** How people are known on a platform: by number, by email address, or by an id of the platform. Pure. Asked by the inbox and by imports of contacts. */
import { traitsOf } from './platforms.ts';
import type { Inbox } from './traits.ts';

/** A phone number in any notation; whatever else identifies a person is an id or an email address. */
const PHONE_NOTATION = /^[\d\s()+./-]*\d[\d\s()+./-]*$/;

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Shortest and longest number of the world's dialling plans, with its country code. */
const NUMBER = /^\d{7,15}$/;

const inboxOf = (platform: string): Inbox => traitsOf(platform).inbox ?? {};

/** Whether the identifier is an email address, and the platform knows people by theirs. */
export const isEmail = (identifier: string, platform: string): boolean =>
  inboxOf(platform).emails === true && EMAIL.test(identifier);

/** One form of a number or email address in any notation; an id as it is. Source: INB-03, INB-07; readings, "iMessage" */
export function personId(identifier: string, platform: string): string {
  const { peopleBy } = inboxOf(platform);
  const trimmed = identifier.trim();
  if (isEmail(trimmed, platform)) return trimmed.toLowerCase();
  if (peopleBy === undefined || !PHONE_NOTATION.test(identifier)) return trimmed;
  const digits = identifier.replace(/\D/g, '');
  return peopleBy === 'digits' ? digits : `+${digits}`;
}

/** Whether texts reach the identifier, in any notation. */
export const isNumber = (identifier: string): boolean => NUMBER.test(identifier.replace(/[\s()+.-]/g, ''));

/** Whether the platform could have somebody under the identifier: a number, or an email address, where people are known by theirs. */
export function isAddress(identifier: string, platform: string): boolean {
  if (inboxOf(platform).peopleBy === undefined || isEmail(identifier.trim(), platform)) return true;
  return isNumber(identifier);
}
