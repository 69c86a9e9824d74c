/** A message that a network names by an id of its own is found by an index, so that no list of all messages is read. */
import { sql, type Compilable, type Kysely } from 'kysely';
import { fieldOf } from '../field.ts';
import type { Tables } from '../tables.ts';

export const up = ({ schema }: Kysely<Tables>): Compilable[] => [
  schema
    .createIndex('record_message_platform_id')
    .ifNotExists()
    .on('record')
    .columns(['team_id'])
    .expression(fieldOf('platformMessageId'))
    .expression(fieldOf('accountId'))
    .columns(['created_at', 'seq'])
    .where(sql.ref('kind'), '=', sql.lit('message')),
];
