/** Events on their way to endpoints, and every attempt to bring one there. */
import { sql, type Compilable, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export const up = ({ schema }: Kysely<Tables>): Compilable[] => [
  schema
    .createTable('delivery')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'integer', (column) => column.notNull()),
  schema.createIndex('delivery_event').unique().on('delivery').columns(['event_id', 'webhook_id']),
  // What waits for its endpoint, in due order; rows leave it when they are done.
  schema
    .createIndex('delivery_waiting')
    .on('delivery')
    .columns(['webhook_id', 'due_at', 'seq'])
    .where(sql.ref('state'), '=', sql.lit('pending')),
  schema
    .createTable('attempt')
    .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('webhook_id', 'text', (column) => column.notNull())
    .addColumn('team_id', 'text', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('resource_group', 'text', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('status_code', 'integer')
    .addColumn('duration_ms', 'integer', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('webhook_name', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('response', 'text')
    .addColumn('error', 'text'),
  schema.createIndex('attempt_event').on('attempt').columns(['event_id']),
  schema.createIndex('attempt_webhook').on('attempt').columns(['webhook_id', 'seq']),
];
