/** Full-text search over the operations (minisearch): words in any order, plurals, the beginnings of words, and typing errors. */
import MiniSearch from 'minisearch';
import type { OperationRow } from '../kernel/card.ts';

/** What weighs how much: a name says more than a sentence, and a field says least. */
const WEIGHTS = { command: 5, aliases: 4, id: 4, summary: 3, path: 2, description: 1, fields: 1 } as const;

const FIELDS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

/** Finds operations, the best first. Matching more of the words counts more than matching one of them often. */
export type Search = (text: string) => readonly OperationRow[];

/** Reads every row once; asking costs little then. */
export function openSearch(rows: readonly OperationRow[]): Search {
  const index = new MiniSearch<OperationRow>({
    fields: FIELDS,
    tokenize: wordsIn,
    processTerm: stem,
    extractField: (row, name) => [row[name as keyof OperationRow] ?? []].flat().join(' '),
    searchOptions: {
      boost: WEIGHTS,
      prefix: (term) => term.length > 2,
      fuzzy: slips,
      weights: { fuzzy: 0.3, prefix: 0.6 },
    },
  });
  index.addAll(rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (text) => {
    const found = index.search(text).flatMap(({ id, score, queryTerms }) => {
      const row = byId.get(id as string);
      return row === undefined ? [] : [{ row, score: score * queryTerms.length ** 2 * (row.deprecated ? BEHIND : 1) }];
    });
    const best = Math.max(...found.map(({ score }) => score));
    const kept = found.filter(({ score }) => score >= best * WORTH_SHOWING);
    return kept.sort((one, other) => other.score - one.score).map(({ row }) => row);
  };
}

/** Deprecated operations rank below all others, unless they match far better. */
const BEHIND = 0.3;

/** A fraction of the best score, below which a hit has little to do with the question. */
const WORTH_SHOWING = 0.05;

/** `scheduledFor` is found under `scheduled`, `for` and `scheduledFor`. */
function wordsIn(text: string): string[] {
  const words = text.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.flatMap((word) => {
    const parts = word.split(/(?<=[a-z0-9])(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : parts;
  });
}

/** Stop words. */
const EMPTY = new Set([
  'a',
  'an',
  'and',
  'by',
  'for',
  'from',
  'in',
  'its',
  'it',
  'of',
  'on',
  'or',
  'that',
  'the',
  'to',
  'v1',
  'with',
]);

/** Singular and plural are one word. */
function stem(term: string): string | null {
  const word = term.toLowerCase();
  if (EMPTY.has(word)) return null;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Short words have no room for typing errors. */
const slips = (term: string): number => (term.length < 4 ? 0 : term.length < 8 ? 1 : 2);
