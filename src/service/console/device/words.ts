/** What the login page says of a login, its owner and its limits. Pure; filled into markup by views. */
import { MINUTE_MS } from '../../../kernel/time.ts';
import type { KeyLimits } from '../../areas/api-keys/offers.ts';

export interface Choices {
  /** Groups of the contract, name to title. */
  readonly groups: Readonly<Record<string, string>>;
  readonly profiles: readonly { readonly id: string; readonly name: string }[];
}

/** One line on what a key with these limits may do. */
export function limitsInWords(limits: KeyLimits, { groups, profiles }: Choices): string {
  const { permission, disabledGroups, scope, profileIds, expiresInDays } = limits;
  const held = Object.keys(groups).filter((group) => !disabledGroups.includes(group));
  const titles = held.map((group) => (groups[group] ?? group).toLowerCase());
  const names = profiles.filter(({ id }) => profileIds.includes(id)).map(({ name }) => name);
  const parts = [
    permission === 'read' ? 'The key only reads' : 'The key reads and changes',
    disabledGroups.length === 0 ? 'everything' : titles.join(', '),
    scope === 'full' ? 'in every profile' : `in ${names.join(', ')},`,
    expiresInDays === undefined ? 'until it is revoked' : `for ${days(expiresInDays)}`,
  ];
  return `${parts.join(' ')}.`;
}

export const days = (count: number): string => (count === 1 ? '1 day' : `${String(count)} days`);

/** `10:40 UTC, in 9 minutes`. */
export function timeLeft(until: number, now: number): string {
  const minutes = Math.max(1, Math.round((until - now) / MINUTE_MS));
  const clock = new Date(until).toISOString().slice(11, 16);
  return `${clock} UTC, in ${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
