/** The tags of contacts in a table of their own, which the file itself keeps true to the records, and an index of the contacts of an account. */
import { sql, type Compilable, type Kysely, type RawBuilder } from 'kysely';
import { fieldOf } from '../field.ts';
import type { Store } from '../store.ts';
import type { Tables } from '../tables.ts';

export const up = (db: Kysely<Tables>, dialect: Store['kind']): Compilable[] => {
  const { schema } = db;
  const raw = (text: RawBuilder<unknown>): Compilable => ({ compile: () => text.compile(db) });
  return [
    schema
      .createTable('contact_tag')
      .ifNotExists()
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('tag', 'text', (column) => column.notNull())
      .addColumn('record_seq', 'integer', (column) => column.notNull())
      .addColumn('profile_id', 'text'),
    schema
      .createIndex('contact_tag_tag')
      .ifNotExists()
      .on('contact_tag')
      .columns(['team_id', 'tag', 'record_seq', 'profile_id']),
    schema.createIndex('contact_tag_record').ifNotExists().on('contact_tag').columns(['record_seq']),
    schema
      .createIndex('record_contact_account')
      .ifNotExists()
      .on('record')
      .columns(['team_id'])
      .expression(fieldOf('accountId'))
      .columns(['created_at', 'seq'])
      .where(sql.ref('kind'), '=', sql.lit('contact')),
    ...(dialect === 'postgres' ? KEPT_TRUE_BY_A_SERVER : KEPT_TRUE).map(raw),
  ];
};

const INSERT = sql`INSERT INTO contact_tag (team_id, tag, record_seq, profile_id)`;
const ADD = sql`${INSERT} SELECT new.team_id, value, new.seq, new.profile_id FROM json_each(new.doc, '$.tags')`;
const DROP = sql`DELETE FROM contact_tag WHERE record_seq = old.seq`;

const TAGS_DIFFER = sql`json_extract(old.doc, '$.tags') IS NOT json_extract(new.doc, '$.tags') OR old.profile_id IS NOT new.profile_id OR old.team_id IS NOT new.team_id`;

const KEPT_TRUE: readonly RawBuilder<unknown>[] = [
  sql`CREATE TRIGGER IF NOT EXISTS contact_added AFTER INSERT ON record WHEN new.kind = 'contact' BEGIN ${ADD}; END`,
  sql`CREATE TRIGGER IF NOT EXISTS contact_changed AFTER UPDATE ON record WHEN new.kind = 'contact' AND (${TAGS_DIFFER}) BEGIN ${DROP}; ${ADD}; END`,
  sql`CREATE TRIGGER IF NOT EXISTS contact_removed AFTER DELETE ON record WHEN old.kind = 'contact' BEGIN ${DROP}; END`,
  sql`${INSERT} SELECT team_id, value, seq, profile_id FROM record, json_each(doc, '$.tags') WHERE kind = 'contact'`,
];

/** A server has one function for it; it has no contacts yet. */
const KEPT_TRUE_BY_A_SERVER: readonly RawBuilder<unknown>[] = [
  sql`CREATE FUNCTION keep_contact_tags() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN ${DROP}; END IF;
      IF TG_OP <> 'DELETE' THEN
        ${INSERT} SELECT new.team_id, value, new.seq, new.profile_id
        FROM json_array_elements_text(coalesce(nullif(json_extract(new.doc, '$.tags'), ''), '[]')::json) AS value;
      END IF;
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER contact_added AFTER INSERT ON record FOR EACH ROW WHEN (new.kind = 'contact') EXECUTE FUNCTION keep_contact_tags()`,
  sql`CREATE TRIGGER contact_changed AFTER UPDATE ON record FOR EACH ROW WHEN (new.kind = 'contact' AND (json_extract(old.doc, '$.tags') IS DISTINCT FROM json_extract(new.doc, '$.tags') OR old.profile_id IS DISTINCT FROM new.profile_id OR old.team_id IS DISTINCT FROM new.team_id)) EXECUTE FUNCTION keep_contact_tags()`,
  sql`CREATE TRIGGER contact_removed AFTER DELETE ON record FOR EACH ROW WHEN (old.kind = 'contact') EXECUTE FUNCTION keep_contact_tags()`,
];
