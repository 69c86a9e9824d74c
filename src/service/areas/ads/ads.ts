/** What ads refuse before anything is made, and what is asked of them freely; the rest of the area is generic. */
import { refuse } from '../../refuse.ts';
import type { Handler } from '../../desk.ts';
import { accountFor } from '../../records/account.ts';
import { OLDER_SHOP } from '../blogs/blogs.ts';
import { checked, type Check } from '../../generic/checked.ts';
import { renewing } from '../connect/begin.ts';
import { insights } from './insights.ts';
import { instagram } from './instagram.ts';
import { leads } from './leads.ts';
import { tags } from './tags.ts';

/** Several creatives make an ad set of their own. Source: ERR-27 */
const oneOrSeveral: Check = ({ body }) =>
  body['creatives'] !== undefined && body['adSetId'] !== undefined
    ? refuse('mutually_exclusive_fields', {
        param: 'creatives',
        message: '`creatives` makes a new ad set, so it cannot stand beside `adSetId`.',
      })
    : undefined;

/** A store connected before its pixel could be reached must be connected again first. Source: BLG-15 */
const pixelAccess: Check = async ({ caller, path, origin }, desk) => {
  const account = await accountFor(desk.store.read, caller, path['accountId'] ?? '');
  if (account?.doc.$variant !== OLDER_SHOP) return undefined;
  const { authUrl } = await renewing(desk, account, { origin, kind: 'shop' });
  return refuse('reconnect_required', {
    message: 'The store was connected before its pixel could be reached. Connect it again.',
    details: { authUrl },
  });
};

export const handlers: Record<string, Handler> = {
  createStandaloneAd: checked(oneOrSeveral),
  createTrackingTag: checked(pixelAccess),
  ...insights,
  ...instagram,
  ...leads,
  ...tags,
};
