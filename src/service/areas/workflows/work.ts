/** The due work of workflows: the next step of a run. */
import type { DueWork } from '../../desk.ts';
import { STEP } from './record.ts';
import { takeStep } from './steps.ts';

export const work: Readonly<Record<string, DueWork>> = { [STEP]: takeStep };
