/** Records as values: a record with other fields, and the service's own kinds. Used by whoever decides what a record becomes. */
import type { OwnKind, StoredRecord } from './store.ts';

/** Names a kind of the service's own, which the contract does not declare: `ownKind<Plan>('$plan')`. */
export const ownKind = <D>(name: `$${string}`): OwnKind<D> => name as OwnKind<D>;

/** The record with these fields in place of its own. */
export const withFields = <D>(record: StoredRecord<D>, fields: Partial<D>): StoredRecord<D> => ({
  ...record,
  doc: { ...record.doc, ...fields },
});

/** True of a kind that `ownKind` names: nothing that a caller ever sees. */
export const isOwnKind = (kind: string): boolean => kind[0] === '$';
