/** The domain of a shop, as a caller may write it. Used by begin.ts and accounts.ts. */
import { refuse } from '../../refuse.ts';

const SHOP_DOMAIN = '.myshopify.com';

/** Undefined for what is neither a domain of a shop nor its first part. Source: ACC-30, ACC-31 */
export function shopDomain(text: string): string | undefined {
  const shop = text.trim().toLowerCase();
  const prefix = shop.endsWith(SHOP_DOMAIN) ? shop.slice(0, -SHOP_DOMAIN.length) : shop;
  return /^[a-z0-9][a-z0-9-]{0,59}$/.test(prefix) ? `${prefix}${SHOP_DOMAIN}` : undefined;
}

export const notAShop = refuse('invalid_field_value', {
  param: 'shop',
  message: `\`shop\` is the domain of a store, such as acme${SHOP_DOMAIN}, or the part before the first dot.`,
});
