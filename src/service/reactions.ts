/** What areas do about what happens in others: their `reacts.ts`, by the index that the press makes. service.ts hands it to the desk; what happens is declared in domain-events.ts. */
import { loadReacts, REACTS } from '#areas';
import type { Changes, View } from './change.ts';
import type { DomainEvent } from './domain-events.ts';
import { keepLoaded } from './loaded.ts';

const reactsOf = keepLoaded(loadReacts);

/** What all areas change because of something that happened, in their order. */
export async function reactionsTo(event: DomainEvent, view: View): Promise<readonly Changes[]> {
  const changes: Changes[] = [];
  for (const area of REACTS[event.name] ?? []) {
    const reacts = await reactsOf(area);
    // The reaction is to what has its name.
    const reaction = reacts?.[event.name] as ((event: DomainEvent, view: View) => Promise<Changes>) | undefined;
    if (reaction !== undefined) changes.push(await reaction(event, view));
  }
  return changes;
}
