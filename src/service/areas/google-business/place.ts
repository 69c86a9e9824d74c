/** One location of an account: the one that a call names, or the one that the account has selected. Operations about a location are served here. Next stop: engine/engine.ts. */
import { textOf, type Fields } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { inScene, serveIn } from '../../engine/engine.ts';
import { nothing, type Follow } from '../../engine/follow.ts';
import type { Scene } from '../../engine/scene.ts';
import type { Kind } from '../../store/store.ts';
import { locationUnder, noLocation, selectedLocation } from './offers.ts';

/** A call that is about one location: what is kept of it belongs to the location, not to the whole account. */
export interface AtPlace {
  readonly scene: Scene;
  readonly locationId: string;
  /** Row of the fixture. */
  readonly location: Fields;
}

/** Judges a call before it is served. */
export type Judge = (at: AtPlace) => Promise<Reply | undefined> | Reply | undefined;

/** The scene, narrowed to the location. */
async function placeIn(scene: Scene): Promise<AtPlace | { readonly refusal: Reply }> {
  const { call, desk, owners, effect } = scene;
  const accountId = owners.account?.id ?? '';
  const locationId = textOf(call.query['locationId']) ?? (await selectedLocation(desk.store.read, desk, accountId));
  const location = locationUnder(desk, locationId);
  if (locationId === undefined || location === undefined) return { refusal: noLocation('locationId') };
  const inPlace = {
    ...scene,
    owners: { ...owners, ownerId: placeKey(accountId, locationId), fields: { ...owners.fields, locationId } },
    effect: { ...effect, ...(effect.does === 'list' && { where: { ...effect.where, locationId } }) },
  };
  return { scene: inPlace, locationId, location };
}

/** What a record that exists once for each location of an account belongs to. */
export const placeKey = (accountId: string, locationId: string): string => `${accountId}/${locationId}`;

/** An operation that answers for itself. */
export const atPlace = (serve: (at: AtPlace) => Promise<Reply> | Reply): Handler =>
  inScene(async (scene) => {
    const at = await placeIn(scene);
    return 'refusal' in at ? at.refusal : serve(at);
  });

/** An operation that the engine serves once the call is judged. */
export const servedAtPlace = <K extends Kind>(judge: Judge = () => undefined, follow?: Follow<K>): Handler =>
  atPlace(async (at) => (await judge(at)) ?? serveIn(at.scene, follow ?? (nothing as Follow<K>)));
