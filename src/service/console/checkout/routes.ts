/** Where the page answers on which an order is paid. It is loaded when somebody first opens it. Next stop: page.ts. */
import type { Bytes } from '../../../kernel/ids.ts';
import { CHECKOUT_PAGE } from '../../areas/phone-numbers/paths.ts';
import type { RawRoute } from '../../exchange/raw.ts';
import type { CheckoutPage } from './page.ts';

/** @param random bytes that nobody can foresee */
export function checkoutPageRoutes(random: Bytes): RawRoute[] {
  let opened: Promise<CheckoutPage> | undefined;
  const page = (): Promise<CheckoutPage> =>
    (opened ??= import('./page.ts').then(({ openCheckoutPage }) => openCheckoutPage(random)));
  const path = `${CHECKOUT_PAGE}/:id`;
  return [
    { method: 'GET', path, handle: async (request, desk) => (await page()).show(request, desk) },
    { method: 'POST', path, handle: async (request, desk) => (await page()).pay(request, desk) },
  ];
}
