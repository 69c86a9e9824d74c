/** Small cards for the tests of the client, and the real ones. */
import { join } from 'node:path';
import { openCatalog } from '../../src/catalog/catalog.ts';
import type { CallInput } from '../../src/client/request.ts';
import type { Card } from '../../src/kernel/card.ts';
import { ROOT } from '../support/module.ts';

export const catalog = openCatalog(join(ROOT, 'dist', 'cards'));

/** A card of an operation nobody knows; `more` says what matters to the test. */
export const cardOf = (more: Partial<Card> = {}): Card => ({
  id: 'doThing',
  area: 'things',
  method: 'GET',
  path: '/v1/things',
  summary: 'Do a thing.',
  command: { path: ['things', 'do'], examples: [] },
  params: [],
  responses: { '200': {} },
  bodied: ['200'],
  emits: [],
  source: [],
  ...more,
});

export const inputOf = (more: Partial<CallInput> = {}): CallInput => ({ path: {}, query: {}, headers: {}, ...more });
