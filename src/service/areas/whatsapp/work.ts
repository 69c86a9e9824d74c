/** The due work of whatsapp: a template changes its category. Listed in due-work.ts; arrives.ts is loaded when it is due. */
import { RECATEGORISE } from '../../causes/cause.ts';
import type { DueWork } from '../../desk.ts';

export const work: Readonly<Record<string, DueWork>> = {
  [RECATEGORISE]: async (row, desk) => (await import('./arrives.ts')).recategorise(row, desk),
};
