/** Settings of a post that name something of its account: a board, a page, a channel. One row each, with the kind that the account's own list shows. Pure; the lists are read in service/networks/account-lists.ts. */
import { platformLabel } from './labels.ts';
import { isFields, isList, ownValue, type Fields } from '../kernel/json.ts';

export interface ListedSetting {
  readonly setting: string;
  /** Kind of what the account's list shows, as src/contract/kinds has it. */
  readonly kind: string;
  /** Where the word of the setting is in each entry; every entry of a list on the way counts. */
  readonly place: readonly string[];
  /** What the setting names, for a sentence; undefined where the account is offered a choice of words. */
  readonly names?: string;
}

// prettier-ignore
export const LISTED_SETTINGS: Readonly<Record<string, readonly ListedSetting[]>> = {
  facebook: [{ setting: 'pageId', kind: 'facebook_page', place: ['id'], names: 'page of the account' }],
  linkedin: [{ setting: 'organizationUrn', kind: 'linkedin_organization', place: ['urn'], names: 'organization of the account' }],
  pinterest: [{ setting: 'boardId', kind: 'pinterest_board', place: ['id'], names: 'board of the account' }],
  youtube: [{ setting: 'playlistId', kind: 'youtube_playlist', place: ['id'], names: 'playlist of the account' }],
  discord: [{ setting: 'channelId', kind: 'discord_channel', place: ['id'], names: 'channel of the account' }],
  googlebusiness: [{ setting: 'locationId', kind: 'google_business_location', place: ['id'], names: 'location of the account' }],
  reddit: [
    { setting: 'subreddit', kind: 'reddit_subreddit', place: ['name'], names: 'community' },
    { setting: 'flairId', kind: 'reddit_flair', place: ['id'], names: 'flair that the account can use' },
  ],
  tiktok: [{ setting: 'privacyLevel', kind: 'tiktok_creator_info', place: ['privacyLevels', 'value'] }],
};

/** The words that one setting of one account may hold. */
export interface AccountList {
  readonly words: readonly string[];
  has(word: string): boolean;
}

/** By setting. */
export type AccountLists = ReadonlyMap<string, AccountList>;

export interface UnlistedProblem {
  /** The setting. */
  readonly at: string;
  readonly kind: string;
  /** False for a word that is offered to other accounts, true for the id of something that is not there. */
  readonly isMissing: boolean;
  readonly sentence: string;
}

/** What the settings name and the lists do not show. Settings without a list are not judged. */
export function unlistedProblems(platform: string, settings: Fields, lists: AccountLists): UnlistedProblem[] {
  return listedSettings(platform).flatMap((row) => {
    const { setting, kind, names } = row;
    const [value, list] = [settings[setting], lists.get(setting)];
    if (typeof value !== 'string' || list === undefined || list.has(value)) return [];
    return [
      { at: setting, kind, isMissing: names !== undefined, sentence: sentenceOf(platform, row, { value, list }) },
    ];
  });
}

/** The rows of a platform; none where posts name nothing of their account. */
export const listedSettings = (platform: string): readonly ListedSetting[] => ownValue(LISTED_SETTINGS, platform) ?? [];

/** The words that an entry of a list has at a place. */
export function wordsAt(entry: unknown, [name, ...rest]: readonly string[]): readonly string[] {
  if (isList(entry)) return entry.flatMap((one) => wordsAt(one, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return typeof entry === 'string' ? [entry] : [];
  return isFields(entry) ? wordsAt(entry[name], rest) : [];
}

function sentenceOf(
  platform: string,
  { setting, names }: ListedSetting,
  { value, list }: { readonly value: string; readonly list: AccountList },
): string {
  const quoted = JSON.stringify(value);
  return names === undefined
    ? `${setting} for ${platformLabel(platform)} must be one of those that the account is offered: ${list.words.join(', ')}. It is ${quoted}.`
    : `${setting} for ${platformLabel(platform)} names no ${names}: ${quoted}.`;
}
