/** What the service keeps with an ad, the spans in which it ran, is a field of its kind with no `$` in front. */
import { sql, type Compilable, type Kysely } from 'kysely';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';

const HIDDEN = sql.lit('$."$runs"');

/** A server has never had an earlier one. */
export const up = (db: Kysely<Tables>, dialect: Store['kind']): Compilable[] =>
  dialect === 'postgres'
    ? []
    : [
        db
          .updateTable('record')
          .set({
            doc: sql<string>`json_remove(json_set(doc, ${sql.lit('$.runs')}, json_extract(doc, ${HIDDEN})), ${HIDDEN})`,
          })
          .where('kind', '=', sql.lit('ad'))
          .where(sql`json_type(doc, ${HIDDEN})`, 'is not', null),
      ];
