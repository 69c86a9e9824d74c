/** The due work of automations: answers whose delay is over, and presses of the follow gate's button. */
import type { DueWork } from '../../desk.ts';
import { GATE } from './gate.ts';
import { COMMENT_REPLY, openGate, REPLY, sendCommentReply, sendReply } from './replies.ts';

export const work: Readonly<Record<string, DueWork>> = {
  [REPLY]: sendReply,
  [COMMENT_REPLY]: sendCommentReply,
  [GATE]: openGate,
};
