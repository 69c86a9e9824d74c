/** What ads refuse before anything is made; the rest of the area is generic. */
import { refuse, type Handler } from '../../call.ts';
import { checked, type Check } from '../checked.ts';

/** Several creatives make an ad set of their own. Source: ERR-27 */
const oneOrSeveral: Check = ({ body }) =>
  body['creatives'] !== undefined && body['adSetId'] !== undefined
    ? refuse('mutually_exclusive_fields', {
        param: 'creatives',
        message: '`creatives` makes a new ad set, so it cannot stand beside `adSetId`.',
      })
    : undefined;

export const handlers: Record<string, Handler> = { createStandaloneAd: checked(oneOrSeveral) };
