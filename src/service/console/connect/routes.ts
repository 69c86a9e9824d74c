/** Where the connect page answers. The page itself is loaded when somebody first opens it. Next stop: page.ts. */
import type { Bytes } from '../../../kernel/ids.ts';
import { CONNECT_PAGE } from '../../areas/connect/session.ts';
import type { RawRoute } from '../../exchange/raw.ts';
import type { ConnectPage } from './page.ts';

/** @param random bytes that nobody can foresee */
export function connectPageRoutes(random: Bytes): RawRoute[] {
  let opened: Promise<ConnectPage> | undefined;
  const page = (): Promise<ConnectPage> =>
    (opened ??= import('./page.ts').then(({ openConnectPage }) => openConnectPage(random)));
  const path = `${CONNECT_PAGE}/:state`;
  return [
    { method: 'GET', path, handle: async (request, desk) => (await page()).show(request, desk) },
    { method: 'POST', path, handle: async (request, desk) => (await page()).decide(request, desk) },
  ];
}
