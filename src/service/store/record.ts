/** Records as values: a record with other fields. Used by whoever decides what a record becomes. */
import type { StoredRecord } from './store.ts';

/** The record with these fields in place of its own. */
export const withFields = <D>(record: StoredRecord<D>, fields: Partial<D>): StoredRecord<D> => ({
  ...record,
  doc: { ...record.doc, ...fields },
});
