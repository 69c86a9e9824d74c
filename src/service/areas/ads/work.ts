/** The due work of ads: when runs end, predictions that expire, reports that are collected, and what reviewers decide. */
import type { DueWork } from '../../desk.ts';
import { work as ending } from './ending.ts';
import { work as predictions } from './predictions.ts';
import { work as reports } from './reports.ts';
import { work as reviewing } from './reviewing.ts';

export const work: Readonly<Record<string, DueWork>> = { ...ending, ...predictions, ...reports, ...reviewing };
