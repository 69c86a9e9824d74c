/** Deliveries of a journal, filtered, each with its outcomes. Used by inspect, replay and verify. */
import { failure } from '../kernel/failure.ts';
import type { DeliveryRecord, OutcomeRecord, Recorded } from '../kernel/recorded.ts';
import { isWanted } from '../webhooks/patterns.ts';
import type { World } from '../world/world.ts';
import { isJournal, readJournal } from './journal.ts';

export interface Choice {
  /** Patterns such as `post.*`; a `!` in front shuts out. */
  readonly events?: readonly string[];
  /** Only the deliveries of this event id, or the one of this number. */
  readonly one?: string;
}

type Disk = Pick<World, 'files' | 'clock'>;

/**
 * In the order in which they came.
 * @throws Failure `usage` for a folder that holds no journal, and when `one` is not in it
 */
export async function deliveriesIn(world: Disk, folder: string, { events = [], one }: Choice): Promise<Recorded[]> {
  if (!isJournal(world, folder))
    throw failure('usage', {
      message: `There is no journal in ${folder}.`,
      param: folder,
      hint: '`svc webhooks listen --record FOLDER` writes one.',
    });
  const deliveries: (DeliveryRecord & { outcomes: OutcomeRecord[] })[] = [];
  const known = new Map<number, OutcomeRecord[]>();
  for await (const record of readJournal(world, folder)) {
    if (record.type === 'outcome') known.get(record.of)?.push(record);
    else {
      const outcomes: OutcomeRecord[] = [];
      known.set(record.n, outcomes);
      if (isChosen(record, events, one)) deliveries.push({ ...record, outcomes });
    }
  }
  if (one !== undefined && deliveries.length === 0)
    throw failure('usage', { message: `The journal has no delivery ${one}.`, param: one });
  return deliveries;
}

function isChosen({ event, id, n }: DeliveryRecord, events: readonly string[], one: string | undefined): boolean {
  if (one !== undefined && one !== id && one !== String(n)) return false;
  return events.length === 0 || (event !== undefined && isWanted(events, event));
}
