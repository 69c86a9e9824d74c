/** Webhooks: the settings of endpoints, the log, test and redelivery, and the changelog. Sending is delivery/'s work. */
import type { Handler } from '../../desk.ts';
import { handlers as changelog } from './changelog.ts';
import { handlers as logs } from './logs.ts';
import { handlers as once } from './once.ts';
import { handlers as settings } from './settings.ts';

export const handlers: Record<string, Handler> = { ...settings, ...logs, ...once, ...changelog };
