/** Operations of Google business listings: the listing, its locations, its reviews. */
import type { Handler } from '../../desk.ts';
import { handlers as listing } from './listing.ts';
import { handlers as locations } from './locations.ts';
import { handlers as reviews } from './reviews.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...listing,
  ...locations,
  ...reviews,
};
