/** The 404 of a kind, in the words of the kind. Used wherever a record is looked for. */
import { MISSING } from '#missing';
import type { ApiErrorCode } from '../../kernel/errors.ts';
import { kindLabel } from '../../platforms/labels.ts';
import type { Reply } from '../call.ts';
import { refuse, type RefusalFields } from '../refuse.ts';

const CODES: Readonly<Record<string, ApiErrorCode>> = MISSING;

/** Source: ERR-20; control surface, "Settled readings": refusals name the kind. */
export function notFound(kind: string, fields: RefusalFields = {}): Reply {
  const code = notFoundCode(kind);
  const words = code === 'not_found' ? { message: `There is no such ${kindLabel(kind)}.` } : {};
  return refuse(code, { ...words, ...fields });
}

/** What the kind declares as `missing`: `ad_not_found` for an ad; `not_found` where it declares none. */
export const notFoundCode = (kind: string): ApiErrorCode => CODES[kind] ?? 'not_found';
