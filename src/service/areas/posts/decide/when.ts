/** Reads the times of a request: an instant with an offset, or a local time in the post's zone. Pure. */
import { DateTime } from 'luxon';

export const DEFAULT_ZONE = 'UTC';

/** Why a text is no instant, as the end of a sentence. */
export type TimeProblem = 'not a time' | 'skipped by the clock change of its zone';

const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i;

/**
 * The instant of an ISO 8601 text in milliseconds. An offset counts; without one the text is local time in `zone`.
 * A local time that falls into a spring gap does not exist and is a problem.
 * Source: ASM-25
 */
export function timeOf(text: string, zone: string): number | TimeProblem {
  const [, date, time, , , offset] = ISO.exec(text) ?? [];
  if (date === undefined || time === undefined) return 'not a time';
  const at = DateTime.fromISO(text.replace(' ', 'T').replace(',', '.'), { zone });
  if (!at.isValid) return 'not a time';
  if (offset === undefined && at.toFormat("yyyy-MM-dd'T'HH:mm") !== `${date}T${time}`)
    return 'skipped by the clock change of its zone';
  return offset === undefined ? firstOf(at) : at.toMillis();
}

/** A local time that the clock shows twice is the first of the two. */
const firstOf = (at: DateTime): number => Math.min(...at.getPossibleOffsets().map((one) => one.toMillis()));

/** `count` weeks or months after `from` (ms), at the same local time of `zone`. */
export const after = (
  from: number,
  { count, unit, zone }: { count: number; unit: 'week' | 'month'; zone: string },
): number =>
  DateTime.fromMillis(from, { zone })
    .plus(unit === 'week' ? { weeks: count } : { months: count })
    .toMillis();
