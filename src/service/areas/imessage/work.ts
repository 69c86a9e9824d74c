/** The due work of iMessage: the next step of an ordered sender. */
import type { DueWork } from '../../desk.ts';
import { STEP, takeStep } from './activating.ts';

export const work: Readonly<Record<string, DueWork>> = { [STEP]: takeStep };
