/** What other areas may ask of calls: the settings of WhatsApp calls, by number and by account, and calls that workflows place. */
import type { AccountRecord } from '../../records/account.ts';
import type { Reader, RecordOf, StoredRecord } from '../../store/store.ts';
import type { CallScene, PlacedCall, Placing } from './workflow-calls.ts';

export type { Placing };

export const CALLING_KIND = 'whatsapp_calling';

type CallingRecord = RecordOf<typeof CALLING_KIND>;

/** Whether WhatsApp calls are turned on below the number. */
export async function isCalledOnWhatsApp(read: Reader, { id, teamId }: StoredRecord): Promise<boolean> {
  const settings = await read.list(CALLING_KIND, { teamId, parentId: id });
  return settings.some(({ doc }) => doc.callingEnabled === true);
}

/** The settings that were made with the account; undefined when the account has none. */
export async function callingOf(
  read: Reader,
  { id, teamId }: Pick<AccountRecord, 'id' | 'teamId'>,
): Promise<CallingRecord | undefined> {
  const settings = await read.list(CALLING_KIND, { teamId });
  return settings.find(({ doc }) => doc.accountId === id);
}

/** A call that goes out without a caller of the API, with its refusal where it does not. */
export const placeCall = async (scene: CallScene, placing: Placing): Promise<PlacedCall> =>
  (await import('./workflow-calls.ts')).placeCall(scene, placing);

/** Whose phone such a call would go out from, for the carrier to be asked; undefined where there is no such phone. */
export const callingAccount = async (read: Reader, placing: Placing): Promise<AccountRecord | undefined> =>
  (await import('./workflow-calls.ts')).callingAccount(read, placing);
