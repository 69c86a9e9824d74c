/** Operations of whatsapp business accounts that declarations alone do not serve. */
import type { Handler } from '../../desk.ts';
import { handlers as blockedUsers } from './blocked-users.ts';
import { handlers as catalogs } from './catalogs.ts';
import { handlers as conversions } from './conversions.ts';
import { handlers as displayName } from './display-name.ts';
import { handlers as groups } from './groups.ts';
import { handlers as media } from './media.ts';
import { handlers as number } from './number.ts';
import { handlers as pricing } from './pricing.ts';
import { handlers as registration } from './registration.ts';
import { handlers as sandbox } from './sandbox.ts';
import { handlers as username } from './username.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...blockedUsers,
  ...catalogs,
  ...conversions,
  ...displayName,
  ...groups,
  ...media,
  ...number,
  ...pricing,
  ...registration,
  ...sandbox,
  ...username,
};
