/** `POST /_local/console`: an address that opens the console in a browser, once. `svc local open` asks for it. */
import { CONSOLE_PANELS } from '../../kernel/console.ts';
import { enterPath } from '../exchange/console-paths.ts';
import type { ControlRoute } from './route.ts';

export const consoleRoutes: readonly ControlRoute[] = [
  {
    method: 'POST',
    path: '/_local/console',
    body: { type: 'object', properties: { panel: { type: 'string', enum: CONSOLE_PANELS } } },
    answer: async ({ body, origin }, { sessions }) => ({
      status: 201,
      body: { url: `${origin}${enterPath(sessions.issue(), body['panel'] as string | undefined)}` },
    }),
  },
];
