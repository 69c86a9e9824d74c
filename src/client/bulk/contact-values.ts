/** Gives imported contacts the values of their custom fields. Used by cli/bulk/contacts.ts. */
import { Failure } from '../../kernel/failure.ts';
import { isFields, type Fields } from '../../kernel/json.ts';
import { matchingContacts, type ContactDesk, type ContactPlace } from './contact-match.ts';
import type { ContactRow } from './contact-rows.ts';
import type { RowError } from './contact-send.ts';

/**
 * Sets each value that a contact does not have yet, so that a second run only reads.
 * @returns rows whose value was refused, with the reason
 */
export async function storeValues(
  contacts: readonly ContactRow[],
  place: ContactPlace,
  desk: ContactDesk,
): Promise<readonly RowError[]> {
  const waiting = contacts.filter(({ values }) => Object.keys(values).length > 0);
  const errors: RowError[] = [];
  for await (const found of matchingContacts(waiting, place, desk))
    for (const [contact, record] of found) errors.push(...(await setValues(contact, record, desk)));
  return errors;
}

async function setValues({ row, values }: ContactRow, found: Fields, { catalog, call }: ContactDesk) {
  const current = isFields(found['customFields']) ? found['customFields'] : {};
  const errors: RowError[] = [];
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
