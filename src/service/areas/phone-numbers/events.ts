/** What endpoints learn of numbers. Used by whoever decides about a number. Source: EVT-12 */
import type { EventName } from '#contract';
import type { Fields } from '../../../kernel/json.ts';
import { profileEvent } from '../../causes/cause.ts';
import type { NewEvent } from '../../store/store.ts';
import { phoneOf } from './offers.ts';
import { profileIdOf } from '../../records/profile.ts';
import type { NumberRecord } from './record.ts';

/** The last word of an event of a number. */
export type NumberWord = EventName extends infer Name
  ? Name extends `whatsapp.number.${infer Word}`
    ? Word
    : never
  : never;

export const numberEvent = (word: NumberWord, number: NumberRecord, more: Fields = {}): NewEvent =>
  profileEvent(
    `whatsapp.number.${word}`,
    { teamId: number.teamId, profileId: profileIdOf(number) },
    { number: numberBlock(number), ...more },
  );

/** A number as its events show it. */
export const numberBlock = (number: NumberRecord): Fields => ({
  id: number.id,
  ...(phoneOf(number) === '' ? {} : { phoneNumber: phoneOf(number) }),
  ...(number.doc.country === undefined ? {} : { country: number.doc.country }),
  profileId: profileIdOf(number) ?? '',
});
