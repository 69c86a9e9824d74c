/** Changes the one record that a campaign or an ad set has of a kind, in one commit. Used by assets.ts, targeting.ts and negatives.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import { ok, type Reply } from '../../../call.ts';
import { commit, type Changes } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import { findRecord } from '../../../engine/find.ts';
import { lost, type Scene } from '../../../engine/scene.ts';
import type { DocOf, Kind, Reader } from '../../../store/store.ts';

/** What a change decides: the fields that the record has then and the answer, or a refusal. */
export type Decided =
  { readonly fields: Fields; readonly body: Fields; readonly besides?: Changes } | { readonly refusal: Reply };

/** `K` is the kind that the operation declares. */
export type Decide<K extends Kind = Kind> = (doc: DocOf<K>, scene: Scene, view: Reader) => Promise<Decided> | Decided;

export const changeSingle = <K extends Kind = Kind>(decide: Decide<K>): Handler =>
  inScene((scene) =>
    commit<Reply>(scene.desk, [`${scene.name}/${scene.owners.ownerId}`], async (view) => {
      const record = await findRecord<K>(scene, view);
      if (record === undefined) return { result: lost(scene) };
      const decided = await decide(record.doc, scene, view);
      if ('refusal' in decided) return { result: decided.refusal };
      const { fields, body, besides = {} } = decided;
      const after = { ...record, doc: { ...record.doc, ...fields } };
      return { ...besides, records: [after, ...(besides.records ?? [])], result: ok(body) };
    }),
  );
