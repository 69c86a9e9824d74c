/** What is written above a column and before a field: the heading that is declared, else the last name in words. Pure. */
import type { ColumnWords } from '../kernel/view.ts';

/** One for each column. Columns without a declared heading that would be called the same are called by all their names. */
export function headingsOf(columns: readonly ColumnWords[]): readonly string[] {
  const short = columns.map(headingOf);
  return columns.map(({ field, heading }, at) => {
    const own = short[at] ?? '';
    const isTwin = heading === undefined && short.filter((one) => one === own).length > 1;
    return isTwin ? field.split('.').map(inWords).join(' ') : own;
  });
}

function headingOf({ field, heading }: ColumnWords): string {
  const name = field.slice(field.lastIndexOf('.') + 1);
  return heading ?? (name === '' ? 'value' : inWords(name));
}

/** `baseUrl` is `base url`: the underscore of `_id` says nothing to a person. */
export const inWords = (name: string): string =>
  name
    .replace(/^_/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();

/** With a capital letter, and abbreviations as people write them: `Base URL`. */
export const atBeginning = (heading: string): string =>
  heading
    .replace(/^./, (first) => first.toUpperCase())
    .replace(ABBREVIATIONS, (abbreviation) => abbreviation.toUpperCase());

const ABBREVIATIONS = /\b(api|cpa|cpc|cpm|ctr|faq|mcp|rcs|sip|sms|url|utc)(?=s?\b)/gi;
