/** How a list that no card describes goes on, by what its first answer says. Pure. */
import { isFields } from '../../kernel/json.ts';
import type { Paging } from '../../kernel/card.ts';

/** A word of an answer, and the parameter that takes it. Tokens go before counters. */
const SIGNS: readonly (readonly [word: string, position: string])[] = [
  ['nextCursor', 'cursor'],
  ['nextPageToken', 'pageToken'],
  ['cursors', 'after'],
  ['after', 'after'],
  ['skip', 'skip'],
  ['offset', 'offset'],
  ['page', 'page'],
  ['pages', 'page'],
  ['totalPages', 'page'],
];

/** The paging that an answer shows, or undefined for one that says nothing of further pages. */
export function pagingShown(body: unknown): Paging | undefined {
  const about = [body, fieldIn(body, 'pagination'), fieldIn(body, 'paging')].filter(isFields);
  const sign = SIGNS.find(([word]) => about.some((fields) => fields[word] !== undefined && fields[word] !== null));
  return sign && { position: [sign[1]] };
}

const fieldIn = (body: unknown, name: string): unknown => (isFields(body) ? body[name] : undefined);
