/** People in the form that networks take them: addresses and numbers in one form, hashed, never as they were sent. Pure. Used by audiences.ts and by conversions. */
import { createHash } from 'node:crypto';
import { textOf } from '../../../../kernel/json.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const PHONE = /^\+[1-9]\d{6,14}$/;

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The hash of an address in small letters without spaces around it; undefined for what is no address. */
export function emailHash(sent: unknown): string | undefined {
  const email = (textOf(sent) ?? '').trim().toLowerCase();
  return EMAIL.test(email) ? hashOf(email) : undefined;
}

/** The hash of a number without spaces and signs, as the network wants it; undefined for text that is not a number with a country code. */
export function phoneHash(sent: unknown, platform: string): string | undefined {
  const phone = (textOf(sent) ?? '').replace(/[\s().-]/g, '');
  if (!PHONE.test(phone)) return undefined;
  return hashOf(traitsOf(platform).adRules?.hashedDigits === true ? phone.slice(1) : phone);
}

/** A person of a list: one of the two hashes at least. */
export interface HashedPerson {
  readonly email: string | undefined;
  readonly phone: string | undefined;
}

/** The person of an entry; undefined where neither address nor number can be read. */
export function hashedPerson(
  { email, phone }: { readonly email?: unknown; readonly phone?: unknown },
  platform: string,
): HashedPerson | undefined {
  const person = { email: emailHash(email), phone: phoneHash(phone, platform) };
  return person.email === undefined && person.phone === undefined ? undefined : person;
}

/** What one person is counted by: the address, or the number where no address was sent. */
export const identityOf = ({ email, phone }: HashedPerson): string => email ?? phone ?? '';
