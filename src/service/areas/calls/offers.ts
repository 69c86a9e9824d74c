/** What other areas may ask of calls: whether a number takes calls on WhatsApp. */
import type { Reader, StoredRecord } from '../../store/store.ts';

export const CALLING_KIND = 'whatsapp_calling';

/** Whether WhatsApp calls are turned on below the number. */
export async function isCalledOnWhatsApp(read: Reader, { id, teamId }: StoredRecord): Promise<boolean> {
  const settings = await read.list(CALLING_KIND, { teamId, parentId: id });
  return settings.some(({ doc }) => doc.callingEnabled === true);
}
