/** What a new key may do and for how long: read from a request, judged, and made into a record. Used by operations.ts and areas/auth. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import type { Caller, Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk } from '../../desk.ts';
import { KEY_KIND, type KeyDoc, type KeyRecord } from '../../records/keys.ts';
import type { Reader } from '../../store/store.ts';
import { profileFor } from '../../records/profile.ts';

export interface KeyLimits {
  readonly scope: KeyDoc['scope'];
  /** Ids; none with the scope `full`. */
  readonly profileIds: readonly string[];
  readonly permission: KeyDoc['permission'];
  readonly disabledGroups: readonly string[];
  /** Without it the key does not expire. */
  readonly expiresInDays?: number;
}

/** A key without limits. */
export const UNLIMITED: KeyLimits = { scope: 'full', profileIds: [], permission: 'read-write', disabledGroups: [] };

/** The limits in the words of `createApiKey`. */
export const limitsIn = (body: Readonly<Record<string, unknown>>): KeyLimits => ({
  scope: body['scope'] === 'profiles' ? 'profiles' : 'full',
  profileIds: [...new Set((body['profileIds'] as string[] | undefined) ?? [])],
  permission: body['permission'] === 'read' ? 'read' : 'read-write',
  disabledGroups: [...new Set((body['disabledResourceGroups'] as string[] | undefined) ?? [])],
  ...(typeof body['expiresIn'] === 'number' ? { expiresInDays: body['expiresIn'] } : {}),
});

/** Ten years; a key meant to last longer does not expire. */
const LONGEST_DAYS = 3_650;

/** The refusal of limits that no key may have, or undefined. @param now ms */
export async function limitsProblem(
  reader: Reader,
  caller: Caller,
  { limits, now }: { readonly limits: KeyLimits; readonly now: number },
): Promise<Reply | undefined> {
  const { expiresInDays, scope, profileIds } = limits;
  if (expiresInDays !== undefined && !(expiresInDays >= 1 && expiresInDays <= LONGEST_DAYS)) {
    return refuse('invalid_field_value', {
      param: 'expiresIn',
      message: `\`expiresIn\` is 1 to ${LONGEST_DAYS} days.`,
    });
  }
  if (scope === 'profiles' && profileIds.length === 0) return refuse('missing_required_field', { param: 'profileIds' });
  if (scope === 'full' && profileIds.length > 0) {
    return refuse('invalid_field_value', { param: 'scope', message: '`profileIds` belongs to the scope `profiles`.' });
  }
  for (const id of profileIds) {
    if ((await profileFor(reader, caller, id)) === undefined) {
      return refuse('profile_not_found', { param: 'profileIds', details: { profileId: id } });
    }
  }
  return reachProblem(caller, limits) ?? outliving(await reader.get(KEY_KIND, caller.keyId), limits, now);
}

/** A key that ends makes no key that lives longer. Source: AUTH-08 */
function outliving(own: KeyRecord | undefined, { expiresInDays }: KeyLimits, now: number): Reply | undefined {
  const end = own?.doc.expiresAt;
  if (end === undefined || (expiresInDays !== undefined && now + expiresInDays * DAY_MS <= Date.parse(end)))
    return undefined;
  const message = `This key expires at ${end} and cannot create a key that lives longer.`;
  return refuse('insufficient_permissions', { param: 'expiresIn', message });
}

/** A restricted key makes no key that reaches further than itself. Source: AUTH-09, AUTH-12 */
function reachProblem(caller: Caller, { scope, disabledGroups }: KeyLimits): Reply | undefined {
  const wider = caller.profileIds !== null && scope === 'full';
  const missing = caller.disabledGroups.find((group) => !disabledGroups.includes(group));
  if (!wider && missing === undefined) return undefined;
  return refuse('insufficient_permissions', {
    message: 'A restricted key cannot create a key with more access than its own.',
    ...(missing === undefined ? {} : { more: { required_group: missing } }),
  });
}

/** A key of a user, not yet kept, without its secret. */
export function keyDoc(
  { clock, ids }: Pick<Desk, 'clock' | 'ids'>,
  limits: KeyLimits,
  words: { readonly name: string; readonly userId: string },
): Omit<KeyDoc, 'keyPreview'> {
  const now = clock.now();
  const { expiresInDays } = limits;
  return {
    id: ids.record(),
    name: words.name,
    ...(expiresInDays === undefined ? {} : { expiresAt: instantOf(now + expiresInDays * DAY_MS) }),
    createdAt: instantOf(now),
    scope: limits.scope,
    profileIds: limits.profileIds,
    permission: limits.permission,
    disabledResourceGroups: limits.disabledGroups,
    userId: words.userId,
  };
}
