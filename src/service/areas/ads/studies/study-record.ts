/** Studies of ads as records: split tests and lift studies, in the words of the network, and when one is over. Written by study-arrives.ts, read by studies.ts. */
import type { RecordOf } from '../../../store/store.ts';

export const STUDY = 'ad_study';

export type StudyRecord = RecordOf<typeof STUDY>;

export type Cell = StudyRecord['doc']['cells'][number];

/** Milliseconds at which its people are no longer kept apart. */
export const endOf = ({ doc }: StudyRecord): number => Date.parse(doc.canceled_time ?? doc.end_time);

/** Ids of the campaigns and ad sets that a cell names. */
export const namedIn = ({ campaigns, adsets }: Cell): readonly string[] =>
  [...campaigns.data, ...adsets.data].map(({ id }) => id);
