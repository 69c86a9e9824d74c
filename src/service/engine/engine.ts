/** Serves operations that need no function of an area, by what they declare. Looked up by operations.ts. */
import type { Deed } from '../../kernel/effect.ts';
import type { Reply } from '../call.ts';
import type { Handler } from '../desk.ts';
import { change, create, empty, fixture, get, list, notSimulated, remove } from './deeds.ts';
import type { Kind } from '../store/store.ts';
import { nothing, type Follow } from './follow.ts';
import { sceneOf } from './gather.ts';
import type { Scene } from './scene.ts';

type Serve = (scene: Scene, follow: Follow) => Promise<Reply> | Reply;

const DEEDS: Readonly<Record<Exclude<Deed, 'run'>, Serve>> = {
  create,
  get,
  list,
  update: change,
  delete: remove,
  move: change,
  set: change,
  compute: empty,
  fixture,
};

/** A function of an area that answers for itself: called with the scene, once the owners that the call names are there. */
export const inScene =
  (serve: (scene: Scene) => Promise<Reply> | Reply): Handler =>
  async (call, desk) => {
    const scene = await sceneOf(call, desk);
    return 'refusal' in scene ? scene.refusal : serve(scene);
  };

/** Serves an operation by its declaration in a scene that an area has looked at, or narrowed. */
export function serveIn<K extends Kind>(scene: Scene, follow: Follow<K>): Promise<Reply> | Reply {
  const { does, waits } = scene.effect;
  if (does === 'run') return notSimulated();
  const isReading = does === 'get' || does === 'list' || does === 'compute' || does === 'fixture';
  if (waits !== undefined) return isReading ? empty(scene) : notSimulated();
  // What the deed hands over is of the kind that the operation declares.
  return DEEDS[does](scene, follow as Follow);
}

/** Serves an operation by its declaration; what follows from a write of it is written in the same commit. */
export const engineWith = <K extends Kind>(follow: Follow<K>): Handler => inScene((scene) => serveIn(scene, follow));

export const engine: Handler = engineWith(nothing);
