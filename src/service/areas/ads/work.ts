/** The due work of ads: what reviewers decide. */
import type { DueWork } from '../../desk.ts';
import { work as reviewing } from './reviewing.ts';

export const work: Readonly<Record<string, DueWork>> = { ...reviewing };
