/** What blogs do about connections: a blog site is one blog, there from the start; what a site has stays with it when it is connected again. */
import type { Changes, View } from '../../change.ts';
import type { Reacts } from '../../desk.ts';
import type { DomainEvents } from '../../domain-events.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { slugOf } from '../../../kernel/slug.ts';
import { nativeId } from '../../engine/draft.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { StoredRecord } from '../../store/store.ts';
import { withFields } from '../../store/record.ts';

/** Source: BLG-01, BLG-02, ACC-11 */
async function accountConnected({ account, earlier }: DomainEvents['accountConnected'], view: View): Promise<Changes> {
  const { site } = traitsOf(account.doc.platform);
  if (site === undefined) return {};
  const { teamId } = account;
  const blogs = (await view.list('blog', { teamId })).filter(({ parentId }) => earlier.includes(parentId ?? ''));
  const articles = (await view.list('blog_article', { teamId })).filter(({ doc }) =>
    earlier.includes(doc.accountId ?? ''),
  );
  const accountId = account.id;
  return {
    records: [
      ...(blogs.length === 0 && site === 'blog' ? [blogOf(account)] : []),
      ...blogs.map((blog) => ({ ...blog, parentId: accountId, doc: { ...blog.doc, accountId } })),
      ...articles.map((article) => withFields(article, { accountId })),
    ],
  };
}

const blogOf = ({ id, teamId, profileId, createdAt, doc }: AccountRecord): StoredRecord => {
  const own = nativeId(id);
  const { displayName, platform } = doc;
  const blog = { id: own, title: displayName, handle: slugOf(displayName), platform, accountId: id };
  return { kind: 'blog', id: own, teamId, profileId, parentId: id, createdAt, doc: blog };
};

export const reacts: Reacts = { accountConnected };
