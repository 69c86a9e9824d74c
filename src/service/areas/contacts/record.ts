/** Contacts, the channels on which they are reached, and their custom fields, as records. Next stop: channels.ts and offers.ts. */
import { hexOf } from '../../networks/chance.ts';
import type { RecordOf } from '../../store/store.ts';

export const CONTACT = 'contact';
export const CHANNEL = 'contact_channel';
export const FIELD = 'contact_field';
export const FIELD_VALUE = 'contact_field_value';

export type ContactRecord = RecordOf<'contact'>;
export type ChannelRecord = RecordOf<'contact_channel'>;
export type FieldRecord = RecordOf<'contact_field'>;

/** The id of the one channel on which an account reaches a person. @param personId in the form that the platform has for it */
export const channelId = (accountId: string, personId: string): string => hexOf(`channel ${accountId} ${personId}`, 24);

/** Key of the value that a contact has in a field. */
export const fieldValueId = (contactId: string, slug: string): string => `${contactId}/${slug}`;
