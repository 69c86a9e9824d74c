/** How many parts a text is sent in, which is what carriers count and bill. Used by messages.ts. */
import { SegmentedMessage } from 'sms-segments-calculator';

/** Characters that one text may have, whatever its parts. Source: the facts of `sendSms`. */
export const LONGEST_TEXT = 1_600;

export interface Parts {
  /** `GSM-7` while every character is in that alphabet, else `UCS-2`; null for pictures, which have no parts. */
  readonly encoding: 'GSM-7' | 'UCS-2' | null;
  /** 160 or 70 characters in one part; 153 or 67 in each of several. */
  readonly segments: number;
}

/** @param hasMedia a text with media is one message, however long it is */
export function partsOf(text: string | null, hasMedia: boolean): Parts {
  if (hasMedia || text === null) return { encoding: null, segments: 1 };
  const counted = new SegmentedMessage(text, 'auto', false);
  return { encoding: counted.getEncodingName() as 'GSM-7' | 'UCS-2', segments: counted.segmentsCount };
}
