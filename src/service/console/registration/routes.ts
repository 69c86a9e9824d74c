/** Where the page answers on which a customer provides the legal details for texting. It is loaded when somebody first opens it. Next stop: page.ts. */
import type { Bytes } from '../../../kernel/ids.ts';
import { REGISTER_PAGE } from '../../areas/sms/paths.ts';
import type { RawRoute } from '../../exchange/raw.ts';
import type { RegistrationPage } from './page.ts';

/** @param random bytes that nobody can foresee */
export function registrationPageRoutes(random: Bytes): RawRoute[] {
  let opened: Promise<RegistrationPage> | undefined;
  const page = (): Promise<RegistrationPage> =>
    (opened ??= import('./page.ts').then(({ openRegistrationPage }) => openRegistrationPage(random)));
  const path = `${REGISTER_PAGE}/:token`;
  return [
    { method: 'GET', path, handle: async (request, desk) => (await page()).show(request, desk) },
    { method: 'POST', path, handle: async (request, desk) => (await page()).submit(request, desk) },
  ];
}
