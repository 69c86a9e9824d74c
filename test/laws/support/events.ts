/** Whether the events that calls emit are as the schemas of the catalogue say. */
import type { Json } from '../../support/service.ts';
import { wrongEvents } from '../../service/events/judged.ts';
import type { Look } from './sweep.ts';

/** What is wrong with an event, beside the operation that emitted it. */
export type WrongEvent = readonly [operation: string, problem: unknown];

/** Events of the demo pack are there after every call, and judged once. */
export function lookForWrongEvents(found: WrongEvent[]): Look {
  const judged = new Set<string>();
  return async ({ operation: { card } }, { service }) => {
    for (const { id, type, body } of await service.desk.store.read.events({ limit: 1_000_000 })) {
      if (judged.has(body)) continue;
      judged.add(body);
      const event = { id, event: type, timestamp: '', payload: JSON.parse(body) as Json };
      found.push(...wrongEvents([event]).map((one) => [card.id, one] as const));
    }
  };
}
