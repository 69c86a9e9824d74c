/** Judges events as receivers get them, by the schemas of the catalogue. */
import { expect } from 'vitest';
import type { ServiceOptions } from '../../../src/service/options.ts';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { problemsOf } from '../../../src/schema/problems.ts';
import { startService, type ListedEvent, type ServiceUnderTest } from '../../support/service.ts';

const { schemas } = openCatalog('dist/cards').file('events');

/** What is wrong with payloads, event by event; empty when all are as their schemas say. */
export const wrongEvents = (events: readonly ListedEvent[]) =>
  events.flatMap(({ event, payload }) => problemsOf(schemas[event] ?? {}, payload, schemas).map((one) => [event, one]));

/** What has happened since there were `since` events, by name and payload; every payload is as its schema says. */
export async function happenedSince(
  service: ServiceUnderTest,
  since: number,
): Promise<readonly (readonly [name: string, payload: unknown])[]> {
  const events = (await service.events()).slice(since);
  expect(wrongEvents(events)).toEqual([]);
  return events.map(({ event, payload }) => [event, payload] as const);
}

/** A service with one account, whose own events are not counted. */
export async function watchedAccount(platform = 'telegram', options: Partial<ServiceOptions> = {}) {
  const service = await startService(options);
  const { _id: accountId } = await service.account(platform);
  const since = (await service.events()).length;
  const happened = () => happenedSince(service, since);
  const names = async () => (await happened()).map(([name]) => name);
  return { ...service, accountId, profile: await service.profileId(), happened, names };
}
