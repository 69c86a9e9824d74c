/** An account as the API shows it. */

export interface Account {
  readonly _id: string;
  readonly platform: string;
  readonly username: string;
  readonly displayName?: string;
  readonly isActive: boolean;
  readonly needsReconnection: boolean;
  readonly profileId: string;
  readonly profileUrl?: string | null;
}

export const titleOf = ({ displayName, username }: Account): string => displayName ?? username;
