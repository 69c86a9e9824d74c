/** Users as records. The owner's role is the plan's, so that the control surface can change it. */
import type { DocOf, Reader, RecordOf } from '../store/store.ts';

export const USER_KIND = 'user';

export type UserRecord = RecordOf<'user'>;

export const userRecord = (teamId: string, doc: DocOf<'user'>): UserRecord => ({
  kind: USER_KIND,
  id: doc._id,
  teamId,
  profileId: null,
  parentId: null,
  createdAt: Date.parse(doc.createdAt),
  doc,
});

/** The user of a team, or undefined. */
export async function userOf(reader: Reader, teamId: string, id: string): Promise<UserRecord | undefined> {
  const record = await reader.get(USER_KIND, id);
  return record?.teamId === teamId ? record : undefined;
}

/** The role of the user who founded the team is set with the plan. */
export const roleOf = ({ doc }: UserRecord, plan: { readonly role: string }): string =>
  doc.isRoot ? plan.role : doc.role;

export const userView = (user: UserRecord, plan: { readonly role: string }): DocOf<'user'> => ({
  ...user.doc,
  role: roleOf(user, plan),
});
