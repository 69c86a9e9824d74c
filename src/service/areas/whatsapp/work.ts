/** The due work of whatsapp accounts: a display name is decided about. */
import type { DueWork } from '../../desk.ts';
import { work as displayName } from './display-name.ts';

export const work: Readonly<Record<string, DueWork>> = { ...displayName };
