/** The name of a kind in the forms it takes in paths, fields and answers. */
import { API_ERRORS, type ApiErrorCode } from '../../kernel/errors.ts';

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `ad_campaign` as `adCampaign` and `campaign`, the whole name first. */
export function namesOf(kind: string): readonly string[] {
  const words = kind.split('_');
  return words.map((_, at) =>
    words
      .slice(at)
      .map((word, index) => (index === 0 ? word : capital(word)))
      .join(''),
  );
}

/** `campaign` as `campaigns`; words that end in `s` already stay as they are too. */
export const pluralsOf = (name: string): readonly string[] => [
  name.endsWith('y') ? `${name.slice(0, -1)}ies` : `${name}s`,
  ...(/(s|ch|x)$/.test(name) ? [`${name}es`] : []),
  name,
];

export const singularOf = (name: string): string => name.replace(/ies$/, 'y').replace(/s$/, '');

/** `campaign` as `platformCampaign`, which is how a network's own ids are called beside ours. */
export const platformName = (name: string): string => `platform${capital(name)}`;

export const idNameOf = (name: string): string => `${name}Id`;

/** 404 by kind, and the general one where the catalogue has none of its own. Source: ERR-20 */
export function notFoundCode(kind: string): ApiErrorCode {
  const codes = kind.split('_').map((_, at, words) => `${words.slice(at).join('_')}_not_found`);
  return (codes.find((code) => Object.hasOwn(API_ERRORS, code)) as ApiErrorCode | undefined) ?? 'not_found';
}
