/** Prices of a product's variants: a change names those that it means, the others stay. Follows what the engine writes. */
import { type Fields, isFields, isList } from '../../../kernel/json.ts';
import type { Follow } from '../../engine/follow.ts';

export const priceVariants: Follow = (written, { call }) => {
  const sent = variantsIn(call.body);
  if (sent.length === 0) return {};
  return {
    records: written.flatMap(({ before, after }) => {
      if (before === undefined || after === undefined) return [];
      const variants = variantsIn(before.doc).map((one) => ({ ...one, ...sent.find(({ id }) => id === one['id']) }));
      return [{ ...after, doc: { ...after.doc, variants } }];
    }),
  };
};

const variantsIn = ({ variants }: Fields): readonly Fields[] => (isList(variants) ? variants.filter(isFields) : []);
