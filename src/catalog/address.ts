/** Where an operation is called, as written in sentences and answers, so that no path is written outside the contract. */
import type { Catalog } from './catalog.ts';

/** `POST /v1/posts` for `createPost`. */
export function addressOf(catalog: Catalog, operationId: string): string {
  const { method, path } = catalog.card(operationId);
  return `${method} ${path}`;
}
