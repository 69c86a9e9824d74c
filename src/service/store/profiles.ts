/** Rows of some profiles, and those of none: what a key of some profiles reaches. Used by records.ts and contact-tags.ts. */
import { expressionBuilder, type ExpressionWrapper, type SqlBool } from 'kysely';
import { place, type Values } from './statement.ts';

const profileName = (index: number): string => `profile${String(index)}`;

export function ofProfiles(profileIds: readonly string[]): ExpressionWrapper<Owned, 'owned', SqlBool> {
  const eb = expressionBuilder<Owned, 'owned'>();
  const these = profileIds.map((_, index) => eb('profile_id', '=', place<string>(profileName(index))));
  return eb.or([eb('profile_id', 'is', null), ...these]);
}

interface Owned {
  readonly owned: { readonly profile_id: string | null };
}

export const profileValues = (profileIds: readonly string[]): Values =>
  Object.fromEntries(profileIds.map((id, index) => [profileName(index), id]));
