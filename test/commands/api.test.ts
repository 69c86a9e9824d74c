/** `svc api`: the raw door against a scripted API, for what it sends, and what it makes of any answer. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedApi, type Asked, type Script } from '../support/scripted-api.ts';
import { errorIn, svc, type Said, type SvcOptions } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const ID = '64f0a1b2c3d4e5f60123abcd';

interface Told extends Said {
  readonly asked: readonly Asked[];
  /** Of the only request. */
  first(): Asked;
  body(): unknown;
}

async function told(
  words: readonly string[],
  script: Script = () => ({ body: { ok: true } }),
  options: SvcOptions = {},
): Promise<Told> {
  const api = await scriptedApi(script);
  const said = await svc(['api', ...words], {
    ...options,
    env: { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_test', ...options.env },
  });
  const first = (): Asked => {
    const [one] = api.asked;
    if (one === undefined) throw new Error(`Nothing was asked: ${said.stderr}`);
    return one;
  };
  return { ...said, asked: api.asked, first, body: () => JSON.parse(first().body.toString()) as unknown };
}

describe('the request', () => {
  test.each([
    [['/v1/profiles'], 'GET', '/v1/profiles'],
    [['profiles'], 'GET', '/v1/profiles'],
    [['get', 'v1/profiles'], 'GET', '/v1/profiles'],
    [['profiles', '-f', 'name=x'], 'POST', '/v1/profiles'],
    [['-X', 'PATCH', 'things/1'], 'PATCH', '/v1/things/1'],
    [['DELETE', `posts/${ID}`, '--yes'], 'DELETE', `/v1/posts/${ID}`],
    [['GET', 'posts', '-F', 'status=draft', '-F', 'limit=5'], 'GET', '/v1/posts?status=draft&limit=5'],
    [['posts?status=draft', '-X', 'get', '-f', 'search=a b&c'], 'GET', '/v1/posts?status=draft&search=a+b%26c'],
    [['GET', 'things', '-F', 'tag=a', '-F', 'tag=b', '-F', 'id[]=1'], 'GET', '/v1/things?tag=a&tag=b&id=1'],
    [['/api/v1/posts'], 'GET', '/api/v1/posts'],
  ])('%j is %s %s', async (words, method, url) => {
    const { code, stderr, first } = await told([...words, '-q']);
    expect({ code, stderr, method: first().method, url: first().url }).toEqual({ code: 0, stderr: '', method, url });
    expect(first().headers.authorization).toBe('Bearer sk_test');
  });

  test('a write to an operation puts into the query what the operation has there alone', async () => {
    const { first } = await told(['DELETE', 'queue/slots', '-F', `profileId=${ID}`, '--yes']);
    expect(first().url).toBe(`/v1/queue/slots?profileId=${ID}`);
    expect(first().body.toString()).toBe('');
  });

  test('fields become a body, typed with -F and text with -f', async () => {
    const { body, first } = await told([
      'things',
      '-F',
      'n=1',
      '-F',
      'on=true',
      '-F',
      'a.b[]=x',
      '-f',
      't=1',
      '-F',
      'm=@brand',
    ]);
    expect(body()).toEqual({ n: 1, on: true, a: { b: ['x'] }, m: '@brand', t: '1' });
    expect(first().headers['content-type']).toBe('application/json');
  });

  test('--input is the body, JSON or YAML, from a file or from standard input, and fields go over it', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'body.yaml'), 'name: Berlin\ncolor: red\n');
    expect(
      (await told(['POST', 'things', '--input', 'body.yaml', '-f', 'color=blue'], undefined, { folder })).body(),
    ).toEqual({
      name: 'Berlin',
      color: 'blue',
    });
    expect((await told(['PUT', 'things', '--input', '-'], undefined, { stdin: '[1,2]' })).body()).toEqual([1, 2]);
  });

  test('with a content type of its own a file goes out byte for byte', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'rows.csv'), 'a,b\n1,2\n');
    const { first } = await told(['POST', 'things', '--input', 'rows.csv', '-H', 'Content-Type: text/csv'], undefined, {
      folder,
    });
    expect(first().body.toString()).toBe('a,b\n1,2\n');
    expect(first().headers).toMatchObject({ 'content-type': 'text/csv', 'content-length': '8' });
  });

  test('--file makes a form, with fields beside the file', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'rows.csv'), 'a,b\n');
    const { first } = await told(['POST', 'posts/bulk-upload', '--file', 'file=rows.csv', '-f', 'note=x'], undefined, {
      folder,
    });
    expect(first().headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(first().body.toString()).toMatch(/name="note"\r\n\r\nx\r\n/);
    expect(first().body.toString()).toMatch(/name="file"; filename="rows.csv"/);
  });

  test('headers are added and replaced', async () => {
    const { first } = await told(['things', '-H', 'Accept: text/plain', '-H', 'X-Request-Id: mine']);
    expect(first().headers).toMatchObject({ accept: 'text/plain', 'x-request-id': 'mine' });
  });
});

describe('the key goes to the host of the context and no other', () => {
  test.each([
    [['https://evil.example/v1/posts'], 'the key is not sent elsewhere'],
    [['GET', '//evil.example/v1/posts'], ''],
    [['posts', '-H', 'Authorization: Bearer other'], 'is set by svc'],
    [['posts', '-H', 'Host: evil.example'], 'is set by svc'],
  ])('%j is refused before anything is sent', async (words, message) => {
    const { asked, ...said } = await told(words);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(errorIn(said)['message']).toContain(message);
    expect(asked).toEqual([]);
  });

  test('a whole address of the host is taken', async () => {
    const api = await scriptedApi(() => ({ body: {} }));
    const env = { SVC_BASE_URL: `${api.url}/`, SVC_API_KEY: 'sk_test' };
    expect((await svc(['api', `${api.url}/v1/profiles`], { env })).code).toBe(0);
    expect(api.asked[0]?.url).toBe('/v1/profiles');
  });

  test('a redirect to another host is not followed with the key', async () => {
    const other = await scriptedApi(() => ({ body: { stolen: true } }));
    const said = await told(['things'], () => ({ status: 302, headers: { location: `${other.url}/v1/things` } }));
    expect(said.code).not.toBe(0);
    expect(other.asked).toEqual([]);
  });
});

describe('the answer', () => {
  test('is JSON off a terminal, and a table or a block on one', async () => {
    const script: Script = () => ({ body: { profiles: [{ _id: ID, name: 'Berlin' }] } });
    expect(JSON.parse((await told(['profiles'], script)).stdout)).toEqual({ profiles: [{ _id: ID, name: 'Berlin' }] });
    expect((await told(['profiles'], script, { terminal: 80 })).stdout).toMatch(/NAME.*\n.*Berlin/);
  });

  test('takes --fields, --jq and every form', async () => {
    const script: Script = () => ({ body: { things: [{ a: 1, b: 2 }] } });
    expect((await told(['things', '--jq', '.things[0].b'], script)).stdout).toBe('2\n');
    expect((await told(['things', '-o', 'yaml'], script)).stdout).toBe('things:\n  - a: 1\n    b: 2\n');
  });

  test.each([
    ['text/csv', 'a,b\n1,2\n'],
    ['text/plain', 'just words'],
    ['text/html', '<p>hello</p>'],
    ['application/octet-stream', Buffer.from([0, 255, 1, 254])],
  ])('of the type %s is written as it came', async (type, body) => {
    const { code, stdout } = await told(['things'], () => ({ headers: { 'content-type': type }, body }));
    expect({ code, stdout }).toEqual({ code: 0, stdout: body.toString() });
  });

  test('that is text is shown on a terminal without the signs a terminal obeys', async () => {
    const script: Script = () => ({ headers: { 'content-type': 'text/plain' }, body: 'a\u001b]0;x\u0007b' });
    const { stdout } = await told(['things'], script, { terminal: 80 });
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toMatch(/^a.*b\n$/);
  });

  test('that is empty prints nothing', async () => {
    expect(await told(['POST', 'things'], () => ({ status: 204 }))).toMatchObject({ code: 0, stdout: '' });
    expect(await told(['POST', 'things'], () => ({ status: 200 }))).toMatchObject({ code: 0, stdout: '' });
  });

  test('that says it is JSON and is not is a fault, as everywhere', async () => {
    const script: Script = () => ({ headers: { 'content-type': 'application/json' }, body: '{"a":' });
    expect((await told(['things', '-q'], script)).code).toBe(12);
  });

  test.each([
    [400, { error: 'No.', code: 'invalid_field_value', type: 'invalid_request_error', param: 'name' }, 3],
    [401, { error: 'No.', code: 'invalid_credentials' }, 4],
    [402, { error: 'Pay.', code: 'payment_required' }, 6],
    [403, { error: 'No.', code: 'insufficient_permissions' }, 5],
    [404, { error: 'No.', code: 'not_found' }, 7],
    [409, { error: 'No.' }, 3],
    [502, { error: 'No.', type: 'platform_error', code: 'platform_api_error', platform: 'twitter' }, 11],
    [500, { error: 'No.' }, 12],
  ])('%i is the failure that it is everywhere', async (status, body, exit) => {
    const said = await told(['GET', 'things', '-q'], () => ({ status, body }));
    expect(said).toMatchObject({ code: exit, stdout: '' });
    expect(errorIn(said)).toMatchObject({ status, exit, message: expect.stringContaining(body.error) as string });
  });

  test('with 207 is the result, and the exit is partial', async () => {
    const said = await told(['POST', 'things', '-q'], () => ({
      status: 207,
      body: { results: [{ ok: false, rowIndex: 1, errors: ['x'] }] },
    }));
    expect(said.code).toBe(9);
    expect(JSON.parse(said.stdout)).toHaveProperty('results');
  });
});

describe('-i', () => {
  const script: Script = () => ({ status: 201, headers: { 'x-ratelimit-remaining': '7' }, body: { a: 1 } });

  test('shows status and headers beside the body, in one document', async () => {
    const { stdout } = await told(['things', '-i'], script);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 201,
      headers: { 'x-ratelimit-remaining': '7' },
      body: { a: 1 },
    });
  });

  test('shows a person what is on the wire', async () => {
    const { stdout } = await told(['things', '-i'], script, { terminal: 80 });
    expect(stdout).toMatch(/^201\n(?:[\w-]+: .*\n)*x-ratelimit-remaining: 7\n(?:[\w-]+: .*\n)*\n\{\n {2}"a": 1\n\}\n$/);
  });

  test('shows them of a refusal too, which stays a failure', async () => {
    const said = await told(['things', '-i', '-q'], () => ({
      status: 404,
      headers: { 'x-a': 'b' },
      body: { error: 'No.' },
    }));
    expect(said.code).toBe(7);
    expect(JSON.parse(said.stdout)).toMatchObject({ status: 404, headers: { 'x-a': 'b' } });
    expect(errorIn(said)).toMatchObject({ status: 404 });
  });

  test('and --paginate cannot be combined', async () => {
    expect(await told(['things', '-i', '--paginate'])).toMatchObject({ code: 2, asked: [] });
  });
});

describe('--paginate', () => {
  const pageOf = (url: string, name: string): number => Number(new URL(url, 'http://x').searchParams.get(name) ?? '1');

  test('follows the style of the operation, into one document', async () => {
    const script: Script = ({ url }) => {
      const page = pageOf(url, 'page');
      return { body: { posts: [{ _id: String(page) }], pagination: { page, pages: 3, total: 3 } } };
    };
    const { stdout, asked } = await told(['posts', '--paginate'], script);
    expect((JSON.parse(stdout) as { posts: unknown[] }).posts).toEqual([{ _id: '1' }, { _id: '2' }, { _id: '3' }]);
    expect(asked).toHaveLength(3);
    expect(asked[0]?.url).toBe('/v1/posts?limit=100');
  });

  test.each([
    ['cursor', (at: number) => ({ items: [at], ...(at < 3 && { nextCursor: String(at + 1) }) })],
    ['pageToken', (at: number) => ({ items: [at], ...(at < 3 && { nextPageToken: String(at + 1) }) })],
    ['page', (at: number) => ({ items: [at], pagination: { page: at, pages: 3 } })],
  ])('follows %s where no operation is known, by what the answer shows', async (name, bodyAt) => {
    const { stdout, asked, code } = await told(['things', '--paginate', '-q'], ({ url }) => ({
      body: bodyAt(pageOf(url, name)),
    }));
    expect({ code, items: (JSON.parse(stdout) as { items: unknown }).items }).toEqual({ code: 0, items: [1, 2, 3] });
    expect(asked).toHaveLength(3);
  });

  test('says that there are no pages where the answer tells of none', async () => {
    const { stdout, stderr, asked } = await told(['things', '--all'], () => ({ body: { items: [1] } }));
    expect(JSON.parse(stdout)).toEqual({ items: [1] });
    expect(stderr).toContain('whether there are more pages');
    expect(asked).toHaveLength(1);
  });

  test('ends at --limit, record by record with ndjson', async () => {
    const script: Script = ({ url }) => ({
      body: { items: [{ n: pageOf(url, 'page') }], pagination: { page: pageOf(url, 'page'), pages: 9 } },
    });
    const { stdout, asked } = await told(['things', '--limit', '2', '-o', 'ndjson', '-q'], script);
    expect(stdout).toBe('{"n":1}\n{"n":2}\n');
    expect(asked).toHaveLength(2);
  });
});

describe('what does not fit the description is a warning', () => {
  test('and goes out all the same', async () => {
    const { code, stderr, body } = await told(['POST', 'profiles', '-F', 'nam=x']);
    expect(code).toBe(0);
    expect(body()).toEqual({ nam: 'x' });
    expect(stderr).toMatch(/^createProfile: .*name is required.*Did you mean name\? It is sent anyway\.\n$/);
  });

  test('about values, names in the query and ids', async () => {
    const { stderr } = await told(['GET', 'posts/none?x=1']);
    expect(stderr).toMatch(/getPost: .*<post-id>|postId/);
    expect((await told(['GET', 'posts?stauts=draft'])).stderr).toContain('The query has no stauts, but status.');
    expect((await told(['GET', 'posts?limit=9000'])).stderr).toContain('limit');
  });

  test('not said with --no-validate or --quiet, nor when all is right', async () => {
    for (const words of [
      ['POST', 'profiles', '--no-validate'],
      ['POST', 'profiles', '-q'],
      ['POST', 'profiles', '-F', 'name=x'],
    ])
      expect((await told(words)).stderr).toBe('');
  });

  test('an address that nobody knows is told, with the methods it is known for', async () => {
    expect((await told(['things'])).stderr).toBe('The API does not describe GET /v1/things. It is sent anyway.\n');
    expect((await told(['PATCH', 'profiles'])).stderr).toContain('It knows GET, POST there.');
  });
});

describe('repeating', () => {
  const busy: Script = (_, count) =>
    count < 3 ? { status: 503, headers: { 'retry-after': '1' } } : { body: { ok: true } };

  test('a read is sent again', async () => {
    expect(await told(['things', '-q'], busy)).toMatchObject({ code: 0, asked: { length: 3 } });
  });

  test('a write to an operation with a key is sent again under the same key', async () => {
    const { code, asked } = await told(['POST', 'profiles', '-F', 'name=x', '-q'], busy);
    expect({ code, times: asked.length }).toEqual({ code: 0, times: 3 });
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(asked[0]?.headers['idempotency-key']).toBeTruthy();
  });

  test.each([
    [['POST', 'things', '-f', 'a=b']],
    [['POST', 'things', '-H', 'Idempotency-Key: mine']],
    [['PUT', `profiles/${ID}`, '-f', 'name=x']],
    [['DELETE', 'things/1']],
  ])('the write %j is sent once, and its outcome is unknown', async (words) => {
    const said = await told([...words, '-q'], busy);
    expect(said).toMatchObject({ code: 12, asked: { length: 1 } });
    expect(errorIn(said)['details']).toMatchObject({
      outcome: 'unknown',
      check: expect.stringMatching(/^svc /) as string,
    });
  });

  test('the way to repeat a write with a key is told in the words of the raw door', async () => {
    const said = await told(['POST', 'posts', '-f', 'content=x', '-q', '--max-wait', '0s'], busy);
    expect(errorIn(said)['hint']).toMatch(/Or repeat the command with -H 'x-request-id: [0-9a-f-]{36}'/);
  });
});

describe('before anything is sent', () => {
  test('--dry-run shows the request and sends nothing', async () => {
    const { stdout, asked, code } = await told(['POST', 'profiles', '-f', 'name=x', '--dry-run', '-H', 'x-a: b']);
    expect({ code, asked }).toEqual({ code: 0, asked: [] });
    expect(JSON.parse(stdout)).toMatchObject({
      dryRun: true,
      method: 'POST',
      headers: { 'x-a': 'b' },
      body: { name: 'x' },
    });
    expect(stdout).not.toContain('sk_test');
  });

  test('--dry-run needs neither key nor address', async () => {
    const { code, stdout } = await svc(['api', 'DELETE', `posts/${ID}`, '--dry-run']);
    expect({ code, url: (JSON.parse(stdout) as { url: string }).url }).toEqual({
      code: 0,
      url: `$SVC_BASE_URL/v1/posts/${ID}`,
    });
  });

  test('what the operation would ask first is asked', async () => {
    const said = await told(['DELETE', `posts/${ID}`]);
    expect(said).toMatchObject({ code: 2, asked: [] });
    expect(errorIn(said)['code']).toBe('confirmation');
  });

  test.each([
    [['fetch', 'posts'], '"fetch" is no method'],
    [['GET', 'posts', '-X', 'POST'], 'The method is given twice'],
    [['posts', '-F', 'status'], 'must be'],
    [['POST', 'posts', '--file', 'x'], 'name=path'],
    [['-X', 'GET'], 'A path is missing'],
    [['get'], 'A path is missing after GET.'],
  ])('%j is refused', async (words, message) => {
    const { asked, ...said } = await told(words);
    expect({ code: said.code, asked }).toEqual({ code: 2, asked: [] });
    expect(errorIn(said)['message']).toContain(message);
  });

  test('a misspelt command of `api` is told', async () => {
    expect(errorIn(await svc(['api', 'serach', 'posts']))['hint']).toBe('Did you mean search?');
  });
});

test('flags of every command stand before the noun, behind it, and behind the command below it', async () => {
  for (const words of [
    ['-o', 'yaml', 'api', 'search', 'getPost'],
    ['api', '-o', 'yaml', 'search', 'getPost'],
    ['api', 'search', 'getPost', '-o', 'yaml'],
  ])
    expect((await svc(words)).stdout).toMatch(/^operations:\n {2}- command: svc posts get\n/);
  const early = await told(['-o', 'yaml', 'GET', 'things', '-q']);
  expect(early.stdout).toBe('ok: true\n');
});

describe('the help', () => {
  test('of svc has the commands without a noun at its end', async () => {
    const { stdout } = await svc(['--help', '--all']);
    expect(stdout).toMatch(/\nGeneral:\n(?: {2}.*\n)* {2}commands +List all commands/);
    expect(stdout).toMatch(/\nGeneral:\n(?: {2}.*\n)* {2}api +\S/);
  });

  test.each([[['api']], [['api', '--help']], [['help', 'api']]])(
    'of %j has the raw door and the commands below it',
    async (words) => {
      const { code, stdout } = await svc(words);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^Usage: svc api \[method-or-path\] \[path\] \[flags\]\n/);
      for (const name of ['call', 'describe', 'search', 'spec'])
        expect(stdout).toMatch(new RegExp(`^Commands: .*\\b${name}\\b`, 'm'));
    },
  );
});
