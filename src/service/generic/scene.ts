/** All that the steps of a generic operation work with, gathered once per call. Made by generic.ts. */
import type { ResourceWords } from '../../kernel/card.ts';
import type { Schemas } from '../../schema/reference.ts';
import type { Call } from '../call.ts';
import type { Desk } from '../desk.ts';
import type { StoredRecord } from '../store/store.ts';
import { kindsOf, type Kinds, type KindWords } from './kinds.ts';
import { placeOf, type Place } from './place.ts';
import { daysAsked, metricsAsked } from './range.ts';
import type { Fields } from '../engine/form.ts';
import { told } from './renamed.ts';
import type { Made } from './senses.ts';

export interface Scene {
  readonly call: Call;
  readonly desk: Desk;
  readonly resource: ResourceWords;
  /** Of the operation's area. */
  readonly schemas: Schemas;
  readonly kinds: Kinds;
  readonly kind: KindWords;
  readonly place: Place;
  /** Path, query and body as one. */
  readonly asked: Fields;
  readonly made: Made;
  /** Lays the records that the examples of the help name, where the team has them. */
  readonly lay: Lay;
}

export type Lay = (scene: Pick<Scene, 'call' | 'desk' | 'kinds' | 'lay'>, kind: string) => Promise<void>;

/** A scene whose owners are known to be there and within reach. */
export interface Staged extends Scene {
  readonly around: Around;
}

/** What is known of the surroundings of a record. */
export interface Around {
  readonly account: StoredRecord | undefined;
  /** Profile of the record, told by the request, its account or its owner. */
  readonly profileId: string | null;
  /** Fields that speak of the surroundings: account, platform, owners. */
  readonly fields: Fields;
}

export function sceneOf(
  sent: Call,
  desk: Desk,
  { resource, schemas, lay }: { resource: ResourceWords; schemas: Schemas; lay: Lay },
): Scene {
  const body = told(sent.body, resource);
  const call = body === sent.body ? sent : { ...sent, body };
  const kinds = kindsOf(desk.catalog);
  const kind = kinds.of(resource.kind);
  const place = placeOf(call, kind, { kinds, schemas });
  const now = desk.clock.now();
  const asked = { ...call.query, ...call.body, ...call.path };
  const seed = `${call.caller.teamId} ${kind.kind} ${place.scope}`;
  const made = { seed, now, origin: call.origin, days: daysAsked(asked, now), metrics: metricsAsked(asked) };
  return { call, desk, resource, schemas, kinds, kind, place, asked, made, lay };
}
