/** The due work of texts: one whose time has come, and what carriers decide about a registration. */
import type { DueWork } from '../../desk.ts';
import { work as deciding } from './deciding.ts';
import { SEND, sendDue } from './messages.ts';

export const work: Readonly<Record<string, DueWork>> = { ...deciding, [SEND]: sendDue };
