/** Judges events as receivers get them, by the schemas of the catalogue. */
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { problemsOf } from '../../../src/schema/problems.ts';
import type { ListedEvent } from '../../support/service.ts';

const { schemas } = openCatalog('dist/cards').file('events');

/** What is wrong with payloads, event by event; empty when all are as their schemas say. */
export const wrongEvents = (events: readonly ListedEvent[]) =>
  events.flatMap(({ event, payload }) => problemsOf(schemas[event] ?? {}, payload, schemas).map((one) => [event, one]));
