/** Names and single commands as small files, so that a start reads no more than it needs. Called by press.ts; read by catalog/. */
import type { Card, CardFile, CardIndex, CommandFile, Names } from '../kernel/card.ts';
import type { Outputs } from './outputs.ts';
import { reached } from './references.ts';

/** The index as a whole, its top, and a file per noun of the top. */
export function namesFiles(index: CardIndex): Outputs {
  const words = [index.branches.map(({ name }) => name), Object.keys(index.commands), Object.keys(index.own ?? {})];
  const nouns = new Set(words.flat().map(firstWord));
  const top = part(index, (path) => !path.includes(' '));
  const below = [...nouns].map((noun): [string, Names] => [noun, part(index, (path) => firstWord(path) === noun)]);
  return {
    'dist/cards/index.json': JSON.stringify(index),
    'dist/cards/names.json': JSON.stringify(top),
    ...Object.fromEntries(below.map(([noun, names]) => [`dist/cards/names/${noun}.json`, JSON.stringify(names)])),
  };
}

const firstWord = (path: string): string => path.split(' ', 1)[0] ?? '';

function part({ branches, commands, own }: Names, isIn: (path: string) => boolean): Names {
  const picked = <T>(entries: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(entries).filter(([path]) => isIn(path)));
  return {
    branches: branches.filter(({ name }) => isIn(name)),
    commands: picked(commands),
    ...(own && { own: picked(own) }),
  };
}

/** A file per operation: its card without the answers, and the schemas of what it takes. */
export const commandFiles = (files: readonly CardFile[]): Outputs =>
  Object.fromEntries(
    files.flatMap(({ operations, schemas }) =>
      operations.map((card) => {
        const asked: Card = { ...card, responses: {} };
        const file: CommandFile = { card: asked, schemas: reached(asked, schemas) };
        return [`dist/cards/commands/${card.id}.json`, JSON.stringify(file)];
      }),
    ),
  );
