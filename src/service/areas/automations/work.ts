/** The due work of automations: an answer whose delay is over. */
import type { DueWork } from '../../desk.ts';
import { REPLY, sendReply } from './replies.ts';

export const work: Readonly<Record<string, DueWork>> = { [REPLY]: sendReply };
