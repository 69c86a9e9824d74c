/** The locations that an account can manage, and which of them it has selected. */
import { fieldsIn, isFields, textOf, textsIn, type Fields } from '../../../kernel/json.ts';
import type { Desk, Handler } from '../../desk.ts';
import { engine } from '../../engine/engine.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { locationUnder, noLocation, selectedLocation } from './offers.ts';
import { placeKey } from './place.ts';

const getGmbLocations: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  if (reply.status !== 200 || !isFields(reply.body)) return reply;
  const accountId = call.path['accountId'] ?? '';
  const selectedLocationId = await selectedLocation(desk.store.read, desk, accountId);
  const rows = fieldsIn(reply.body['locations']);
  const locations = await Promise.all(rows.map((row) => listRow(row, desk, accountId)));
  return { ...reply, body: { ...reply.body, locations, selectedLocationId } };
};

/** A location as its listing says now. */
async function listRow(row: Fields, { store }: Desk, accountId: string): Promise<Fields> {
  const key = keyOfSingle(placeKey(accountId, String(row['id'])));
  const details = await store.read.get('google_business_location_details', key);
  if (details === undefined) return row;
  const { title: name, websiteUri: websiteUrl, storeCode, categories, storefrontAddress } = details.doc as Fields;
  const current = {
    name,
    websiteUrl,
    storeCode,
    category: Object(Object(categories)['primaryCategory'])['displayName'] as unknown,
    address: addressIn(storefrontAddress),
  };
  return { ...row, ...Object.fromEntries(Object.entries(current).filter(([, value]) => value !== undefined)) };
}

function addressIn(address: unknown): string | undefined {
  if (!isFields(address)) return undefined;
  const place = [textOf(address['postalCode']), textOf(address['locality'])].filter((one) => one !== undefined);
  return [...textsIn(address['addressLines']), place.join(' ')].filter((line) => line !== '').join(', ');
}

const updateGmbLocation: Handler = async (call, desk) => {
  const location = locationUnder(desk, call.body['selectedLocationId']);
  if (location === undefined) return noLocation('selectedLocationId');
  const reply = await engine(call, desk);
  if (reply.status !== 200 || !isFields(reply.body)) return reply;
  const { id, name } = location;
  return { ...reply, body: { ...reply.body, selectedLocation: { id, name } } };
};

export const handlers: Readonly<Record<string, Handler>> = { getGmbLocations, updateGmbLocation };
