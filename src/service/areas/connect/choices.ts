/** What the simulated network offers after a sign-in, and what becomes of the account for which one of it is chosen. Used by accounts.ts, settle.ts and the page. */
import { type Fields, textOf, valueAt } from '../../../kernel/json.ts';
import type { Selection } from '../../../platforms/traits.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Desk } from '../../desk.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { StoredRecord } from '../../store/store.ts';

export interface Choice {
  /** Id on the network. */
  readonly id: string;
  readonly row: Fields;
  readonly username?: string;
  readonly displayName?: string;
  /** Type of the account. */
  readonly kind?: string;
}

/** All that a sign-in on the platform leads to a choice of, in the network's order. */
export function choicesOf({ catalog }: Pick<Desk, 'catalog'>, platform: string): readonly Choice[] {
  const selection = traitsOf(platform).connection?.selection;
  return selection === undefined
    ? []
    : (catalog.fixtures()[selection.of] ?? []).map((row) => choiceFrom(row, selection));
}

/** The choice with the id, or with the name that its account would have. */
export const choiceUnder = (desk: Pick<Desk, 'catalog'>, platform: string, word: string): Choice | undefined =>
  choicesOf(desk, platform).find(({ id, username }) => id === word || username === word.replace(/^@/, ''));

function choiceFrom(row: Fields, { username, displayName, accountType }: Selection): Choice {
  const names = { username: textAt(row, username), displayName: textAt(row, displayName), kind: accountType };
  const known = Object.fromEntries(Object.entries(names).filter(([, name]) => name !== undefined));
  return { id: String(row['id']), row, ...known };
}

const textAt = (row: Fields, dotted: string | undefined): string | undefined =>
  dotted === undefined ? undefined : textOf(valueAt(row, dotted));

/** Records that remember the choice, beside the account or in its place. */
export function recordsOfChoice(platform: string, { row }: Choice, account: AccountRecord): readonly StoredRecord[] {
  const kind = traitsOf(platform).connection?.selection?.of ?? '';
  return KEPT[kind]?.(account, row) ?? [];
}

/** By kind of the row that was chosen. */
const KEPT: Readonly<Record<string, (account: AccountRecord, row: Fields) => readonly StoredRecord[]>> = {
  discord_channel: (account, { id }) => [
    selectionOf(account, 'discord_settings', { channelId: id, webhookUsername: null, webhookAvatarUrl: null }),
  ],
  facebook_page: (account, { id }) => [selectionOf(account, 'facebook_page_selection', { selectedPageId: id })],
  google_business_location: (account, { id }) => [
    selectionOf(account, 'google_business_location_selection', { selectedLocationId: id }),
  ],
  pinterest_board: (account, { id, name }) => [withMetadata(account, { defaultBoardId: id, defaultBoardName: name })],
  whatsapp_phone_number: (account, { id, wabaId }) => [withMetadata(account, { wabaId, phoneNumberId: id })],
};

const selectionOf = (
  { id, teamId, profileId, createdAt }: AccountRecord,
  kind: string,
  chosen: Fields,
): StoredRecord => ({
  kind,
  id: keyOfSingle(id),
  teamId,
  profileId,
  parentId: id,
  createdAt,
  doc: { accountId: id, ...chosen },
});

const withMetadata = (account: AccountRecord, metadata: Fields): AccountRecord => ({
  ...account,
  doc: { ...account.doc, metadata: { ...account.doc.metadata, ...metadata } },
});
