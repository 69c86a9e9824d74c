/** Where the login page answers. The page itself is loaded when somebody first opens it. Next stop: page.ts. */
import type { Bytes } from '../../../kernel/ids.ts';
import type { RawRoute } from '../../exchange/raw.ts';
import type { LoginPage } from './page.ts';
import { DECISION_PAGE, LOGIN_PAGE } from '../../areas/auth/paths.ts';

/** @param random bytes that nobody can foresee */
export function loginPageRoutes(random: Bytes): RawRoute[] {
  let opened: Promise<LoginPage> | undefined;
  const page = (): Promise<LoginPage> =>
    (opened ??= import('./page.ts').then(({ openLoginPage }) => openLoginPage(random)));
  return [
    { method: 'GET', path: LOGIN_PAGE, handle: async (request, desk) => (await page()).show(request, desk) },
    { method: 'POST', path: LOGIN_PAGE, handle: async (request, desk) => (await page()).enter(request, desk) },
    { method: 'GET', path: DECISION_PAGE, handle: async (request, desk) => (await page()).see(request, desk) },
    { method: 'POST', path: DECISION_PAGE, handle: async (request, desk) => (await page()).settle(request, desk) },
  ];
}
