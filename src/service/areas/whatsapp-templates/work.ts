/** The due work of templates: what reviewers decide, and a category that changes. */
import type { DueWork } from '../../desk.ts';
import { work as category } from './category.ts';
import { work as reviewing } from './reviewing.ts';

export const work: Readonly<Record<string, DueWork>> = { ...category, ...reviewing };
