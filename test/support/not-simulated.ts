/** Tells what an area does not simulate yet from what fails. Asked where every operation of the contract is called. */
import type { Catalog } from '../../src/catalog/catalog.ts';
import type { Card } from '../../src/kernel/card.ts';
import { READINGS } from '../../src/kernel/effect.ts';
import type { Told } from './asking.ts';

/** Whether the operation declares that its behaviour waits for its area. Its readings are answered with nothing instead. */
export function isWaiting(catalog: Catalog, { id }: Pick<Card, 'id'>): boolean {
  const effect = catalog.service().operations[id]?.effect;
  return effect?.waits !== undefined && !READINGS.includes(effect.does);
}

/** Whether an operation that may do so says that it is not simulated. */
export const isNotSimulated = (
  catalog: Catalog,
  card: Pick<Card, 'id'>,
  { status, text }: Pick<Told, 'status' | 'text'>,
): boolean =>
  status === 501 &&
  isWaiting(catalog, card) &&
  (JSON.parse(text) as { readonly code?: string }).code === 'not_simulated';
