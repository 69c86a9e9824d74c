/** Expected refusals as replies, in the words of the one catalogue of errors. Used by everybody who answers a call. */
import { API_ERRORS, type ApiErrorCode } from '../kernel/errors.ts';
import type { Reply } from './call.ts';

export interface RefusalFields {
  readonly param?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Extra top-level keys the specification names, for example `required_group`. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Seconds that a caller waits at least after a 503, where nobody says more. Source: ERR-41 */
export const RETRY_AFTER_SECONDS = '1';

/** An expected refusal as a reply: the flat envelope of the specification ("Envelope"). */
export function refuse(code: ApiErrorCode, fields: RefusalFields = {}): Reply {
  const row = API_ERRORS[code];
  const { param, details, more } = fields;
  return {
    status: fields.status ?? row.status,
    body: {
      error: fields.message ?? row.sentence,
      type: row.type,
      code,
      ...(param === undefined ? {} : { param }),
      ...(details === undefined ? {} : { details }),
      ...more,
    },
    ...(fields.headers === undefined ? {} : { headers: fields.headers }),
  };
}

/** One of the answers that predate the envelope: `error`, perhaps `details`, nothing else. */
export const refuseBare = (status: number, error: string, details?: Readonly<Record<string, unknown>>): Reply => ({
  status,
  body: { error, ...(details === undefined ? {} : { details }) },
});
