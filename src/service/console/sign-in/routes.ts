/** Where the page answers on which an application is let in. The page itself is loaded when somebody first opens it. */
import type { Bytes } from '../../../kernel/ids.ts';
import { OAUTH } from '../../areas/sign-in/paths.ts';
import type { RawRoute } from '../../exchange/raw.ts';
import type { SignInPage } from './page.ts';

/** @param random bytes that nobody can foresee */
export function signInPageRoutes(random: Bytes): RawRoute[] {
  let opened: Promise<SignInPage> | undefined;
  const page = (): Promise<SignInPage> =>
    (opened ??= import('./page.ts').then(({ openSignInPage }) => openSignInPage(random)));
  const path = OAUTH.authorize;
  return [
    { method: 'GET', path, handle: async (request, desk) => (await page()).show(request, desk) },
    { method: 'POST', path, handle: async (request, desk) => (await page()).decide(request, desk) },
  ];
}
