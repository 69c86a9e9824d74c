/** What was sent, under the names by which it is read as well, with what the operation leaves behind. Used by scene.ts and collection.ts. */
import type { ResourceWords } from '../../kernel/card.ts';
import type { Fields } from '../engine/form.ts';

/** `{businessPublicKey}` as `{businessPublicKey, publicKey}`; the very same fields where the card says nothing. */
export function renamed(fields: Fields, { as = {} }: ResourceWords): Fields {
  const read = Object.entries(as).filter(([sent]) => fields[sent] !== undefined);
  return read.length === 0
    ? fields
    : { ...fields, ...Object.fromEntries(read.map(([sent, name]) => [name, fields[sent]])) };
}

/** The body with both. */
export const told = (body: Fields, resource: ResourceWords): Fields =>
  resource.sets === undefined ? renamed(body, resource) : { ...renamed(body, resource), ...resource.sets };
