/** What other areas may ask of calls: the settings of WhatsApp calls, by number and by account. */
import type { AccountRecord } from '../../records/account.ts';
import type { Reader, RecordOf, StoredRecord } from '../../store/store.ts';

export const CALLING_KIND = 'whatsapp_calling';

type CallingRecord = RecordOf<typeof CALLING_KIND>;

/** Whether WhatsApp calls are turned on below the number. */
export async function isCalledOnWhatsApp(read: Reader, { id, teamId }: StoredRecord): Promise<boolean> {
  const settings = await read.list(CALLING_KIND, { teamId, parentId: id });
  return settings.some(({ doc }) => doc.callingEnabled === true);
}

/** The settings that were made with the account; undefined where there are none. */
export async function callingOf(
  read: Reader,
  { id, teamId }: Pick<AccountRecord, 'id' | 'teamId'>,
): Promise<CallingRecord | undefined> {
  const settings = await read.list(CALLING_KIND, { teamId });
  return settings.find(({ doc }) => doc.accountId === id);
}
