/** The place on Google that an account represents: chosen among those of the simulated network. */
import { type Fields, isFields } from '../../../kernel/json.ts';
import type { Desk, Handler } from '../../desk.ts';
import { engine } from '../../engine/engine.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { notFound } from '../../engine/not-found.ts';

const LOCATION_KIND = 'google_business_location';
export const SELECTION_KIND = 'google_business_location_selection';

export const locationUnder = (desk: Desk, id: unknown): Fields | undefined =>
  desk.catalog.fixtures()[LOCATION_KIND]?.find((row) => row['id'] === id);

export const noLocation = (param: string) => notFound(LOCATION_KIND, { param });

/** Id of the chosen location; before a choice, the first of the network. */
export async function selectedLocation(desk: Desk, accountId: string): Promise<string | undefined> {
  const choice = await desk.store.read.get(SELECTION_KIND, keyOfSingle(accountId));
  const id = choice?.doc.selectedLocationId ?? desk.catalog.fixtures()[LOCATION_KIND]?.[0]?.['id'];
  return typeof id === 'string' ? id : undefined;
}

const getGmbLocations: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  if (reply.status !== 200) return reply;
  const selectedLocationId = await selectedLocation(desk, call.path['accountId'] ?? '');
  return { ...reply, body: { ...Object(reply.body), selectedLocationId } };
};

const updateGmbLocation: Handler = async (call, desk) => {
  const location = locationUnder(desk, call.body['selectedLocationId']);
  if (location === undefined) return noLocation('selectedLocationId');
  const reply = await engine(call, desk);
  if (reply.status !== 200 || !isFields(reply.body)) return reply;
  const { id, name } = location;
  return { ...reply, body: { ...reply.body, selectedLocation: { id, name } } };
};

export const handlers: Readonly<Record<string, Handler>> = { getGmbLocations, updateGmbLocation };
