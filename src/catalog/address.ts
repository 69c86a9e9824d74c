/** Where an operation is called, as written in sentences and answers, so that no path is written outside the contract. */
import type { Catalog } from './catalog.ts';

/** What every path of the contract begins with, for an address that was typed without it. */
export const PREFIX = '/v1';

/** `POST /v1/posts` for `createPost`. */
export function addressOf(catalog: Catalog, operationId: string): string {
  const { method, path } = catalog.card(operationId);
  return `${method} ${path}`;
}
