/** The due work of broadcasts: one whose time has come, and its further recipients. */
import type { DueWork } from '../../desk.ts';
import { SEND, sendDue } from './sending.ts';

export const work: Readonly<Record<string, DueWork>> = { [SEND]: sendDue };
