/** The conversations with the latest messages are found by an index, so that a page of them is all that is read. */
import { sql, type Compilable, type Kysely } from 'kysely';
import { firstFieldOf } from '../field.ts';
import type { Tables } from '../tables.ts';

export const up = ({ schema }: Kysely<Tables>): Compilable[] => [
  schema
    .createIndex('record_conversation_latest')
    .ifNotExists()
    .on('record')
    .columns(['team_id'])
    .expression(firstFieldOf(['lastMessageAt', 'updatedTime']))
    .columns(['created_at', 'seq'])
    .where(sql.ref('kind'), '=', sql.lit('conversation')),
];
