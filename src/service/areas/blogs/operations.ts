/** Blogs, articles and products of shops and blog sites: what a platform lacks is refused here, the rest is declared. Articles in articles.ts. */
import { slugOf } from '../../../kernel/slug.ts';
import { platformLabel } from '../../../platforms/labels.ts';
import type { Call, Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { accountFor, networkAccount, type AccountRecord } from '../../records/account.ts';
import { engine, engineWith } from '../../engine/engine.ts';
import { checked, checkedBefore, type Check } from '../../engine/checked.ts';
import { release } from './articles.ts';
import { OLDER_SHOP } from './offers.ts';
import { priceVariants } from './products.ts';

type AccountCheck = (account: AccountRecord, call: Call, desk: Desk) => Promise<Reply | undefined> | Reply | undefined;

/** A check of the account in the path, which is known to have blogs. Source: BLG-07, ASM-35 */
const onSite =
  (...checks: readonly AccountCheck[]): Check =>
  async (call, desk) => {
    const account = await accountFor(desk.store.read, call.caller, call.path['accountId'] ?? '');
    if (account === undefined) return refuse('account_not_found', { param: 'accountId' });
    if (traitsOf(account.doc.platform).site === undefined)
      return refuse('platform_not_supported', { message: `${platformLabel(account.doc.platform)} has no blogs.` });
    for (const check of checks) {
      const refusal = await check(account, call, desk);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };

const isShop = (platform: string): boolean => traitsOf(platform).site === 'shop';

/** Source: BLG-06 */
const numericBlog: AccountCheck = ({ doc }, { path }) =>
  isShop(doc.platform) && path['blogId'] !== undefined && !/^\d+$/.test(path['blogId'])
    ? refuse('invalid_field_value', { param: 'blogId', message: 'A shop blog has a numeric id.' })
    : undefined;

/** Source: BLG-08 */
const shopOnly: AccountCheck = ({ doc }) =>
  isShop(doc.platform)
    ? undefined
    : refuse('platform_not_supported', {
        status: 405,
        message: `${platformLabel(doc.platform)} does not support this.`,
      });

/** A store that lets us reach its products. Source: BLG-09 */
const productAccess: AccountCheck = async (account, _call, desk) => {
  const isOlder = account.doc.variant === OLDER_SHOP;
  const { platform } = account.doc;
  const answer = isOlder ? undefined : await desk.networks.driver(platform).ask(networkAccount(account), 'read');
  if (answer !== undefined && answer.outcome !== 'rejected') return undefined;
  return refuse('insufficient_permissions', {
    message: 'The store does not grant access to its products. Reconnect it.',
  });
};

/** The address of a blog follows from its title where none was sent. */
const createBlog: Handler = (call, desk) =>
  engine({ ...call, body: { handle: slugOf(String(call.body['title'])), ...call.body } }, desk);

const blog = onSite(numericBlog);
const furtherBlogs = onSite(shopOnly, numericBlog);
const products = onSite(shopOnly, productAccess);

export const handlers: Record<string, Handler> = {
  listBlogs: checked(onSite()),
  getBlog: checked(blog),
  createBlog: checkedBefore(createBlog, furtherBlogs),
  updateBlog: checked(furtherBlogs),
  deleteBlog: checked(furtherBlogs),
  listBlogArticles: checked(blog),
  getBlogArticle: checked(blog),
  createBlogArticle: checkedBefore(engineWith(release), blog),
  updateBlogArticle: checkedBefore(engineWith(release), blog),
  deleteBlogArticle: checked(blog),
  listProducts: checked(products),
  getProduct: checked(products),
  updateProduct: checkedBefore(engineWith(priceVariants), products),
};
