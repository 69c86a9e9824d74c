/** Who a message is from or for, as the platform knows them. Passed on by offers.ts. */
import { createHash } from 'node:crypto';
import { isEmail, personId } from '../../../platforms/people.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Participant } from './record.ts';

/** Whoever writes, with the durable identity of platforms that have one. Source: EVT-45, INB-03 */
export function participantOf(given: unknown, platform: string): Participant {
  const { id: named = 'unknown', name, phoneNumber, businessScopedUserId } = (given ?? {}) as Partial<Participant>;
  const inbox = traitsOf(platform).inbox ?? {};
  const id = personId(named, platform);
  const digits = isEmail(id, platform) ? '' : id.replace(/\D/g, '');
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

/** The same digits for the same text. */
const numberFrom = (text: string): string =>
  String(createHash('sha256').update(text).digest().readUIntBE(0, 6)).padStart(15, '1');
