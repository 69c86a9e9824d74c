/** Which rows have all the words. Pure. */
import type { ConsolePanel } from '../../../../kernel/console.ts';

export interface Searchable {
  readonly panel: ConsolePanel;
  readonly id?: string;
  readonly text: string;
}

export type Found = Searchable;

const MOST = 12;

/** Rows that begin with the first word come first. */
export function searchIn(all: readonly Searchable[], text: string): readonly Found[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const [first = ''] = words;
  const fits = all.filter((row) => words.every((word) => row.text.toLowerCase().includes(word)));
  const startsWith = (row: Searchable): boolean => row.text.toLowerCase().startsWith(first);
  return [...fits.filter(startsWith), ...fits.filter((row) => !startsWith(row))].slice(0, MOST);
}
