/** The only reader of compiled cards: names first, an area's file when something of it is needed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Card, CardFile, CardIndex, Schema } from '../kernel/card.ts';
import { resolved } from '../schema/reference.ts';

export interface Catalog {
  /** Every name of the command tree; the one file that `svc --help` reads. */
  index(): CardIndex;
  /** The cards and schemas of an area; throws when there is no such area. */
  file(area: string): CardFile;
  /** The card of an operationId; throws when there is none. */
  card(operationId: string): Card;
  /** What a `#/schemas/Name` reference in an area's cards stands for. */
  schema(area: string, ref: string): Schema;
}

/** Reads cards below `root` (`dist/cards`), each file once and only when asked for. */
export function openCatalog(root: string): Catalog {
  const files = new Map<string, unknown>();
  const cards = new Map<string, Card>();
  const read = <T>(name: string): T => {
    if (!files.has(name)) files.set(name, JSON.parse(readFileSync(join(root, `${name}.json`), 'utf8')));
    return files.get(name) as T;
  };
  const index = (): CardIndex => read<CardIndex>('index');
  const file = (area: string): CardFile => read<CardFile>(area);
  return {
    index,
    file,
    card(operationId) {
      const known = cards.get(operationId);
      if (known !== undefined) return known;
      const card = file(areaOf(index(), operationId)).operations.find(({ id }) => id === operationId);
      if (card === undefined) throw new Error(`The cards know no operation ${operationId}.`);
      cards.set(operationId, card);
      return card;
    },
    schema: (area, ref) => resolved({ $ref: ref }, file(area).schemas),
  };
}

function areaOf(index: CardIndex, operationId: string): string {
  const entry = Object.values(index.commands).find(({ id }) => id === operationId);
  if (entry === undefined) throw new Error(`The cards know no operation ${operationId}.`);
  return entry.area;
}
