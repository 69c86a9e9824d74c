/** A group chat, the people in it, and those who ask to join. */
import type { Reader, RecordOf } from '../../store/store.ts';

export const GROUP = 'whatsapp_group';
export const PARTICIPANT = 'whatsapp_group_participant';
export const JOIN_REQUEST = 'whatsapp_group_join_request';

export type GroupRecord = RecordOf<typeof GROUP>;
export type ParticipantRecord = RecordOf<typeof PARTICIPANT>;

export const participantsOf = (read: Reader, { teamId, id }: GroupRecord): Promise<ParticipantRecord[]> =>
  read.list(PARTICIPANT, { teamId, parentId: id });
