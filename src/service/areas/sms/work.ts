/** The due work of texts: one whose time has come. */
import type { DueWork } from '../../desk.ts';
import { SEND, sendDue } from './messages.ts';

export const work: Readonly<Record<string, DueWork>> = { [SEND]: sendDue };
