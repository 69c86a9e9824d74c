/** How many people can be aimed at. Used by predictions.ts and figures.ts; the model is described in docs/ads-figures.md. */
import { isFields, textsIn } from '../../../../kernel/json.ts';

/** People of 18 to 65 in one country, and of an audience without countries. */
const PEOPLE_OF_COUNTRY = 1_000_000;
const PEOPLE_ANYWHERE = 10_000_000;

const YOUNGEST = 18;
const OLDEST = 65;

/** People who can be aimed at: those of its countries, by the part of the ages. */
export function audienceOf(targeting: unknown): number {
  const { countries, geoLocations, ageMin, ageMax } = isFields(targeting) ? targeting : {};
  const places = new Set(textsIn(countries ?? (isFields(geoLocations) ? geoLocations['countries'] : [])));
  const people = places.size === 0 ? PEOPLE_ANYWHERE : places.size * PEOPLE_OF_COUNTRY;
  const youngest = typeof ageMin === 'number' ? Math.max(YOUNGEST, ageMin) : YOUNGEST;
  const oldest = typeof ageMax === 'number' ? Math.min(OLDEST, ageMax) : OLDEST;
  return Math.floor((people * Math.max(1, oldest - youngest + 1)) / (OLDEST - YOUNGEST + 1));
}
