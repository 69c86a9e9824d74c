/** The page at `/`, loaded when somebody first opens it. Next stop: console/home.ts. */
import type { RawRoute } from './raw.ts';

export const homeRoute = (version: string): RawRoute => ({
  method: 'GET',
  path: '/',
  handle: async ({ origin }) => (await import('../console/home.ts')).homePage(version, origin),
});
