/** How people are known on a platform: by number, by email address, or by an id of the platform. Passed on by offers.ts. */
import { createHash } from 'node:crypto';
import type { Inbox } from '../../../platforms/traits.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Participant } from './record.ts';

/** Whoever writes, with the durable identity of platforms that have one. Source: EVT-45, INB-03 */
export function participantOf(given: unknown, platform: string): Participant {
  const { id: named = 'unknown', name, phoneNumber, businessScopedUserId } = (given ?? {}) as Partial<Participant>;
  const inbox = traitsOf(platform).inbox ?? {};
  const id = personId(named, inbox);
  const digits = isEmail(id, inbox) ? '' : id.replace(/\D/g, '');
  const phone = phoneNumber ?? (inbox.peopleBy !== undefined && digits !== '' ? `+${digits}` : undefined);
  const scoped = businessScopedUserId ?? (inbox.scopedIds === true ? `US.${numberFrom(id)}` : undefined);
  return {
    id,
    name: name ?? namelessName(id),
    ...(phone === undefined ? {} : { phoneNumber: phone }),
    ...(scoped === undefined ? {} : { businessScopedUserId: scoped }),
  };
}

const namelessName = (id: string): string => `Customer ${id.slice(-4)}`;

/** Whether nobody has said what the person is called. */
export const isNameless = ({ id, name }: Participant): boolean => name === namelessName(id);

/** A phone number in any notation; whatever else identifies a person is an id or an email address. */
const PHONE_NOTATION = /^[\d\s()+./-]*\d[\d\s()+./-]*$/;

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

const isEmail = (identifier: string, { emails }: Inbox): boolean => emails === true && EMAIL.test(identifier);

/** One form of a number or email address in any notation; an id as it is. Source: INB-03, INB-07; readings, "iMessage" */
function personId(identifier: string, inbox: Inbox): string {
  const trimmed = identifier.trim();
  if (isEmail(trimmed, inbox)) return trimmed.toLowerCase();
  if (inbox.peopleBy === undefined || !PHONE_NOTATION.test(identifier)) return trimmed;
  const digits = identifier.replace(/\D/g, '');
  return inbox.peopleBy === 'digits' ? digits : `+${digits}`;
}

/** Shortest and longest number of the world's dialling plans, with its country code. */
const NUMBER = /^\d{7,15}$/;

/** Whether texts reach the identifier, in any notation. */
export const isNumber = (identifier: string): boolean => NUMBER.test(identifier.replace(/[\s()+.-]/g, ''));

/** Whether the platform could have somebody under the identifier: a number, or an email address, where people are known by theirs. */
export function isAddress(identifier: string, platform: string): boolean {
  const inbox = traitsOf(platform).inbox ?? {};
  if (inbox.peopleBy === undefined || isEmail(identifier.trim(), inbox)) return true;
  return isNumber(identifier);
}

/** The same digits for the same text. */
const numberFrom = (text: string): string =>
  String(createHash('sha256').update(text).digest().readUIntBE(0, 6)).padStart(15, '1');
