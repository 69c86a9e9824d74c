/** The instants of recurring slots in a queue's zone, clock changes included. Pure. Used by record.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { DateTime } from 'luxon';

/** Source: fact set, QueueSlot (QUE-08). */
export interface Slot {
  /** 0 is Sunday, 6 is Saturday. */
  readonly dayOfWeek: number;
  /** `HH:MM` on the clock of the queue's zone. */
  readonly time: string;
}

const DAYS_A_WEEK = 7;

/**
 * The first `count` slot instants after `from` (ms) that are not taken, in order; none without slots.
 * A slot in a spring gap moves forward with the clock; in an autumn overlap it is the first of the two.
 */
export function nextSlots(
  schedule: { readonly timezone: string; readonly slots: readonly Slot[] },
  { from, count, taken }: { readonly from: number; readonly count: number; readonly taken: ReadonlySet<number> },
): number[] {
  const found: number[] = [];
  if (schedule.slots.length === 0) return found;
  let day = DateTime.fromMillis(from, { zone: schedule.timezone }).startOf('day');
  while (found.length < count) {
    for (const at of instantsOn(day, schedule.slots)) {
      if (at > from && !taken.has(at) && found.length < count) found.push(at);
    }
    day = day.plus({ days: 1 });
  }
  return found;
}

/** The instants of one day, ascending, each once. */
function instantsOn(day: DateTime, slots: readonly Slot[]): number[] {
  const instants = slots
    .filter(({ dayOfWeek }) => dayOfWeek === day.weekday % DAYS_A_WEEK)
    .map(({ time }) => {
      const [hour, minute] = time.split(':').map(Number);
      return day.set({ hour: hour ?? 0, minute: minute ?? 0 }).toMillis();
    });
  return [...new Set(instants)].sort((a, b) => a - b);
}

/** An instant as the queue's answers write it: ISO 8601 with the offset of the zone. Source: QUE-07 */
export const inZone = (at: number, zone: string): string => DateTime.fromMillis(at, { zone }).toISO() ?? instantOf(at);
