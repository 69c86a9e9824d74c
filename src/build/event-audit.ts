/** What the press refuses about webhook events: an unknown word, a sample that is not valid or contradicts its row, an event that nothing emits. */
import {
  CAUSES,
  LOG_TYPES,
  OWNERS,
  placesOf,
  type EventLog,
  type EventOwner,
  type EventSample,
} from '../kernel/event.ts';
import type { Schema } from '../kernel/schema.ts';
import { problemsOf } from '../schema/problems.ts';
import { resolved, type Schemas } from '../schema/reference.ts';
import type { EventWords } from './contract.ts';
import type { PressedEvent, PressedEvents } from './event-rows.ts';
import type { Refuse } from './refusal.ts';

export interface AuditedEvents {
  readonly events: PressedEvents;
  /** Payload schemas by the event's name, beside the schemas that they refer to. */
  readonly schemas: Schemas;
  /** Names of the resource groups. */
  readonly groups: readonly string[];
  /** Words for platforms. */
  readonly platforms: readonly string[];
  /** Names of the events that an operation emits. */
  readonly emitted: ReadonlySet<string>;
}

const KEYS = ['owner', 'platforms', 'incomingOnly', 'inbox', 'log', 'subscribable', 'causes', 'sample'];

export function auditEvents(audited: AuditedEvents, refuse: Refuse): void {
  for (const [name, event] of Object.entries(audited.events)) {
    const say = (sentence: string): void => refuse({ file: event.file, operation: name }, sentence);
    if (event.words === undefined) say('has no x-svc-event: give it an owner, and a sample of its payload');
    else for (const sentence of problemsIn(name, { ...event, words: event.words }, audited)) say(sentence);
  }
}

type Described = PressedEvent & { readonly words: EventWords };

function problemsIn(name: string, event: Described, audited: AuditedEvents): string[] {
  const problems = [...wordProblems(event, audited), ...emitterProblems(name, event, audited)];
  // A sample is judged by the row, so the row has to be right first.
  return problems.length > 0 ? problems : sampleProblems(name, event, audited);
}

const LOG_KEYS = ['type', 'action', 'fails'];

function logProblems({ log }: EventWords): string[] {
  if (log === undefined) return [];
  const { type, action } = log as Partial<EventLog>;
  return [
    ...Object.keys(log)
      .filter((key) => !LOG_KEYS.includes(key))
      .map((key) => `x-svc-event.log.${key} is not known; the keys are ${LOG_KEYS.join(', ')}`),
    ...(LOG_TYPES.some((one) => one === type)
      ? []
      : [`is logged under the unknown type ${String(type)}; choose one of ${LOG_TYPES.join(', ')}`]),
    ...(action === undefined || action === '' ? ['is logged without an action; say what happened'] : []),
  ];
}

function wordProblems({ groups, words }: Described, audited: AuditedEvents): string[] {
  const { owner = '', platforms = [], incomingOnly = [] } = words;
  const [group = ''] = groups;
  return [
    ...Object.keys(words)
      .filter((key) => !KEYS.includes(key))
      .map((key) => `x-svc-event.${key} is not known; the keys are ${KEYS.join(', ')}`),
    ...(groups.length === 1 ? [] : ['needs exactly one resource group under tags']),
    ...(groups.length !== 1 || audited.groups.includes(group) ? [] : [`has the unknown resource group ${group}`]),
    ...(Object.hasOwn(OWNERS, owner)
      ? []
      : [`has the unknown owner "${owner}"; choose one of ${Object.keys(OWNERS).join(', ')}`]),
    ...platforms
      .filter((platform) => !audited.platforms.includes(platform))
      .map((platform) => `fires on the unknown platform ${platform}; AccountPlatform has the words`),
    ...logProblems(words),
    ...incomingOnly
      .filter((platform) => !platforms.includes(platform))
      .map((platform) => `names ${platform} under incomingOnly and not under platforms`),
  ];
}

const CAUSE_WORDS = Object.keys(CAUSES).join(', ');

function emitterProblems(name: string, { words: { causes = [] } }: Described, { emitted }: AuditedEvents): string[] {
  const unknown = causes.filter((cause) => !Object.hasOwn(CAUSES, cause));
  if (unknown.length > 0)
    return [`has the unknown cause ${unknown.join(', ')}; x-svc-event.causes takes ${CAUSE_WORDS}`];
  if (causes.length > 0 || emitted.has(name)) return [];
  return [
    `has no emitter: name it under x-svc-emits of the operation that causes it, or under x-svc-event.causes what else does (${CAUSE_WORDS})`,
  ];
}

const ENVELOPE = ['id', 'event', 'timestamp'];
const EXAMPLE = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', timestamp: '2026-01-05T09:00:00.000Z' };

function sampleProblems(name: string, { words, sample }: Described, { schemas }: AuditedEvents): string[] {
  const enveloped = ENVELOPE.filter((key) => key in sample);
  if (enveloped.length > 0)
    return [`the sample has ${enveloped.join(', ')}, which every delivery adds by itself: leave it out`];
  const { [name]: schema = {} } = schemas;
  const problems = problemsOf(
    schema,
    { id: EXAMPLE.id, event: name, ...sample, timestamp: EXAMPLE.timestamp },
    schemas,
  );
  return [
    ...problems.map(({ sentence }) => `the sample does not fit the schema: ${sentence}`),
    ...placeProblems(words.owner as EventOwner, sample, (path) => hasPlace(schema, path, schemas)),
    ...platformProblems(words, sample),
  ];
}

/** Where the owner puts ids, the schema has a place and the sample has an id. */
function placeProblems(owner: EventOwner, sample: EventSample, hasPlaceAt: (path: string[]) => boolean): string[] {
  const { accounts, profile } = placesOf(owner);
  return [...accounts, ...(profile === undefined ? [] : [profile])].flatMap((place) => {
    const path = place.split('.');
    if (!hasPlaceAt(path)) return [`the owner "${owner}" puts an id at ${place}, which the schema does not have`];
    const ids = leavesAt(sample, path);
    const isNamed = ids.length > 0 && ids.every((id) => typeof id === 'string' && /^[0-9a-f]{24}$/.test(id));
    return isNamed ? [] : [`the sample has no id at ${place}, where the owner "${owner}" puts one`];
  });
}

/** Whether a payload can have something at the path: declared, or in an object that is open. */
function hasPlace(given: Schema, path: readonly string[], schemas: Schemas): boolean {
  const schema = resolved(given, schemas);
  if (schema.items !== undefined) return hasPlace(schema.items, path, schemas);
  const [key, ...rest] = path;
  if (key === undefined) return true;
  const below = schema.properties?.[key];
  return below === undefined ? schema.additionalProperties === true : hasPlace(below, rest, schemas);
}

/** A sample speaks of an account on which the event fires. */
function platformProblems({ owner, platforms }: EventWords, sample: EventSample): string[] {
  const holders = placesOf(owner as EventOwner).accounts.map((place) => place.split('.').slice(0, -1));
  const named = holders.flatMap((path) => leavesAt(sample, [...path, 'platform']));
  const elsewhere = [...new Set(named)].filter((platform) => platforms?.includes(String(platform)) === false);
  return elsewhere.map((platform) => `the sample speaks of ${String(platform)}, where the event does not fire`);
}

function leavesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => leavesAt(one, path));
  const [key, ...rest] = path;
  if (key === undefined) return value === undefined ? [] : [value];
  return typeof value === 'object' && value !== null ? leavesAt((value as EventSample)[key], rest) : [];
}
