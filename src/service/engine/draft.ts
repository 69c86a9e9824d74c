/** A new record out of a call: what was sent, what its kind has from the start, whom it belongs to. Next stop: deeds.ts. */
import { type Fields, isFields, isList, ownValue } from '../../kernel/json.ts';
import { createHash } from 'node:crypto';
import { instantOf } from '../../kernel/instant.ts';
import type { Kind } from '../../kernel/effect.ts';
import type { Desk } from '../desk.ts';
import type { DocOf, Kind as KindName, RecordOf, StoredRecord } from '../store/store.ts';
import { chosenKey, idAsked, singleKey } from './keys.ts';
import type { Scene } from './scene.ts';
import { meant } from './words.ts';

/** `K` is the kind that the operation declares. @param given what was sent for this record @param original the record that it begins as a copy of */
export function draft<K extends KindName = KindName>(
  scene: Scene,
  given: Fields,
  original?: StoredRecord,
): RecordOf<K> {
  const { call, effect, kind, name, owners, now } = scene;
  const chosen = idAsked(scene);
  const id = chosen ?? newId(kind, scene.desk);
  const parts: readonly Fields[] = [
    kind.initial ?? {},
    original === undefined ? {} : withoutIds(kind, original.doc),
    owners.fields,
    renamed(wholeIn(kind, given), effect.as),
    meant(effect.sets ?? {}, { call, now, id }) as Fields,
    timesOf(kind, now),
    kind.key === undefined ? {} : { [kind.key]: id },
  ];
  const doc = Object.assign({}, ...parts) as Fields;
  return {
    kind: name,
    id: kind.id === 'single' ? singleKey(scene) : chosen === undefined ? id : chosenKey(scene, id),
    teamId: call.caller.teamId,
    profileId: profileIn(given) ?? owners.profileId ?? original?.profileId ?? null,
    parentId: owners.parentId ?? original?.parentId ?? null,
    createdAt: now,
    // What was sent fits the schemas of the kind, or the call would not have come this far.
    doc: doc as unknown as DocOf<K>,
  };
}

const profileIn = ({ profileId }: Fields): string | undefined =>
  typeof profileId === 'string' ? profileId : undefined;

/** Plain words of a list whose entries have fields, each in the field that the kind declares for it. */
export function wholeIn({ normal = {} }: Kind, given: Fields): Fields {
  const fields = Object.entries(normal).flatMap(([name, way]) => {
    const sent = given[name];
    if (typeof way !== 'object' || !('plain' in way) || !isList(sent)) return [];
    return [[name, sent.map((entry) => (typeof entry === 'string' ? { [way.plain]: entry } : entry))] as const];
  });
  return fields.length === 0 ? given : { ...given, ...Object.fromEntries(fields) };
}

/** A copy has an id and times of its own. */
const withoutIds = (kind: Kind, doc: Fields): Fields =>
  Object.fromEntries(Object.entries(doc).filter(([name]) => name !== kind.key && kind.names?.includes(name) !== true));

/** What was sent under the names by which it is read; a dotted name is a member of a part, which gives way to the part as a whole. */
export function renamed(given: Fields, as: Readonly<Record<string, string>> = {}): Fields {
  // Names may be a caller's own, `__proto__` among them, so they are no keys of an object while it is built.
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    const [part = name, member] = (ownValue(as, name) ?? name).split('.');
    const before = fields.get(part);
    if (member !== undefined) fields.set(part, { [member]: value, ...Object(before) });
    else fields.set(part, isFields(before) && isFields(value) ? { ...before, ...value } : value);
  }
  return Object.fromEntries(fields);
}

/** The record's own times, all of them now. */
export const timesOf = (kind: Kind, now: number): Fields =>
  Object.fromEntries(Object.keys(kind.times ?? {}).map((name) => [name, instantOf(now)]));

/** The times that a change moves. */
export const changedTimes = (kind: Kind, now: number): Fields =>
  Object.fromEntries(
    Object.entries(kind.times ?? {}).flatMap(([name, moves]) => (moves === 'changed' ? [[name, instantOf(now)]] : [])),
  );

/** Digits of a native id. */
const NATIVE_DIGITS = 15;

/** An id in the form of the kind. */
export function newId(kind: Kind, { ids }: Pick<Desk, 'ids'>): string {
  if (kind.id === 'uuid') return ids.uuid();
  const id = ids.record();
  return kind.id === 'native' ? nativeId(id) : id;
}

/** A network's id: digits that follow from a record id. */
export const nativeId = (seed: string): string =>
  BigInt(`0x${createHash('sha256').update(seed).digest('hex').slice(0, 16)}`)
    .toString()
    .padStart(NATIVE_DIGITS, '1')
    .slice(-NATIVE_DIGITS)
    .replace(/^0/, '1');
