/** Events of contacts: tags come and go, fields change. Source: EVT-124, AUT-04 */
import { profileEvent } from '../../causes/cause.ts';
import type { NewEvent, RecordOf } from '../../store/store.ts';

type ContactRecord = RecordOf<'contact'>;

const contactBlock = ({ id, profileId, doc }: ContactRecord) => ({
  id,
  ...(doc.name !== undefined && { name: doc.name }),
  ...(profileId !== null && { profileId }),
});

/** One event a tag. */
export function tagEvents(before: ContactRecord | undefined, after: ContactRecord): readonly NewEvent[] {
  const [had, has] = [before?.doc.tags ?? [], after.doc.tags];
  const eventFor = (type: 'contact.tag_added' | 'contact.tag_removed', tag: string): NewEvent =>
    profileEvent(type, after, { contact: contactBlock(after), tag });
  const added = has.filter((tag) => !had.includes(tag)).map((tag) => eventFor('contact.tag_added', tag));
  const removed = had.filter((tag) => !has.includes(tag)).map((tag) => eventFor('contact.tag_removed', tag));
  return [...added, ...removed];
}

interface FieldChange {
  readonly slug: string;
  readonly value: unknown;
  readonly previousValue: unknown;
}

export const fieldEvent = (contact: ContactRecord, field: FieldChange): NewEvent =>
  profileEvent('contact.field_changed', contact, { contact: contactBlock(contact), field });
