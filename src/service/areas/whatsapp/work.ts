/** The due work of whatsapp accounts: a display name is decided about, and the tier of a number rises. */
import type { DueWork } from '../../desk.ts';
import { work as displayName } from './display-name.ts';
import { work as tier } from './tier.ts';

export const work: Readonly<Record<string, DueWork>> = { ...displayName, ...tier };
