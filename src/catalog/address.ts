/** Where an operation is called, in the words that sentences and answers use, so that no path stands outside the contract. */
import type { Catalog } from './catalog.ts';

/** `POST /v1/posts` for `createPost`. */
export function addressOf(catalog: Catalog, operationId: string): string {
  const { method, path } = catalog.card(operationId);
  return `${method} ${path}`;
}
