/** The raw door and its neighbours against the local service, beside the commands that do the same. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../support/service.ts';
import { errorIn, svc, type Said } from '../support/svc.ts';

type Run = (...words: string[]) => Promise<Said>;

async function opened(): Promise<{ run: Run; json: (...words: string[]) => Promise<Json> }> {
  const { service } = await startService({ seedPack: 'demo' });
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const run: Run = (...words) => svc(words, { env });
  return {
    run,
    async json(...words) {
      const said = await run(...words);
      expect(said, said.stderr).toMatchObject({ code: 0 });
      return JSON.parse(said.stdout) as Json;
    },
  };
}

test('a profile is made, read, changed and deleted through the raw door', async () => {
  const { run, json } = await opened();
  const { profile } = await json('api', 'POST', '/v1/profiles', '-f', 'name=Berlin', '-F', 'description=First shop');
  const id = String(profile?._id);
  expect(await json('api', `profiles/${id}`)).toMatchObject({ profile: { name: 'Berlin', description: 'First shop' } });
  await json('api', 'PUT', `v1/profiles/${id}`, '-f', 'name=Hamburg');
  expect(await json('profiles', 'get', id)).toEqual(await json('api', 'call', 'getProfile', '-F', `profileId=${id}`));
  expect((await run('api', 'DELETE', `profiles/${id}`)).code).toBe(2);
  expect((await run('api', 'DELETE', `profiles/${id}`, '--yes')).code).toBe(0);
  const gone = await run('api', `profiles/${id}`);
  expect(gone.code).toBe(7);
  expect(errorIn(gone)).toMatchObject({ status: 404, exit: 7 });
});

test('a list is the same through its command, the raw door and its operation', async () => {
  const { json } = await opened();
  const command = await json('posts', 'list', '--all', '--sort-by', 'created-asc');
  expect((command as unknown as { posts: unknown[] }).posts.length).toBeGreaterThan(10);
  expect(await json('api', 'GET', 'posts', '-F', 'sortBy=created-asc', '--paginate')).toEqual(command);
  expect(await json('api', 'call', 'listPosts', '-F', 'sort-by=created-asc', '--all')).toEqual(command);
});

test('a write without a key that is refused stays refused, and the status and headers are shown with -i', async () => {
  const { run } = await opened();
  const said = await run('api', 'POST', 'profiles', '-F', 'color=red', '-i', '-q');
  expect(said.code).toBe(3);
  expect(JSON.parse(said.stdout)).toMatchObject({
    status: 400,
    headers: { 'content-type': expect.stringContaining('json') as string },
  });
  expect(errorIn(said)).toMatchObject({ status: 400, exit: 3 });
});

test('a write with a key, sent twice by hand, is done once', async () => {
  const { json } = await opened();
  const words = ['api', 'POST', 'profiles', '-f', 'name=Once', '-H', 'Idempotency-Key: once-and-for-all'];
  const [first, second] = [await json(...words), await json(...words)];
  expect(second).toEqual(first);
  const { profiles } = (await json('api', 'profiles')) as unknown as { profiles: { name: string }[] };
  expect(profiles.filter(({ name }) => name === 'Once')).toHaveLength(1);
});

test('an address that the service does not know is not found', async () => {
  const { run } = await opened();
  const said = await run('api', 'nothing/here', '-q');
  expect(said).toMatchObject({ code: 7, stdout: '' });
  expect(errorIn(said)).toMatchObject({ status: 404 });
});
