/** Where the page of an invitation answers. The page itself is loaded when somebody first opens it. Next stop: page.ts. */
import type { Bytes } from '../../../kernel/ids.ts';
import type { RawRoute } from '../../exchange/raw.ts';
import type { InvitePage } from './page.ts';

/** @param random bytes that nobody can foresee */
export function invitePageRoutes(random: Bytes): RawRoute[] {
  let opened: Promise<InvitePage> | undefined;
  const page = (): Promise<InvitePage> =>
    (opened ??= import('./page.ts').then(({ openInvitePage }) => openInvitePage(random)));
  const path = '/invite/:token';
  return [
    { method: 'GET', path, handle: async (request, desk) => (await page()).show(request, desk) },
    { method: 'POST', path, handle: async (request, desk) => (await page()).accept(request, desk) },
  ];
}
