/** The tables a store begins with, and an index for every filter and order that lists use. */
import { sql, type Compilable, type Kysely } from 'kysely';
import type { Tables } from '../tables.ts';

export const up = (db: Kysely<Tables>): Compilable[] => [...records(db), ...posts(db), ...work(db), ...outside(db)];

function records({ schema }: Kysely<Tables>): Compilable[] {
  return [
    schema
      .createTable('record')
      .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('profile_id', 'text')
      .addColumn('parent_id', 'text')
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('doc', 'text', (column) => column.notNull()),
    schema.createIndex('record_id').unique().on('record').columns(['kind', 'id']),
    schema.createIndex('record_team').on('record').columns(['kind', 'team_id', 'created_at', 'seq']),
    schema.createIndex('record_profile').on('record').columns(['kind', 'profile_id', 'created_at', 'seq']),
    schema.createIndex('record_parent').on('record').columns(['kind', 'parent_id', 'created_at', 'seq']),
    schema
      .createTable('meta')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull()),
  ];
}

function posts({ schema }: Kysely<Tables>): Compilable[] {
  return [
    schema
      .createTable('post')
      .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('hidden', 'integer', (column) => column.notNull())
      .addColumn('queue_id', 'text')
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'integer', (column) => column.notNull())
      .addColumn('platform', 'text')
      .addColumn('words', 'text', (column) => column.notNull())
      .addColumn('target_key', 'text', (column) => column.notNull())
      .addColumn('doc', 'text', (column) => column.notNull()),
    // Each index covers its order, the tie-breaker and the hidden flag, so that deep pages skip within the index.
    schema.createIndex('post_at').on('post').columns(['team_id', 'at', 'seq', 'hidden']),
    schema.createIndex('post_created').on('post').columns(['team_id', 'created_at', 'seq', 'hidden']),
    schema.createIndex('post_status').on('post').columns(['team_id', 'status', 'at', 'seq', 'hidden']),
    schema.createIndex('post_platform').on('post').columns(['team_id', 'platform', 'at', 'seq', 'hidden']),
    schema.createIndex('post_queue').on('post').columns(['queue_id', 'at']).where(sql.ref('queue_id'), 'is not', null),
    schema
      .createTable('post_target')
      .addColumn('post_seq', 'integer', (column) => column.notNull().references('post.seq').onDelete('cascade'))
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('profile_id', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull()),
    schema.createIndex('post_target_post').on('post_target').columns(['post_seq']),
    schema.createIndex('post_target_account').on('post_target').columns(['account_id', 'post_seq']),
    schema.createIndex('post_target_profile').on('post_target').columns(['profile_id', 'post_seq']),
    schema.createIndex('post_target_platform').on('post_target').columns(['platform', 'post_seq']),
  ];
}

function work({ schema }: Kysely<Tables>): Compilable[] {
  return [
    schema
      .createTable('due')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('due_at', 'integer', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('ref', 'text', (column) => column.notNull())
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('payload', 'text', (column) => column.notNull())
      .addColumn('lease_until', 'integer')
      .addColumn('claim', 'integer')
      .addColumn('last_error', 'text'),
    schema.createIndex('due_ref').unique().on('due').columns(['kind', 'ref']),
    schema.createIndex('due_at').on('due').columns(['due_at', 'id', 'lease_until']),
    schema
      .createTable('event')
      .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('account_ids', 'text', (column) => column.notNull())
      .addColumn('profile_ids', 'text', (column) => column.notNull())
      .addColumn('resource_group', 'text', (column) => column.notNull())
      .addColumn('request_id', 'text'),
    schema.createIndex('event_type').on('event').columns(['type', 'seq']),
    schema
      .createIndex('event_request')
      .on('event')
      .columns(['request_id'])
      .where(sql.ref('request_id'), 'is not', null),
  ];
}

function outside({ schema }: Kysely<Tables>): Compilable[] {
  return [
    schema
      .createTable('publication')
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('post_id', 'text', (column) => column.notNull())
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('bucket', 'text', (column) => column.notNull()),
    schema.createIndex('publication_account').on('publication').columns(['account_id', 'at']),
    schema
      .createTable('feed_item')
      .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('native_id', 'text', (column) => column.notNull())
      .addColumn('account_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('idempotency_key', 'text')
      .addColumn('doc', 'text', (column) => column.notNull())
      .addColumn('url', 'text')
      .addColumn('removed_at', 'integer')
      .addColumn('updated_at', 'integer')
      .addColumn('origin', 'text', (column) => column.notNull()),
    schema.createIndex('feed_item_native').unique().on('feed_item').columns(['account_id', 'native_id']),
    schema.createIndex('feed_item_key').unique().on('feed_item').columns(['account_id', 'idempotency_key']),
    schema.createIndex('feed_item_at').on('feed_item').columns(['account_id', 'at', 'seq']),
    schema
      .createTable('answer')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('at', 'integer', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('reply', 'text')
      .addColumn('made', 'text'),
    schema.createIndex('answer_at').on('answer').columns(['at']),
  ];
}
