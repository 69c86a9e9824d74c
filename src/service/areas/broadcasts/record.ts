/** Broadcasts and their recipients as records. Next stop: operations.ts and recipients.ts. */
import type { RecordOf } from '../../store/store.ts';

export const BROADCAST_KIND = 'broadcast';

export const RECIPIENT_KIND = 'broadcast_recipient';

export type BroadcastRecord = RecordOf<'broadcast'>;
export type RecipientRecord = RecordOf<'broadcast_recipient'>;

/** Broadcasts that have gone out, or will not. */
const OVER: readonly string[] = ['sending', 'completed', 'cancelled', 'failed'];

export const isOver = ({ doc }: BroadcastRecord): boolean => OVER.includes(doc.status);
