/** The due work of calls: one that rings too long. */
import type { DueWork } from '../../desk.ts';
import { endUnanswered, RINGING } from './ringing.ts';

export const work: Readonly<Record<string, DueWork>> = { [RINGING]: endUnanswered };
