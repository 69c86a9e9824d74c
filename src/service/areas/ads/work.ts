/** The due work of ads: when runs end, audiences that are filled, batches and feeds of products, predictions that expire, reports that are collected, and what reviewers decide. */
import type { DueWork } from '../../desk.ts';
import { work as populating } from './audiences/populating.ts';
import { batchWork } from './catalogs/batches.ts';
import { feedWork } from './catalogs/feeds.ts';
import { work as ending } from './tree/ending.ts';
import { work as predictions } from './reach/predictions.ts';
import { work as reports } from './reports/reports.ts';
import { work as reviewing } from './review/reviewing.ts';

export const work: Readonly<Record<string, DueWork>> = {
  ...batchWork,
  ...feedWork,
  ...ending,
  ...populating,
  ...predictions,
  ...reports,
  ...reviewing,
};
