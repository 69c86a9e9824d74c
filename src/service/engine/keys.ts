/** Which id a call asks for, and the key under which a record is kept where the id alone is not unique. Used by find.ts, fixtures.ts and draft.ts. */
import { ownPlace, type Scene } from './scene.ts';

/** The id in the path, or where the effect says. */
export function idAsked({ call, effect, served, name }: Scene): string | undefined {
  const place = ownPlace(served, name);
  if (place !== undefined && effect.id === undefined) return call.path[place];
  const [source, field = ''] = effect.id?.split('.') ?? [];
  const value = source === 'query' ? call.query[field] : source === 'body' ? call.body[field] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Key of a record whose id the caller chose: it is unique below its owner only. */
export const chosenKey = ({ owners }: Scene, id: string): string => `${owners.parentId ?? owners.ownerId}/${id}`;

/** Key of the one record of an owner. */
export const singleKey = ({ owners }: Scene): string => keyOfSingle(owners.ownerId);

export const keyOfSingle = (ownerId: string): string => `of/${ownerId}`;
