/** The due work of business agents: answers, notices, evaluations and reviews. */
import type { DueWork } from '../../desk.ts';
import { work as notices } from './notices.ts';
import { work as rehearsals } from './rehearsals.ts';
import { work as skills } from './skills.ts';
import { work as turns } from './turns.ts';

export const work: Readonly<Record<string, DueWork>> = { ...notices, ...rehearsals, ...skills, ...turns };
