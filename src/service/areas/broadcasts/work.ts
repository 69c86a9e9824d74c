/** The due work of broadcasts: one whose time has come. */
import type { DueWork } from '../../desk.ts';
import { SEND, sendDue } from './operations.ts';

export const work: Readonly<Record<string, DueWork>> = { [SEND]: sendDue };
