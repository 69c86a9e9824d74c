/** Profiles as records, and who reaches what. Every area that reads by profile asks here. */
import { textOf } from '../../kernel/json.ts';
import type { Caller } from '../call.ts';
import type { Post } from '../store/post.ts';
import type { DocOf, Reader, RecordOf, StoredRecord } from '../store/store.ts';

export const PROFILE_KIND = 'profile';

/** A profile as the API returns it, without `isOverLimit`, which depends on the plan of the moment. */
export type ProfileDoc = DocOf<typeof PROFILE_KIND>;

export type ProfileRecord = RecordOf<typeof PROFILE_KIND>;

/** Whether the caller's key reaches a record of the team: a restricted key reaches its profiles only. Source: AUTH-12 */
export const reaches = (
  caller: Pick<Caller, 'teamId' | 'profileIds'>,
  record: Pick<StoredRecord, 'teamId' | 'profileId'>,
): boolean =>
  record.teamId === caller.teamId &&
  (caller.profileIds === null || (record.profileId !== null && caller.profileIds.includes(record.profileId)));

/** What a record says of the profile that it belongs to, where its column does not. */
interface OfProfile {
  readonly profileId?: unknown;
}

/** The profile that a record of any kind belongs to. */
export const profileIdOf = ({ profileId, doc }: StoredRecord<OfProfile>): string | null =>
  profileId ?? textOf(doc.profileId) ?? null;

/** A key limited to profiles reaches posts with a target there, and its user's posts without targets. Source: AUTH-12 */
export const reachesPost = ({ teamId, userId, profileIds }: Caller, post: Post): boolean =>
  post.teamId === teamId &&
  (profileIds === null ||
    post.targets.some((target) => profileIds.includes(target.profileId)) ||
    (post.targets.length === 0 && post.userId === userId));

/** The record of a profile. It belongs to itself, so that keys limited to profiles reach it like any other record. */
export const profileRecord = (teamId: string, doc: ProfileDoc): ProfileRecord => ({
  kind: PROFILE_KIND,
  id: doc._id,
  teamId,
  profileId: doc._id,
  parentId: null,
  createdAt: Date.parse(doc.createdAt),
  doc,
});

/** All profiles of a team, oldest first. */
export const profilesOf = (reader: Reader, teamId: string): Promise<ProfileRecord[]> =>
  reader.list(PROFILE_KIND, { teamId });

/** The profile, or undefined when it is unknown or out of the caller's reach. */
export async function profileFor(reader: Reader, caller: Caller, id: string): Promise<ProfileRecord | undefined> {
  const record = await reader.get(PROFILE_KIND, id);
  return record !== undefined && reaches(caller, record) ? record : undefined;
}

/** Where things go that name no profile. */
export async function defaultProfile(reader: Reader, teamId: string): Promise<ProfileRecord | undefined> {
  const profiles = await profilesOf(reader, teamId);
  return profiles.find(({ doc }) => doc.isDefault) ?? profiles[0];
}

/**
 * Ids of the profiles beyond the plan's cap: the newest ones.
 * @param cap null for no cap
 * Source: ASM-24, control surface
 */
export async function overLimit(reader: Reader, teamId: string, cap: number | null): Promise<ReadonlySet<string>> {
  if (cap === null) return new Set();
  return new Set((await profilesOf(reader, teamId)).slice(cap).map(({ id }) => id));
}
