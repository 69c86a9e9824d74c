/** Locations of the simulated network, and which one an account has selected. What other areas may use. */
import type { Fields } from '../../../kernel/json.ts';
import type { Desk } from '../../desk.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Reader } from '../../store/store.ts';

/** What the simulated networks own. */
interface Network {
  readonly catalog: Pick<Desk['catalog'], 'fixtures'>;
}

const LOCATION_KIND = 'google_business_location';
const SELECTION_KIND = 'google_business_location_selection';

export const locationUnder = ({ catalog }: Network, id: unknown): Fields | undefined =>
  catalog.fixtures()[LOCATION_KIND]?.find((row) => row['id'] === id);

export const noLocation = (param: string) => notFound(LOCATION_KIND, { param });

/** Id of the selected location; before a choice, the first of the network. */
export async function selectedLocation(
  read: Reader,
  { catalog }: Network,
  accountId: string,
): Promise<string | undefined> {
  const choice = await read.get(SELECTION_KIND, keyOfSingle(accountId));
  const id = choice?.doc.selectedLocationId ?? catalog.fixtures()[LOCATION_KIND]?.[0]?.['id'];
  return typeof id === 'string' ? id : undefined;
}
