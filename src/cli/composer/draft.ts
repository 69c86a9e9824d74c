/** The post that is being composed, and the equivalent `posts create` command. Pure. Next stop: client/compose.ts. */
import type { Account } from '../../client/accounts.ts';
import type { PostBody, Said } from '../../client/compose.ts';
import type { Schedule } from '../../client/schedule.ts';

export type When =
  | { readonly kind: 'draft' }
  | { readonly kind: 'now' }
  /** `slot` is the time that the queue would give now. */
  | { readonly kind: 'queue'; readonly profile: string; readonly slot: string | undefined }
  /** `words` as typed; `schedule` is the instant that they were shown to mean. */
  | { readonly kind: 'at'; readonly words: string; readonly zone: string; readonly schedule: Schedule };

export interface Draft {
  readonly accounts: readonly Account[];
  readonly text: string;
  /** Texts of single platforms, instead of the common one. */
  readonly own: Readonly<Record<string, string>>;
  /** Paths and addresses, as typed. */
  readonly media: readonly string[];
  readonly when: When;
}

export const EMPTY: Draft = { accounts: [], text: '', own: {}, media: [], when: { kind: 'draft' } };

export const platformsOf = ({ accounts }: Pick<Draft, 'accounts'>): readonly string[] => [
  ...new Set(accounts.map(({ platform }) => platform)),
];

export const textFor = ({ own, text }: Pick<Draft, 'own' | 'text'>, platform: string): string => own[platform] ?? text;

/** What an account is called: by its username where it has one. */
export const nameOf = ({ username, displayName, _id }: Account): string =>
  username === undefined ? (displayName ?? _id) : `@${username.replace(/^@/, '')}`;

/** Id of a profile, which an answer may show whole. */
export const profileIdOf = ({ profileId }: Account): string =>
  String(typeof profileId === 'object' && profileId !== null ? (profileId as { _id?: unknown })._id : profileId);

const NOTHING_SAID: Said = {
  text: undefined,
  contentFile: undefined,
  to: [],
  at: undefined,
  now: false,
  queue: undefined,
  draft: false,
  media: [],
  permanent: false,
  profile: undefined,
};

/** Accounts are chosen and not named, so that nothing is left to look up. */
export function wordsOf(draft: Draft): { readonly given: PostBody; readonly said: Said } {
  const { accounts, text, own, media, when } = draft;
  const platforms = accounts.map(({ platform, _id }) => ({
    platform,
    accountId: _id,
    ...(own[platform] !== undefined && { customContent: own[platform] }),
  }));
  const timed = timeOf(when);
  return {
    given: {
      ...(text !== '' && { content: text }),
      ...(platforms.length > 0 && { platforms }),
      ...timed.given,
    },
    said: { ...NOTHING_SAID, ...timed.said, media },
  };
}

/** The instant that was shown is the one that is sent: words such as `+2h` would mean a later one by now. */
function timeOf(when: When): { readonly given?: PostBody; readonly said?: Partial<Said> } {
  switch (when.kind) {
    case 'draft':
      return { said: { draft: true } };
    case 'now':
      return { said: { now: true } };
    case 'queue':
      return { said: { queue: 'default', profile: when.profile } };
    case 'at':
      return { given: { timezone: when.zone }, said: { at: when.schedule.instant } };
  }
}

/** The draft as a row that `posts import` takes, for keeping. */
export function rowOf({ accounts, text, own, media, when }: Draft): Readonly<Record<string, unknown>> {
  const hasOwn = Object.keys(own).length > 0;
  const targets = accounts.map(({ platform, _id }) => ({
    platform,
    accountId: _id,
    ...(own[platform] !== undefined && { customContent: own[platform] }),
  }));
  return {
    ...(text !== '' && { content: text }),
    ...(hasOwn
      ? { platforms: targets }
      : accounts.length > 0 && { to: accounts.map(({ platform, _id }) => `${platform}:${_id}`) }),
    ...(media.length > 0 && { media }),
    ...rowTime(when),
  };
}

function rowTime(when: When): Readonly<Record<string, unknown>> {
  switch (when.kind) {
    case 'draft':
      return { draft: true };
    case 'now':
      return { now: true };
    case 'queue':
      return { queue: true, profile: when.profile };
    case 'at':
      return { at: when.schedule.instant, timezone: when.zone };
  }
}
