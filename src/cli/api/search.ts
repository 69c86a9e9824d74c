/** Full-text search over the operations (minisearch): words in any order, plurals, the beginnings of words, and typing errors. */
import MiniSearch from 'minisearch';
import type { OperationRow } from '../../kernel/card.ts';

/** What weighs how much: a name says more than a sentence, and a field says least. */
const WEIGHTS = { command: 5, id: 4, summary: 3, path: 2, description: 1, fields: 1 } as const;

const FIELDS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];

/** The operations that fit every word, the best first; where none does, those that fit the most. */
export function searched(text: string, rows: readonly OperationRow[]): readonly OperationRow[] {
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
  const all = index.search(text, { combineWith: 'AND', boostDocument: unlessDeprecated(rows) });
  const found = all.length > 0 ? all : index.search(text, { combineWith: 'OR', boostDocument: unlessDeprecated(rows) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return found.flatMap(({ id }) => byId.get(id as string) ?? []);
}

/** `scheduledFor` is found under `scheduled`, `for` and as it stands. */
function wordsIn(text: string): string[] {
  const words = text.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return words.flatMap((word) => {
    const parts = word.split(/(?<=[a-z0-9])(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : parts;
  });
}

/** Words that stand in every second sentence. */
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

const unlessDeprecated = (rows: readonly OperationRow[]) => {
  const old = new Set(rows.filter((row) => row.deprecated).map((row) => row.id));
  return (id: unknown): number => (old.has(id as string) ? 0.3 : 1);
};
