/** Audiences as records: how large they read, and when the network has filled them. Written by audiences.ts and populating.ts. */
import type { Fields } from '../../../../kernel/json.ts';
import { withFields } from '../../../store/record.ts';
import type { NewDue, RecordOf } from '../../../store/store.ts';
import { audienceOf } from '../reach/audience.ts';

export const AUDIENCE = 'ad_audience';

export type AudienceRecord = RecordOf<'ad_audience'>;

/** Kind of the work that fills an audience; `ref` is its id. */
export const POPULATION = 'ad_audience_population';

/** People below whom an audience has no size and cannot be used as a source. Source: readings, "Audiences" */
export const SMALLEST = 100;

/** Milliseconds from the last upload until the network has filled the audience. Source: readings, "Audiences" */
const POPULATING_MS = 30 * 60_000;

/** What a size reads as: two digits of it, and nothing of a few people. */
export function sizeFor(people: number): number {
  if (people < SMALLEST) return 0;
  const step = 10 ** (String(Math.floor(people)).length - 2);
  return Math.floor(people / step) * step;
}

/** The people whom an audience has found so far. */
export function peopleIn({ doc }: AudienceRecord): number {
  const { type, members = [], country, ratio = 0, spec } = doc;
  if (type === 'saved_targeting') return audienceOf(spec);
  if (type === 'lookalike') return Math.round(audienceOf({ countries: [String(country).toUpperCase()] }) * ratio);
  return members.length;
}

/** A size, and the Unix milliseconds from which on. */
export type Size = NonNullable<AudienceRecord['doc']['sizes']>[number];

/** The sizes of an audience, the oldest first; one that is not filled has nobody. */
export const sizesOf = ({ doc }: AudienceRecord): readonly Size[] =>
  doc.sizes ?? (doc.size === undefined ? [] : [{ at: 0, size: doc.size }]);

/** @param at ms */
export const sizeAt = (sizes: readonly Size[], at: number): number => sizes.findLast((one) => one.at <= at)?.size ?? 0;

/** The audience as the network has it now. @param now ms */
export function populated(audience: AudienceRecord, now: number): AudienceRecord {
  const people = peopleIn(audience);
  const size = sizeFor(people);
  const before = audience.doc.sizes ?? [];
  const sizes = before.at(-1)?.size === size ? before : [...before, { at: now, size }];
  const fields: Fields = { size, sizes, status: people < SMALLEST ? 'too_small' : 'ready' };
  return withFields<unknown>(audience, fields) as AudienceRecord;
}

/** @param now ms */
export const populationOf = ({ id }: Pick<AudienceRecord, 'id'>, now: number): NewDue => ({
  dueAt: now + POPULATING_MS,
  kind: POPULATION,
  ref: id,
});
