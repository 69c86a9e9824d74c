/** Serves operations that need no function of an area, by what they declare. Looked up by operations.ts. */
import type { Deed } from '../../kernel/effect.ts';
import type { Reply } from '../call.ts';
import type { Handler } from '../desk.ts';
import { change, create, empty, fixture, get, list, notSimulated, remove } from './deeds.ts';
import { keepExamples } from './examples.ts';
import { sceneOf, type Scene } from './scene.ts';

const DEEDS: Readonly<Record<Exclude<Deed, 'run'>, (scene: Scene) => Promise<Reply> | Reply>> = {
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

export const engine: Handler = async (call, desk) => {
  await keepExamples(call, desk);
  const scene = await sceneOf(call, desk);
  if ('refusal' in scene) return scene.refusal;
  const { does, waits } = scene.effect;
  if (does === 'run') return notSimulated();
  const isReading = does === 'get' || does === 'list' || does === 'compute' || does === 'fixture';
  if (waits !== undefined) return isReading ? empty(scene) : notSimulated();
  return DEEDS[does](scene);
};
