/** Conversations and messages as the API answers them. */

export interface Conversation {
  readonly id: string;
  readonly platform: string;
  readonly accountId: string;
  /** Absent of a group. */
  readonly participantId?: string;
  readonly participantName?: string | null;
  readonly lastMessage?: string | null;
  readonly updatedTime: string;
  readonly unreadCount: number;
}

export interface Message {
  readonly id: string;
  readonly message?: string | null;
  readonly direction: 'incoming' | 'outgoing';
  readonly createdAt: string;
  readonly isDeleted?: boolean;
  readonly isEdited?: boolean;
  readonly deliveryStatus?: string | null;
  readonly attachments: readonly { readonly type?: string; readonly url?: string }[];
  readonly reactions: readonly { readonly emoji?: string }[];
}

/** Between a conversation and its account in the address of one that may not be listed. */
export const PLACE_MARK = '@';

export type Placed = Pick<Conversation, 'id' | 'accountId'>;

/** What the inbox opens it by, wherever in the list it is. */
export const placeOf = ({ id, accountId }: Placed): string => `${id}${PLACE_MARK}${accountId}`;
