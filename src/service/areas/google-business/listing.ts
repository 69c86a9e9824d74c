/** Facts of a listing that a call changes in part: the attributes that its mask names. Follows what the engine writes. */
import { type Fields, isFields, isList } from '../../../kernel/json.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';

/** An attribute that the mask names is set as it was sent, or removed; the others stay. */
const maskedAttributes: Follow = (written, { call }) => {
  const masked = String(call.body['attributeMask'])
    .split(',')
    .map((name) => name.trim());
  const sent = attributesIn(call.body);
  return {
    records: written.flatMap(({ before, after }) => {
      if (before === undefined || after === undefined) return [];
      const kept = attributesIn(before.doc).filter(({ name }) => ![...masked, ...namesOf(sent)].includes(name));
      return [{ ...after, doc: { ...after.doc, attributes: [...kept, ...sent] } }];
    }),
  };
};

const attributesIn = ({ attributes }: Fields): readonly Fields[] =>
  isList(attributes) ? attributes.filter(isFields) : [];

const namesOf = (attributes: readonly Fields[]): readonly unknown[] => attributes.map(({ name }) => name);

export const handlers: Readonly<Record<string, Handler>> = {
  updateGoogleBusinessAttributes: engineWith(maskedAttributes),
};
