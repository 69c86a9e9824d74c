/** `svc api describe`: a page for a person, and a document whose references lead somewhere. */
import { expect, test } from 'vitest';
import { described } from '../../../src/cli/api/described.ts';
import { catalog } from '../../client/cards.ts';
import { errorIn, svc } from '../../support/svc.ts';

const page = async (...words: string[]): Promise<string> => {
  const { code, stdout, stderr } = await svc(['api', 'describe', ...words, '-o', 'table']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
};

type Fields = Record<string, unknown>;

const document = async (...words: string[]): Promise<Fields> =>
  JSON.parse((await svc(['api', 'describe', ...words])).stdout) as Fields;

test('a page tells how to call, what is sent, what comes back and an example', async () => {
  const text = await page('createProfile');
  expect(text).toMatch(/^createProfile\nCreate a profile/);
  expect(text).toMatch(/^Command +svc profiles create$/m);
  expect(text).toMatch(/^Request +POST \/v1\/profiles$/m);
  expect(text).toMatch(/^Group +accounts \(Accounts\)/m);
  expect(text).toMatch(/^Sending +A write with an idempotency key: svc sends idempotency-key automatically/m);
  expect(text).toMatch(/^Source +ACC-02/m);
  expect(text).toMatch(/^Headers\n {2}Idempotency-Key +string/m);
  expect(text).toMatch(/^Body \(JSON, required\)\n {2}name\* +string +Name of the profile\.$/m);
  expect(text).toMatch(/^ {2}201 {2}The new profile/m);
  expect(text).toMatch(/^ {2}402 {2}/m);
  expect(text).toMatch(/^ {2}svc profiles create --name/m);
  expect(text).toMatch(
    /^ {2}curl -X POST "\$SVC_BASE_URL\/v1\/profiles" -H "authorization: Bearer \$SVC_API_KEY".* --data-raw '\{"name":"Acme"\}'$/m,
  );
});

test('a page of a list tells pages, bounds, choices and presets', async () => {
  const text = await page('posts', 'list');
  expect(text).toMatch(/^Pages +by .*page.*, limit a page; --all reads them all$/m);
  expect(text).toMatch(/^ {2}limit +integer +.*1 to 100\. Default 10\.$/m);
  expect(text).toMatch(/^ {2}status +string +.*One of draft, scheduled/m);
});

test('fields inside fields stand by the name that --set takes', async () => {
  const text = await page('POST', '/v1/posts');
  expect(text).toMatch(/^ {2}platforms +list of object/m);
  expect(text).toMatch(/^ {2}platforms\[\]\.accountId/m);
  expect(text).toMatch(/^Events +post\.scheduled/m);
});

test('a destructive operation tells what it asks', async () => {
  expect(await page('posts', 'delete')).toMatch(/^Question +\S/m);
});

test.each([['createpost'], ['create-post'], ['posts create'], ['svc posts create'], ['POST /v1/posts']])(
  'createPost is also called %s',
  async (name) => {
    expect((await document(name))['operationId']).toBe('createPost');
  },
);

test('as data it is the operation of the published description, whose references lead into its own components', async () => {
  const found = await document('createPost');
  const published = catalog.published() as { paths: Record<string, Record<string, Fields>> };
  expect(found).toMatchObject({ method: 'POST', path: '/v1/posts', ...published.paths['/v1/posts']?.['post'] });
  const refs = [...JSON.stringify(found).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref = '']) => ref.split('/'));
  expect(refs.length).toBeGreaterThan(10);
  for (const ref of refs) {
    const target = ref.reduce<Fields | undefined>((node, key) => node?.[key] as Fields | undefined, found);
    expect(target, ref.join('/')).toBeDefined();
  }
});

test('what is no operation is refused with the one that was meant', async () => {
  expect(errorIn(await svc(['api', 'describe', 'creatProfile']))).toMatchObject({
    exit: 2,
    hint: 'Did you mean createProfile?',
  });
  expect(errorIn(await svc(['api', 'describe', 'local', 'start']))).toMatchObject({ exit: 2 });
});

test('every operation has a page, with an example as curl', () => {
  const without: string[] = [];
  for (const row of catalog.operations()) {
    const { text = '' } = described(row, catalog);
    expect(text, row.id).toContain(`svc ${row.command}`);
    expect(text, row.id).toContain(`${row.method} ${row.path}`);
    expect(text, row.id).toMatch(/^Responses /m);
    expect(text, row.id).not.toMatch(/undefined|\[object/);
    if (!/^ {2}curl -X/m.test(text)) without.push(row.id);
  }
  expect(without).toEqual([]);
});
