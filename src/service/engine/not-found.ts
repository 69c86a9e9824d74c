/** The 404 of a kind, in the words of the kind. Used wherever a record is looked for. */
import { API_ERRORS, type ApiErrorCode } from '../../kernel/errors.ts';
import type { Reply } from '../call.ts';
import { refuse, type RefusalFields } from '../refuse.ts';

/** Kinds whose code in the catalogue is not their own name. */
const CODES: Readonly<Record<string, ApiErrorCode>> = {
  account_group: 'group_not_found',
  ad_audience: 'audience_not_found',
};

/** Source: ERR-20; control surface, "Settled readings": refusals name the kind. */
export function notFound(kind: string, fields: RefusalFields = {}): Reply {
  const code = notFoundCode(kind);
  const words = code === 'not_found' ? { message: `There is no such ${kind.replaceAll('_', ' ')}.` } : {};
  return refuse(code, { ...words, ...fields });
}

/** `ad_not_found` for an ad, `not_found` where the catalogue has no code of the kind's own. */
export function notFoundCode(kind: string): ApiErrorCode {
  const own = `${kind}_not_found`;
  return CODES[kind] ?? (Object.hasOwn(API_ERRORS, own) ? (own as ApiErrorCode) : 'not_found');
}
