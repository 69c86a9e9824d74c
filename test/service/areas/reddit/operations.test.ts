import { expect, test } from 'vitest';
import { startService, type Json } from '../../../support/service.ts';

async function searching() {
  const { api, account } = await startService();
  const { _id: accountId } = await account('reddit');
  return async (query: Record<string, string | number>) => {
    const { status, body } = await api('GET', '/v1/reddit/search', {
      query: { accountId, q: 'static site', ...query },
    });
    return { status, after: body.after, items: (body.items ?? []) as unknown as Json[] };
  };
}

const subreddits = (items: readonly Json[]) => new Set(items.map(({ subreddit }) => String(subreddit)));

test.each(['1', 'true'])('GEN-09 restrict_sr=%s keeps the search to the subreddit', async (said) => {
  const search = await searching();
  const { status, items } = await search({ subreddit: 'webdev', restrict_sr: said });
  expect(status).toBe(200);
  expect(subreddits(items)).toEqual(new Set(['webdev']));
  for (const query of [{ restrict_sr: '0' }, { restrictSr: '1' }, {}]) {
    const wide = await search({ subreddit: 'webdev', ...query });
    expect(subreddits(wide.items).has('webdev')).toBe(true);
    expect(subreddits(wide.items).size).toBeGreaterThan(1);
  }
});

test('pages follow each other without a gap, and the words are in every title', async () => {
  const search = await searching();
  const seen: unknown[] = [];
  let after: Json | undefined;
  do {
    const page = await search({ limit: 15, ...(after === undefined ? {} : { after: String(after) }) });
    expect(page.items.every(({ title }) => String(title).includes('static site'))).toBe(true);
    seen.push(...page.items.map(({ fullname }) => fullname));
    after = page.after ?? undefined;
  } while (after !== undefined);
  // 40 that the search makes up, and one of the fixture.
  expect([seen.length, new Set(seen).size]).toEqual([41, 41]);
});

test('orders by score and by comments', async () => {
  const search = await searching();
  const scores = (await search({ sort: 'top' })).items.map(({ score }) => Number(score));
  expect(scores).toEqual([...scores].sort((one, other) => other - one));
});
