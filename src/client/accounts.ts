/** Finds accounts by what a person calls them: id, platform, username, `platform:username`. */
import { failure, type Failure } from '../kernel/failure.ts';
import { isRecordId } from '../kernel/ids.ts';
import { PLATFORMS } from '../platforms/platforms.ts';
import { didYouMean, suggestion } from '../schema/suggest.ts';

/** As much of an account as finding it needs. Answer of `GET /v1/accounts`. */
export interface Account {
  readonly _id: string;
  readonly platform: string;
  readonly username?: string;
  readonly displayName?: string;
  /** An id, or the profile itself. */
  readonly profileId?: unknown;
  readonly isActive?: boolean;
}

export interface PostTarget {
  readonly platform: string;
  readonly accountId: string;
}

/** A word after --to, taken apart. */
interface Wanted {
  readonly word: string;
  readonly platform?: string;
  readonly name?: string;
  /** The name as it was typed: an id of another form than usual, perhaps. */
  readonly typed?: string;
  readonly id?: string;
}

export interface Looking {
  readonly accounts: readonly Account[];
  /** Every platform a post can go to; source: the contract. */
  readonly platforms: readonly string[];
  /** Names and platforms are looked up in this profile only; ids everywhere. */
  readonly profile?: string;
  /** Where the words were typed; `--to` unless given. */
  readonly flag?: string;
}

/**
 * One account for each word; the same account named twice counts once.
 * @throws Failure `ambiguous` with the candidates when a word fits several, `usage` when it fits none
 */
export function targetsFor(words: readonly string[], looking: Looking): readonly PostTarget[] {
  const known = { ...looking, platforms: [...looking.platforms, ...newPlatforms(looking.accounts)] };
  const found = words.map((word) => oneFor(wanted(word, known.platforms), known));
  return [...new Map(found.map((account) => [account._id, targetOf(account)])).values()];
}

/** Platforms of accounts that this version does not know yet: whether they take posts is for the service to say. */
const newPlatforms = (accounts: readonly Account[]): readonly string[] => [
  ...new Set(
    accounts
      .map(({ platform }) => platform)
      .filter((platform) => typeof platform === 'string' && !Object.hasOwn(PLATFORMS, platform)),
  ),
];

/**
 * Targets for a dry run, which looks nothing up: unknown values appear in angle brackets.
 */
export const placeholderTargets = (words: readonly string[], platforms: readonly string[]): readonly PostTarget[] =>
  words.map((word) => {
    const { platform, id } = wanted(word, platforms);
    return { platform: platform ?? `<platform of ${word}>`, accountId: id ?? `<account ${word}>` };
  });

function wanted(word: string, platforms: readonly string[]): Wanted {
  const [, before = '', after] = /^([a-z\d _-]+):(.+)$/i.exec(word) ?? [];
  const named = platformCalled(before, platforms);
  if (named !== undefined && after !== undefined) {
    if (isRecordId(after)) return { word, platform: named, id: after };
    return { word, platform: named, name: plain(after), typed: after };
  }
  if (isRecordId(word)) return { word, id: word };
  const platform = platformCalled(word, platforms);
  return platform === undefined ? { word, name: plain(word), typed: word } : { word, platform };
}

/** As its owner spells it, too: `Twitter`, `Google Business`. */
function platformCalled(word: string, platforms: readonly string[]): string | undefined {
  const [exact, wanted] = [platforms.find((one) => one === word), word.toLowerCase().replaceAll(/[\s_-]+/g, '')];
  return exact ?? platforms.find((one) => one.replaceAll(/[_-]/g, '') === wanted);
}

/** Usernames are accepted with and without the `@`. */
const plain = (name: string): string => name.replace(/^@/, '').toLowerCase();

function oneFor(want: Wanted, looking: Looking): Account {
  const found = matches(want, looking);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  throw only === undefined ? nobody(want, looking) : several(want, found, looking);
}

function matches({ platform, name, typed, id }: Wanted, { accounts, profile, platforms }: Looking): readonly Account[] {
  if (id !== undefined) {
    return accounts.filter(
      (account) => account._id === id && (platform === undefined || account.platform === platform),
    );
  }
  const near = accounts.filter(
    (account) =>
      platforms.includes(account.platform) &&
      (profile === undefined || profileOf(account) === profile) &&
      (platform === undefined || account.platform === platform),
  );
  if (name === undefined) return near;
  const byId = near.filter(({ _id }) => _id === typed);
  if (byId.length > 0) return byId;
  const byUsername = near.filter(({ username }) => username !== undefined && plain(username) === name);
  return byUsername.length > 0 ? byUsername : near.filter(({ displayName }) => displayName?.toLowerCase() === name);
}

/** The id of the profile that has the account. */
export const profileOf = ({ profileId }: Pick<Account, 'profileId'>): unknown =>
  typeof profileId === 'object' && profileId !== null ? (profileId as { _id?: unknown })._id : profileId;

const targetOf = ({ _id, platform }: Account): PostTarget => ({ platform, accountId: _id });

function several({ word }: Wanted, found: readonly Account[], { flag = '--to' }: Looking): Failure {
  const candidates = found.map(({ _id, platform, username, displayName }) => ({
    _id,
    platform,
    username,
    displayName,
  }));
  return failure('ambiguous', {
    message: `${flag} ${word} matches ${found.length} accounts: ${found.map(nameOf).join(', ')}.`,
    param: flag,
    details: { candidates },
    hint: 'Give its id or platform:@username.',
  });
}

function nobody({ word, platform }: Wanted, looking: Looking): Failure {
  const { accounts, profile, platforms, flag = '--to' } = looking;
  const there = accounts.filter(
    (account) => platforms.includes(account.platform) && (profile === undefined || profileOf(account) === profile),
  );
  const near = there.filter((account) => account.platform === platform);
  return failure('usage', {
    message: `${flag} ${word === '' ? '""' : word} matches no account${profile === undefined ? '' : ` of profile ${profile}`}.`,
    param: flag,
    hint: repeatHint(word, looking) ?? `${nearHint(word, there)}${availableHint(near.length > 0 ? near : there)}`,
  });
}

/** `twitter,bluesky` as people write it: the flag is repeated instead. */
function repeatHint(word: string, { platforms, flag = '--to' }: Looking): string | undefined {
  const parts = word.split(',').map((part) => part.trim());
  if (parts.length < 2 || parts.some((part) => platformCalled(part, platforms) === undefined)) return undefined;
  return `Repeat the flag: ${parts.map((part) => `${flag} ${part}`).join(' ')}.`;
}

function nearHint(word: string, there: readonly Account[]): string {
  const names = there.flatMap(({ platform, username }) => [platform, ...(username === undefined ? [] : [username])]);
  const meant = suggestion(word, [...new Set(names)]);
  return meant === undefined ? '' : `${didYouMean(meant)} `;
}

/** Named at most; the list has the rest. */
const MOST_NAMED = 6;

function availableHint(accounts: readonly Account[]): string {
  if (accounts.length === 0) return 'No account is connected there; `svc accounts list` shows all.';
  const names = accounts.slice(0, MOST_NAMED).map(wordFor);
  const rest = accounts.length - names.length;
  return `Available: ${names.join(', ')}${rest > 0 ? ` and ${String(rest)} more` : ''}. \`svc accounts list\` shows all.`;
}

/** What can be typed for it. */
const wordFor = ({ _id, platform, username }: Account): string =>
  username === undefined ? _id : `${platform}:@${plain(username)}`;

const nameOf = ({ _id, platform, username, displayName }: Account): string =>
  `${platform}:${username === undefined ? (displayName ?? '') : `@${plain(username)}`} (${_id})`;
