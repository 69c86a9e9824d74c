/** The due work of phone numbers: decisions of reviewers and carriers. */
import type { DueWork } from '../../desk.ts';
import { work as reviews } from './orders/review.ts';
import { work as ports } from './ports/course.ts';

export const work: Readonly<Record<string, DueWork>> = { ...reviews, ...ports };
