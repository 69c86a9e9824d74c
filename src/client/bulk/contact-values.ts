/** Gives imported contacts the values of their custom fields. Used by cli/bulk/contacts.ts. */
import type { Catalog } from '../../catalog/catalog.ts';
import { Failure } from '../../kernel/failure.ts';
import { type Fields, fieldsIn, isFields } from '../../kernel/json.ts';
import { pages, recordsOf, type Call } from '../paging.ts';
import { identityOf, type ContactRow } from './contact-rows.ts';

export interface ValueDesk {
  readonly catalog: Catalog;
  readonly call: Call;
}

interface Place {
  readonly profileId: string;
  readonly accountId: string | undefined;
}

const LARGEST_PAGE = 200;

/**
 * Sets each value that a contact does not have yet, so that a second run only reads.
 * @returns rows whose value was refused, with the reason
 */
export async function storeValues(
  contacts: readonly ContactRow[],
  { profileId, accountId }: Place,
  { catalog, call }: ValueDesk,
): Promise<readonly { readonly place: string; readonly message: string }[]> {
  const waiting = new Map(
    contacts.flatMap((one) => (Object.keys(one.values).length === 0 ? [] : [[one.identity, one]])),
  );
  const errors: { place: string; message: string }[] = [];
  const card = catalog.card('listContacts');
  const query = { profileId, limit: LARGEST_PAGE };
  const lists = accountId === undefined ? [query] : [{ ...query, accountId }, query];
  for (const list of lists) {
    if (waiting.size === 0) break;
    for await (const { body } of pages(card, { path: {}, query: list, headers: {} }, call))
      for (const found of fieldsIn(recordsOf(body, card)?.records ?? [])) {
        const contact = waiting.get(identityOf(found));
        if (contact === undefined) continue;
        waiting.delete(contact.identity);
        errors.push(...(await setValues(contact, found, { catalog, call })));
      }
  }
  return errors;
}

async function setValues({ row, values }: ContactRow, found: Fields, { catalog, call }: ValueDesk) {
  const current = isFields(found['customFields']) ? found['customFields'] : {};
  const errors: { place: string; message: string }[] = [];
  for (const [slug, value] of Object.entries(values).filter(([name, one]) => current[name] !== one)) {
    const path = { contactId: String(found['id']), slug };
    try {
      await call(catalog.card('setContactFieldValue'), { path, query: {}, headers: {}, body: { value } });
    } catch (error) {
      if (!(error instanceof Failure) || error.exit !== 'rejected') throw error;
      errors.push({ place: row.place, message: `${slug}: ${error.message}` });
    }
  }
  return errors;
}
