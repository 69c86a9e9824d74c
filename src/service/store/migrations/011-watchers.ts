/** What acts on the messages and comments of an account is found by an index, so that each of them costs the same however many other accounts there are. */
import { sql, type Compilable, type Kysely } from 'kysely';
import { fieldOf } from '../field.ts';
import type { Tables } from '../tables.ts';

const KINDS = ['workflow', 'automation'];

export const up = ({ schema }: Kysely<Tables>): Compilable[] =>
  KINDS.map((kind) =>
    schema
      .createIndex(`record_${kind}_account`)
      .ifNotExists()
      .on('record')
      .columns(['team_id'])
      .expression(fieldOf('accountId'))
      .columns(['created_at', 'seq'])
      .where(sql.ref('kind'), '=', sql.lit(kind)),
  );
