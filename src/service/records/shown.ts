/** What of a record an answer may show: what its kind keeps for the service, or takes and never gives back, stays out. Used by the engine and by areas that answer by hand. */
import type { Catalog } from '../../catalog/catalog.ts';
import type { Kind } from '../../kernel/effect.ts';
import type { StoredRecord } from '../store/store.ts';

export const isShown = (name: string, { unread = [], keeps = {} }: Pick<Kind, 'unread' | 'keeps'>): boolean =>
  !unread.includes(name) && !Object.hasOwn(keeps, name);

/** The fields of a record that its kind lets callers see. */
export function shownFields(
  { kind, doc }: Pick<StoredRecord, 'kind' | 'doc'>,
  catalog: Pick<Catalog, 'kinds'>,
): Record<string, unknown> {
  const declared = catalog.kinds()[kind] ?? {};
  return Object.fromEntries(Object.entries(doc).filter(([name]) => isShown(name, declared)));
}
