/** Operations of Discord servers: settings, messages, pins, threads, direct messages, scheduled events, members and roles. */
import type { Handler } from '../../desk.ts';
import { handlers as dms } from './dms.ts';
import { handlers as members } from './members.ts';
import { handlers as messages } from './messages.ts';
import { handlers as pins } from './pins.ts';
import { handlers as roles } from './roles.ts';
import { handlers as scheduledEvents } from './scheduled-events.ts';
import { handlers as settings } from './settings.ts';
import { handlers as threads } from './threads.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...dms,
  ...members,
  ...messages,
  ...pins,
  ...roles,
  ...scheduledEvents,
  ...settings,
  ...threads,
};
