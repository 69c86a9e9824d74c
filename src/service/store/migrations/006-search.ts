/** Indexes of fields by which long lists are searched: recipients and enrollments by state and contact, conversations by person. */
import { sql, type Compilable, type Kysely } from 'kysely';
import { fieldOf } from '../field.ts';
import type { Tables } from '../tables.ts';

export const up = ({ schema }: Kysely<Tables>): Compilable[] => [
  schema
    .createIndex('record_recipient_state')
    .ifNotExists()
    .on('record')
    .columns(['parent_id'])
    .expression(fieldOf('status'))
    .columns(['created_at', 'seq'])
    .where(sql.ref('kind'), '=', sql.lit('broadcast_recipient')),
  schema
    .createIndex('record_enrollment_contact')
    .ifNotExists()
    .on('record')
    .expression(fieldOf('contactId'))
    .where(sql.ref('kind'), '=', sql.lit('sequence_enrollment')),
  schema
    .createIndex('record_conversation_person')
    .ifNotExists()
    .on('record')
    .expression(fieldOf('participantId'))
    .where(sql.ref('kind'), '=', sql.lit('conversation')),
];
