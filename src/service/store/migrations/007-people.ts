/** The conversation of a person is found by an index that also has the team and the order, so that no list of all conversations is read. */
import { sql, type Compilable, type Kysely } from 'kysely';
import { fieldOf } from '../field.ts';
import type { Tables } from '../tables.ts';

export const up = ({ schema }: Kysely<Tables>): Compilable[] => [
  schema.dropIndex('record_conversation_person').ifExists(),
  schema
    .createIndex('record_conversation_person')
    .ifNotExists()
    .on('record')
    .columns(['team_id'])
    .expression(fieldOf('participantId'))
    .expression(fieldOf('accountId'))
    .columns(['created_at', 'seq'])
    .where(sql.ref('kind'), '=', sql.lit('conversation')),
];
