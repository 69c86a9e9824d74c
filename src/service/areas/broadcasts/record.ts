/** Broadcasts and their recipients as records. Next stop: recipients.ts and sending.ts. */
import { hexOf } from '../../networks/chance.ts';
import type { RecordOf } from '../../store/store.ts';

export const BROADCAST_KIND = 'broadcast';

export const RECIPIENT_KIND = 'broadcast_recipient';

export type BroadcastRecord = RecordOf<'broadcast'>;
export type RecipientRecord = RecordOf<'broadcast_recipient'>;

/** The id of a person among the recipients of a broadcast, who is there once. @param personId in the form that the platform has for it */
export const recipientId = (broadcastId: string, personId: string): string =>
  hexOf(`recipient ${broadcastId} ${personId}`, 24);

/** Broadcasts that have gone out, or will not. */
const OVER: readonly string[] = ['completed', 'cancelled', 'failed'];

export const isOver = ({ doc }: BroadcastRecord): boolean => OVER.includes(doc.status);

/** Whether messages went out already, or will not. */
export const isBegun = (broadcast: BroadcastRecord): boolean => isOver(broadcast) || broadcast.doc.status === 'sending';
