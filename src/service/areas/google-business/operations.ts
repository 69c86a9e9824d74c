/** Operations of Google Business: locations, what their listings say, and their reviews. */
import type { Handler } from '../../desk.ts';
import { handlers as attributes } from './attributes.ts';
import { handlers as details } from './details.ts';
import { handlers as locations } from './locations.ts';
import { handlers as links } from './links.ts';
import { handlers as media } from './media.ts';
import { handlers as menus } from './menus.ts';
import { handlers as reviews } from './reviews.ts';
import { handlers as services } from './services.ts';
import { handlers as verifications } from './verifications.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...attributes,
  ...details,
  ...locations,
  ...links,
  ...media,
  ...menus,
  ...reviews,
  ...services,
  ...verifications,
};
