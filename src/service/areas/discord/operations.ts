/** Operations of Discord servers: settings and scheduled events. */
import type { Handler } from '../../desk.ts';
import { handlers as scheduledEvents } from './scheduled-events.ts';
import { handlers as settings } from './settings.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...scheduledEvents,
  ...settings,
};
