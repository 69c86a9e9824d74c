/** What becomes of records whose operations mean more than the names of their fields tell. Called by create.ts and change.ts before they are kept. */
import type { StoredRecord } from '../store/store.ts';
import { digitsOf } from '../networks/chance.ts';
import type { Fields } from '../engine/form.ts';
import type { Staged } from './scene.ts';
import { iso } from './senses.ts';

type Mould = (staged: Staged, record: StoredRecord) => Fields | Promise<Fields>;

/** The record as the operation leaves it. */
export async function moulded(staged: Staged, record: StoredRecord): Promise<StoredRecord> {
  const mould = MOULDS[`${record.kind} ${staged.resource.event ?? staged.resource.does}`];
  return mould === undefined ? record : { ...record, doc: { ...record.doc, ...(await mould(staged, record)) } };
}

const reply: Mould = ({ call, made }, record) => {
  const id = digitsOf(`${record.id} reply`, 15);
  const { message: text } = call.body;
  return {
    hasReply: true,
    reply: { id, text, created: iso(made.now) },
    reviewReply: { comment: text, updateTime: iso(made.now) },
  };
};

const withoutReply: Mould = () => ({ hasReply: false, reply: null, reviewReply: null });

/** By kind, and event or what is done. */
const MOULDS: Readonly<Record<string, Mould>> = {
  'review reply': reply,
  'review delete_reply': withoutReply,
};
