/** A field of a record's doc as an expression, the same in queries and in the indexes that serve them. */
import { sql, type RawBuilder } from 'kysely';

export const fieldOf = (name: string): RawBuilder<string> => sql<string>`json_extract(doc, ${sql.lit(`$.${name}`)})`;

/** The first of the fields that the doc has. */
export const firstFieldOf = (names: readonly string[]): RawBuilder<string> =>
  sql<string>`coalesce(${sql.join(names.map(fieldOf))})`;
