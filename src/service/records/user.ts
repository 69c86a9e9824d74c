/** Users as records. The owner's role is the plan's, so that the control surface can change it. */
import type { Reader, StoredRecord } from '../store/store.ts';

export const USER_KIND = 'user';

export interface UserDoc extends Record<string, unknown> {
  readonly _id: string;
  readonly name: string;
  readonly email: string;
  readonly role: string;
  /** The one who founded the team. */
  readonly isRoot: boolean;
  /** Profile ids, or `all`. */
  readonly profileAccess: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** True for the user whose role is set with the plan. */
  readonly $isOwner?: boolean;
}

export type UserRecord = StoredRecord<UserDoc>;

export const userRecord = (teamId: string, doc: UserDoc): UserRecord => ({
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
  const record = await reader.get<UserDoc>(USER_KIND, id);
  return record?.teamId === teamId ? record : undefined;
}

export const userView = ({ doc }: UserRecord, plan: { readonly role: string }): Record<string, unknown> => {
  const { $isOwner, ...shown } = doc;
  return { ...shown, role: $isOwner === true ? plan.role : doc.role };
};
