/** What people search for so that a keyword matches, and what keeps ads away from it. Pure; keyword-figures.ts counts them. Source: readings, "Ads" */
import { type Fields, textOf } from '../../../../kernel/json.ts';

/** A keyword as far as searches are concerned. */
export interface Matching {
  readonly text: string;
  /** `exact`, `phrase` or `broad`; the last where nothing is said. */
  readonly match: string;
}

/** One spelling of what is the same search. */
export const plainWords = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ');

export const matchingIn = (fields: Fields, name: 'keyword' | 'text'): Matching => ({
  text: plainWords(textOf(fields[name]) ?? ''),
  match: textOf(fields['matchType']) ?? 'broad',
});

/** Words that people add to a search. */
const ADDED = 'near me';

/** Searches that a keyword matches: itself; with further words where it need not be exact; in another order where it is broad. */
export function termsOf({ text, match }: Matching): readonly string[] {
  if (match === 'exact') return [text];
  const turned = text.split(' ').reverse().join(' ');
  return [...new Set([text, `${text} ${ADDED}`, ...(match === 'phrase' ? [] : [turned])])];
}

/** Whether a negative keyword keeps ads away from a search. */
export function keepsAway({ text, match }: Matching, term: string): boolean {
  if (match === 'exact') return term === text;
  if (match === 'phrase') return ` ${term} `.includes(` ${text} `);
  const words = term.split(' ');
  return text.split(' ').every((word) => words.includes(word));
}
