/** The demo pack makes the records of the examples itself. */
import type { Lay } from './scene.ts';

export const layExamples: Lay = () => Promise.resolve();
