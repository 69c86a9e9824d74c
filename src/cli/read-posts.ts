/** Posts that fit the filters of the list, in all of its pages. Used by calendar, audit and the list of failed posts. */
import { fieldsIn, type Fields } from '../kernel/json.ts';
import { pages, recordsOf } from '../client/paging.ts';
import type { Context } from './command.ts';

const PAGE_SIZE = 100;

/** @param query in wire names; a page is asked for when it is reached */
export async function* readPosts(query: Fields, context: Context): AsyncGenerator<Fields> {
  const card = context.catalog.card('listPosts');
  const input = { path: {}, headers: {}, query: { limit: PAGE_SIZE, ...query } };
  for await (const { body } of pages(card, input, (one, asked) => context.call(one, asked)))
    yield* fieldsIn(recordsOf(body, card)?.records ?? []);
}
