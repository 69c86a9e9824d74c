/** The records that examples of the help speak of, for kinds that an area serves itself. */
import type { Call } from '../call.ts';
import type { Desk } from '../desk.ts';
import { layExamples } from './example.ts';
import { sceneOf } from './scene.ts';

/** The records that examples of the help speak of are there before they are asked for. */
export async function layKind(call: Call, desk: Desk, kind: string): Promise<void> {
  const { resource, area } = call.card;
  if (resource === undefined) return;
  const scene = sceneOf(call, desk, { resource, schemas: desk.catalog.file(area).schemas, lay: layExamples });
  await scene.lay(scene, kind);
}
