/** The due work of ads: what reviewers decide, and reports that are collected. */
import type { DueWork } from '../../desk.ts';
import { work as reports } from './reports.ts';
import { work as reviewing } from './reviewing.ts';

export const work: Readonly<Record<string, DueWork>> = { ...reports, ...reviewing };
