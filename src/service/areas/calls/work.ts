/** The due work of calls: one that rings too long, and a message that is over. */
import type { DueWork } from '../../desk.ts';
import { endMessage, MESSAGE } from './inbound/voicemail.ts';
import { endRinging, RINGING } from './ringing.ts';

export const work: Readonly<Record<string, DueWork>> = { [RINGING]: endRinging, [MESSAGE]: endMessage };
