/** Pages of lists that count from the beginning, for whoever looks for one record in them. Used by wait.ts and cli/course-wait.ts. */
import { isFields } from '../kernel/json.ts';

/** Where the next page of a list begins; undefined at its end, and for what is no such list. */
export function nextSkip(body: unknown): number | undefined {
  const pagination = isFields(body) ? body['pagination'] : undefined;
  if (!isFields(pagination) || pagination['hasMore'] !== true) return undefined;
  const { skip, limit } = pagination;
  return typeof skip === 'number' && typeof limit === 'number' && limit > 0 ? skip + limit : undefined;
}
