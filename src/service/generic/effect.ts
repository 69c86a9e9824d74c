/** What an act does to a record: its state, the switch of the same name, and what was sent with it. Used by act.ts. */
import type { StoredRecord } from '../store/store.ts';
import { formFor, typesOf, type Fields } from '../engine/form.ts';
import type { KindWords } from './kinds.ts';
import { iso, spoken } from './senses.ts';
import { sameStem } from './stem.ts';

export interface Act {
  /** `pause`; compound ones such as `set_default` work by their last word too. */
  readonly event: string;
  /** What was sent. */
  readonly given: Fields;
  /** Milliseconds. */
  readonly at: number;
}

/** Verbs that take something back begin with one of these. */
const BACK = /^(un|dis|de(?=activate))/;

/** The record after the act. */
export function after(record: StoredRecord, act: Act, kind: KindWords): StoredRecord {
  const changes = {
    ...switchesAfter(act, kind),
    ...timesAfter(act, kind),
    ...knownOf(act.given, kind),
    ...stateAfter(act, kind),
  };
  return { ...record, doc: { ...record.doc, ...changes, updatedAt: iso(act.at) } };
}

/** Of what was sent, the fields that a record of the kind has; ids are never changed. */
export const knownOf = (given: Fields, { fields, idNames }: KindWords): Fields =>
  Object.fromEntries(Object.entries(given).filter(([name]) => fields.has(name) && !idNames.has(name)));

const wordsIn = (event: string): readonly string[] => [...new Set([event, ...spoken(event).split(' ')])];

/** The state whose name is that of the event: `paused` after `pause`. */
function stateAfter({ event, given }: Act, { fields }: KindWords): Fields {
  for (const name of ['status', 'state']) {
    const field = fields.get(name);
    if (field === undefined || given[name] !== undefined) continue;
    const { enum: words } = formFor(field.schema, field.schemas);
    const word = words?.find((one) => wordsIn(event).some((verb) => sameStem(verb, String(one))));
    if (word !== undefined) return { [name]: word };
    // Where the states are not listed, those that follow from the verb alone are plain enough.
    const plain = words === undefined ? PLAIN.find(([verb]) => sameStem(event, verb))?.[1] : undefined;
    if (plain !== undefined) return { [name]: plain };
  }
  return {};
}

const PLAIN: readonly (readonly [verb: string, state: string])[] = [
  ['activate', 'active'],
  ['pause', 'paused'],
  ['cancel', 'cancelled'],
  ['schedule', 'scheduled'],
  ['send', 'sent'],
  ['publish', 'published'],
  ['archive', 'archived'],
  ['end', 'ended'],
];

/** `hidden` after `hide` and `unhide`, `isPinned` after `pin`. */
function switchesAfter({ event }: Act, { fields }: KindWords): Fields {
  const isBack = BACK.test(event);
  const verbs = wordsIn(event.replace(BACK, ''));
  const names = [...fields].filter(
    ([name, field]) =>
      typesOf(formFor(field.schema, field.schemas)).includes('boolean') &&
      spoken(name)
        .split(' ')
        .some((word) => verbs.some((verb) => sameStem(verb, word))),
  );
  return Object.fromEntries(names.map(([name]) => [name, !isBack]));
}

/** `pausedAt` after `pause`. */
function timesAfter({ event, at }: Act, { fields }: KindWords): Fields {
  const names = [...fields.keys()].filter((name) => {
    const words = spoken(name).split(' ');
    return (
      words.at(-1) === 'at' && words.slice(0, -1).some((word) => wordsIn(event).some((verb) => sameStem(verb, word)))
    );
  });
  return Object.fromEntries(names.map((name) => [name, iso(at)]));
}
