/** The console: its door, its document and its files. The document is loaded when somebody first opens it. Hung in by addresses.ts. */
import { ASSETS, ENTER } from '../exchange/console-paths.ts';
import type { RawRoute } from '../exchange/raw.ts';
import type { Parts } from '../parts.ts';

export function consoleRoutes(parts: Parts, apiRoot: string): RawRoute[] {
  const load = () => import('./app-page.ts');
  return [
    {
      method: 'GET',
      path: '/',
      isLook: true,
      handle: async (request) => (await load()).openPage(request, parts, apiRoot),
    },
    { method: 'GET', path: ENTER, isLook: true, handle: async (request) => (await load()).enter(request, parts) },
    { method: 'GET', path: ASSETS, isLook: true, handle: async (request) => (await load()).assetReply(request, parts) },
  ];
}
