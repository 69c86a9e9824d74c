/** The due work of sequences: the next step of an enrolment. */
import type { DueWork } from '../../desk.ts';
import { STEP } from './record.ts';
import { sendDue } from './steps.ts';

export const work: Readonly<Record<string, DueWork>> = { [STEP]: sendDue };
