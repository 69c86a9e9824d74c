/** The due work of the inbox: what becomes of messages that went out. */
import type { DueWork } from '../../desk.ts';
import { arrive } from './fates.ts';
import { FATE } from './outgoing.ts';

export const work: Readonly<Record<string, DueWork>> = { [FATE]: arrive };
