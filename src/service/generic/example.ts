/** The records that the examples of the help speak of. */
import type { Scene } from './scene.ts';

export async function layExamples(_scene: Scene, _kind: string): Promise<void> {
  await Promise.resolve();
}
