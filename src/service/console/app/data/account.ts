/** Accounts as the API lists them. */
import type { Account } from './account-record.ts';
import { useResource } from './resource.ts';
import { pathOf } from './paths.ts';

export const useAccounts = () => useResource<{ accounts: readonly Account[] }>(pathOf('listAccounts'), ['account']);
