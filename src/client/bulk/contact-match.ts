/** Finds the contacts of a file among those of the profile. Asked before rows with an unknown outcome are sent again, and for custom fields. */
import type { Catalog } from '../../catalog/catalog.ts';
import { fieldsIn, type Fields } from '../../kernel/json.ts';
import { pages, recordsOf, type Call } from '../paging.ts';
import { identifierOf, personOf, type ContactRow } from './contact-rows.ts';

export interface ContactDesk {
  readonly catalog: Catalog;
  call: Call;
}

/** Where the contacts of an import belong. */
export interface ContactPlace {
  readonly profileId: string;
  /** Account that reaches them. */
  readonly account?: { readonly accountId: string; readonly platform: string };
}

const LARGEST_PAGE = 200;

/** Each row with its contact, as the list shows it, page by page; rows whose contact does not exist are absent. */
export async function* matchingContacts<R extends Pick<ContactRow, 'identity'>>(
  rows: readonly R[],
  { profileId, account }: ContactPlace,
  { catalog, call }: ContactDesk,
): AsyncGenerator<readonly (readonly [row: R, contact: Fields])[]> {
  const waiting = new Map(rows.map((row) => [row.identity, row]));
  const takeRow = (identity: string | undefined): R | undefined => {
    const row = identity === undefined ? undefined : waiting.get(identity);
    waiting.delete(row?.identity ?? '');
    return row;
  };
  const card = catalog.card('listContacts');
  const query = { profileId, limit: LARGEST_PAGE };
  const own = account === undefined ? [] : [{ list: { ...query, accountId: account.accountId }, reach: account }];
  for (const { list, reach } of [...own, { list: query, reach: undefined }]) {
    if (waiting.size === 0) return;
    for await (const { body } of pages(card, { path: {}, query: list, headers: {} }, call)) {
      yield fieldsIn(recordsOf(body, card)?.records ?? []).flatMap((contact) => {
        const row = takeRow(reach && identifierOf(contact, reach.platform)) ?? takeRow(personOf(contact));
        return row === undefined ? [] : [[row, contact] as const];
      });
      if (waiting.size === 0) return;
    }
  }
}
