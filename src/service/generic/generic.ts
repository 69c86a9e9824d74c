/** Serves operations that no area file knows, from what their cards say of the resource. Looked up by operations.ts. */
import type { Card, ResourceWords } from '../../kernel/card.ts';
import type { Schemas } from '../../schema/reference.ts';
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from '../desk.ts';
import { aroundOf } from './around.ts';
import { act, get, remove, update } from './change.ts';
import { create } from './create.ts';
import { layExamples } from './example.ts';
import { list } from './list.ts';
import { sceneOf, type Staged } from './scene.ts';

/** The function that serves a card by its `x-svc-resource`; a refusal when it has none. Nothing is prepared before the first call. */
export function genericHandler({ resource }: Card, schemas: Schemas): Handler {
  if (resource === undefined) return async () => UNSERVED;
  return async (call, desk) => {
    const scene = sceneOf(call, desk, { resource, schemas, lay: layExamples });
    await scene.lay(scene, resource.kind);
    const found = await aroundOf(scene);
    return 'refusal' in found ? found.refusal : DOES[resource.does]({ ...scene, around: found.around });
  };
}

const UNSERVED = refuse('feature_not_available', { message: 'The local service does not serve this operation.' });

const DOES: Readonly<Record<ResourceWords['does'], (staged: Staged) => Promise<Reply>>> = {
  create,
  list,
  get,
  update,
  delete: remove,
  act,
};
