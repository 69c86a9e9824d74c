/** Accounts as the API lists them. */
import { useResource } from './resource.ts';
import { pathOf } from './paths.ts';

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

export const useAccounts = () => useResource<{ accounts: readonly Account[] }>(pathOf('listAccounts'), ['account']);

export const titleOf = ({ displayName, username }: Account): string => displayName ?? username;
