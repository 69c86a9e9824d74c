/** The page at `/`, loaded when somebody first opens it. Next stop: home.ts. */
import type { RawRoute } from '../exchange/raw.ts';

export const homeRoute = (version: string, apiRoot: string): RawRoute => ({
  method: 'GET',
  path: '/',
  handle: async ({ origin }) => (await import('./home.ts')).homePage(version, origin, apiRoot),
});
