/** Compares an ads file with what is there: what would be created, changed and left. Pure. Next stop: apply.ts. */
import { isDeepStrictEqual } from 'node:util';
import { failure } from '../../kernel/failure.ts';
import { isList, valueAt, type Fields } from '../../kernel/json.ts';
import type { Existing } from './existing.ts';
import type { AdsFile, Planned } from './file.ts';
import { NOUNS, READABLE, type Readable } from './fields.ts';

export interface Change {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
  /** Dotted place in the body that changes it. */
  readonly at: string;
}

/** One object of the file, and what is to be done about it. */
export interface Step {
  readonly planned: Planned;
  readonly existing: Existing | undefined;
  readonly action: 'create' | 'change' | 'unchanged';
  readonly changes: readonly Change[];
  readonly parts: readonly Step[];
}

/**
 * The steps of each campaign, in the order of the file.
 * @throws Failure `validation` where the file changes what cannot be changed
 */
export function planOf({ name, campaigns }: AdsFile, existing: ReadonlyMap<string, Existing>): readonly Step[] {
  const steps = campaigns.map((campaign) => stepFor(campaign, existing.get(campaign.name)));
  const fixed = steps.flatMap(allSteps).flatMap((step) => fixedIn(step, name));
  if (fixed.length === 0) return steps;
  throw failure('validation', {
    message: fixed.join('\n'),
    hint: 'Nothing was sent. Rename the object to create a new one, or revert the field.',
  });
}

/** A step and those below it. */
export const allSteps = (step: Step): readonly Step[] => [step, ...step.parts.flatMap(allSteps)];

function stepFor(planned: Planned, existing: Existing | undefined): Step {
  const parts = planned.parts.map((part) => stepFor(part, existing?.parts.get(part.name)));
  const changes = existing === undefined ? [] : changesOf(planned, existing.record);
  const action = existing === undefined ? 'create' : changes.length > 0 ? 'change' : 'unchanged';
  return { planned, existing, action, changes, parts };
}

const changesOf = ({ kind, fields }: Planned, record: Fields): readonly Change[] =>
  READABLE[kind].flatMap(({ field, at, absent, change }) => {
    const [from, to] = [valueAt(record, at) ?? absent, fields[field]];
    return to === undefined || isUnknown(from) || isSame(from, to) ? [] : [{ field, from, to, at: change ?? '' }];
  });

/** What the API does not show cannot be compared. */
const isUnknown = (value: unknown): boolean => value === undefined || value === null;

/** Lists of words name the same in any order, and instants in any form. */
function isSame(one: unknown, other: unknown): boolean {
  if (isList(one) && isList(other)) return isDeepStrictEqual(ordered(one), ordered(other));
  if (typeof one === 'string' && typeof other === 'string' && /^\d{4}-\d\d-\d\d/.test(one))
    return Date.parse(one) === Date.parse(other);
  return isDeepStrictEqual(one, other);
}

const ordered = (list: readonly unknown[]): readonly unknown[] =>
  [...list].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

const fixedIn = ({ planned: { kind, name, line }, changes }: Step, file: string): readonly string[] =>
  changes
    .filter(({ at }) => at === '')
    .map(
      ({ field, from }) =>
        `${file}:${line}: \`${field}\` of the ${NOUNS[kind]} ${name} cannot be changed; it is ${wordOf(from)}.`,
    );

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The body that makes the changes. */
export function bodyOf(changes: readonly Pick<Change, 'at' | 'to'>[]): Fields {
  const body: Record<string, unknown> = {};
  for (const { at, to } of changes) {
    const [top = '', below] = at.split('.');
    body[top] = below === undefined ? to : { ...(body[top] as Fields | undefined), [below]: to };
  }
  return body;
}

/** Values of the file at the places that change them, for those below a part of the body. */
export const besides = (
  readable: readonly Readable[],
  fields: Fields,
  part: string,
): readonly Pick<Change, 'at' | 'to'>[] =>
  readable.flatMap(({ field, change }) =>
    change?.startsWith(`${part}.`) === true && fields[field] !== undefined ? [{ at: change, to: fields[field] }] : [],
  );
