/** The due work of whatsapp: a template changes its category. */
import { RECATEGORISE } from '../../causes/cause.ts';
import type { DueWork } from '../../desk.ts';
import { recategorise } from './arrives.ts';

export const work: Readonly<Record<string, DueWork>> = { [RECATEGORISE]: recategorise };
