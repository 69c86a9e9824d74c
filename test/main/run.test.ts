/** Whole command lines against a scripted API: what is sent, what is shown, and how it ends. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Prompt } from '../../src/world/prompt-door.ts';
import { catalog } from '../client/cards.ts';
import { scriptedApi, type Script, type ScriptedApi } from '../support/scripted-api.ts';
import { errorIn, svc, type Said, type SvcOptions } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const ID = '65a1b2c3d4e5f60718293a4b';
const KEY = `sk_${'0123456789abcdef'.repeat(4)}`;

interface Against {
  readonly api: ScriptedApi;
  svc(argv: readonly string[], options?: SvcOptions): Promise<Said>;
}

async function against(script: Script): Promise<Against> {
  const api = await scriptedApi(script);
  const env = { SVC_BASE_URL: api.url, SVC_API_KEY: KEY };
  return { api, svc: (argv, options = {}) => svc(argv, { ...options, env: { ...env, ...options.env } }) };
}

const post = (n: number) => ({ _id: `${n}`.padStart(24, '0'), status: 'draft', content: `Post ${n}`, platforms: [] });
const page = (posts: readonly unknown[], more: object = {}) => ({ posts, pagination: { page: 1, limit: 10, ...more } });

/** A list of `total` posts, served in pages of the size that is asked for. */
const listOf =
  (total: number): Script =>
  ({ url }) => {
    const query = new URL(url, 'http://x').searchParams;
    const [number, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)];
    const from = (number - 1) * limit;
    const posts = Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, at) => post(from + at + 1));
    return { body: page(posts, { page: number, limit, total, pages: Math.ceil(total / limit) }) };
  };

const answering =
  (body: unknown, status = 200): Script =>
  () => ({ status, body });

describe('results', () => {
  test('off a terminal a result is one JSON document on standard output, and nothing else is there', async () => {
    const { svc } = await against(listOf(2));
    const { code, stdout, stderr } = await svc(['posts', 'list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ posts: [post(1), post(2)] });
  });

  test('on a terminal a list is a table and a record a block', async () => {
    const { svc } = await against(({ url }) => ({
      body: url.includes(ID) ? { post: { ...post(1), _id: ID } } : page([post(1)]),
    }));
    const env = { NO_COLOR: '1' };
    expect((await svc(['posts', 'list'], { terminal: 100, env })).stdout).toMatch(/^STATUS +CONTENT.* ID\n/);
    expect((await svc(['posts', 'get', ID], { terminal: 100, env })).stdout).toMatch(
      new RegExp(`^Status +draft\\nContent +Post 1\\nId +${ID}\\n$`),
    );
  });

  test('an empty list is an empty document, or a word on standard error', async () => {
    const { svc } = await against(listOf(0));
    expect(JSON.parse((await svc(['posts', 'list'])).stdout)).toMatchObject({ posts: [] });
    expect(await svc(['posts', 'list'], { terminal: 80 })).toEqual({
      code: 0,
      stdout: '',
      stderr: 'There is nothing to show.\n',
    });
  });

  test('a list that goes on says so on standard error, unless --quiet', async () => {
    const { svc } = await against(listOf(30));
    expect((await svc(['posts', 'list'])).stderr).toBe('More results available: use --all or --limit N.\n');
    expect((await svc(['posts', 'list', '-q'])).stderr).toBe('');
  });

  test('integers beyond 2^53 keep their digits', async () => {
    const { svc } = await against(() => ({ body: '{"posts":[{"_id":"a","views":12345678901234567890}]}' }));
    expect((await svc(['posts', 'list'])).stdout).toContain('"views":12345678901234567890');
    expect((await svc(['posts', 'list', '-o', 'csv', '--fields', '_id,views'])).stdout).toBe(
      '_id,views\na,12345678901234567890\n',
    );
  });

  test('SVC_OUTPUT gives the form, -o goes before it, a wrong one is refused by name', async () => {
    const { svc } = await against(listOf(1));
    expect((await svc(['posts', 'list'], { env: { SVC_OUTPUT: 'yaml' } })).stdout).toMatch(/^posts:\n/);
    expect((await svc(['posts', 'list', '-o', 'lines'], { env: { SVC_OUTPUT: 'yaml' } })).stdout).toBe(
      `${post(1)._id}\n`,
    );
    const said = await svc(['posts', 'list'], { env: { SVC_OUTPUT: 'xml' } });
    expect({ code: said.code, message: errorIn(said)['message'] }).toMatchObject({
      code: 2,
      message: expect.stringMatching(/^SVC_OUTPUT takes table, json/) as string,
    });
  });
});

describe('lists', () => {
  test('--all is one document with every record, and asks for the largest pages', async () => {
    const { svc, api } = await against(listOf(230));
    const { stdout } = await svc(['posts', 'list', '--all']);
    expect((JSON.parse(stdout) as { posts: unknown[] }).posts).toHaveLength(230);
    expect(api.asked.map(({ url }) => url)).toEqual([
      '/v1/posts?limit=100',
      '/v1/posts?limit=100&page=2',
      '/v1/posts?limit=100&page=3',
    ]);
  });

  test('--all -o ndjson is one record a line', async () => {
    const { svc } = await against(listOf(130));
    const lines = (await svc(['posts', 'list', '--all', '-o', 'ndjson'])).stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(130);
    expect(JSON.parse(lines[129] ?? '')).toEqual(post(130));
  });

  test('the first record is out before the second page is asked for', async () => {
    const { svc, api } = await against(listOf(101));
    const asked: number[] = [];
    const doors = recordingDoors(() => asked.push(api.asked.length));
    await svc(['posts', 'list', '--all', '-o', 'lines'], { doors });
    expect(asked[0]).toBe(1);
    expect(asked.at(-1)).toBe(2);
  });

  test('--limit reads no more than it must', async () => {
    const { svc, api } = await against(listOf(300));
    expect((await svc(['posts', 'list', '--limit', '3', '-o', 'lines'])).stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(api.asked.map(({ url }) => url)).toEqual(['/v1/posts?limit=3']);
  });

  test('--limit beyond a page goes on to the next', async () => {
    const { svc, api } = await against(listOf(300));
    const { stdout } = await svc(['posts', 'list', '--limit', '150']);
    expect((JSON.parse(stdout) as { posts: unknown[] }).posts).toHaveLength(150);
    expect(api.asked).toHaveLength(2);
  });

  test('a page that fails ends the list with its error, after the records that came', async () => {
    const whole = listOf(150);
    const { svc } = await against((asked, count) =>
      count === 1 ? whole(asked, count) : { status: 403, body: { error: 'No.' } },
    );
    const said = await svc(['posts', 'list', '--all', '-o', 'ndjson']);
    expect(said.code).toBe(5);
    expect(said.stdout.trimEnd().split('\n')).toHaveLength(100);
    expect(errorIn(said)).toMatchObject({ status: 403, message: 'No.' });
  });
});

describe('errors', () => {
  test.each([
    [400, 3],
    [401, 4],
    [402, 6],
    [403, 5],
    [404, 7],
    [405, 3],
    [409, 3],
    [422, 3],
    [500, 12],
  ])('status %i exits %i', async (status, exit) => {
    const { svc } = await against(answering({ error: 'So it is.', code: 'some_code', type: 'api_error' }, status));
    const said = await svc(['posts', 'get', ID]);
    expect(said).toMatchObject({ code: exit, stdout: '' });
    expect(errorIn(said)).toMatchObject({ code: 'some_code', message: 'So it is.', status, exit });
  });

  test('a person gets a sentence, a hint and the request id', async () => {
    const script: Script = () => ({
      status: 404,
      headers: { 'x-request-id': 'r-1' },
      body: { error: 'Gone.', code: 'post_not_found' },
    });
    const { svc } = await against(script);
    const { stderr } = await svc(['posts', 'get', ID], { terminal: 80, env: { NO_COLOR: '1' } });
    expect(stderr).toBe('error: Gone.\n`svc posts list` shows the posts.\nrequest r-1\n');
  });

  test('a program gets the document also on a terminal, with -o json', async () => {
    const { svc } = await against(answering({ error: 'Gone.' }, 404));
    expect(errorIn(await svc(['posts', 'get', ID, '-o', 'json'], { terminal: 80 }))).toMatchObject({ exit: 7 });
  });

  test('a command line that cannot be understood is told in the form it asks for', async () => {
    expect(errorIn(await svc(['posts', 'lst', '-o', 'json'], { terminal: 80 }))).toMatchObject({
      code: 'usage',
      exit: 2,
    });
    expect((await svc(['-o', 'table', 'posts', 'lst'])).stderr).toMatch(/^error: There is no command/);
    expect((await svc(['posts', 'list', '--nope', '--output=table'])).stderr).toMatch(/^error: Unknown option/);
  });

  test('escape sequences of the server are shown, not obeyed, and JSON keeps them', async () => {
    const evil = `Bad\u001b]52;c;aGk=\u0007\u202e\u009b31m`;
    const { svc } = await against(answering({ error: evil }, 400));
    expect((await svc(['posts', 'get', ID], { terminal: 80, env: { NO_COLOR: '1' } })).stderr).toContain(
      'error: Bad\u241b]52;c;aGk=\u2407<U+202E><U+009B>31m\n',
    );
    expect(errorIn(await svc(['posts', 'get', ID]))['message']).toBe(evil);
  });

  test('207 shows the result, then names what failed, and exits 9', async () => {
    const platforms = [
      { platform: 'twitter', status: 'failed', errorMessage: 'Too long.', errorCategory: 'user_content' },
    ];
    const { svc } = await against(answering({ post: { ...post(1), status: 'partial', platforms } }, 207));
    const said = await svc(['posts', 'retry', ID]);
    expect(said.code).toBe(9);
    expect(JSON.parse(said.stdout)).toMatchObject({ post: { status: 'partial' } });
    expect(errorIn(said)).toMatchObject({ code: 'partial', message: expect.stringContaining('Too long.') as string });
  });

  test('without a key nothing is sent, exit 4', async () => {
    const { svc, api } = await against(listOf(1));
    const said = await svc(['posts', 'list'], { env: { SVC_API_KEY: '' } });
    expect({ code: said.code, error: errorIn(said)['code'], asked: api.asked }).toEqual({
      code: 4,
      error: 'no_credential',
      asked: [],
    });
  });

  test('nothing listening is exit 13', async () => {
    const said = await svc(['posts', 'list'], { env: { SVC_BASE_URL: 'http://127.0.0.1:1', SVC_API_KEY: KEY } });
    expect(said.code).toBe(13);
    expect(errorIn(said)).toMatchObject({ code: 'network' });
  });

  test('a fault of ours has a sentence and no stack, and the stack with --debug', async () => {
    const doors = { http: undefined as never };
    const env = { SVC_BASE_URL: 'http://127.0.0.1:1', SVC_API_KEY: KEY };
    const said = await svc(['posts', 'list'], { env, doors });
    expect(said.code).toBe(1);
    expect(errorIn(said)).toMatchObject({ code: 'internal', exit: 1 });
    expect(said.stderr).not.toContain('    at ');
    expect((await svc(['posts', 'list', '--debug'], { env, doors })).stderr).toContain('    at ');
  });

  test('--debug shows the exchange without the key', async () => {
    const { svc } = await against(listOf(1));
    const { stderr } = await svc(['posts', 'list', '--debug']);
    expect(stderr).toMatch(/^> GET http:.*\/v1\/posts\n/);
    expect(stderr).toMatch(/^< 200 /m);
    expect(stderr).not.toContain(KEY.slice(3));
  });
});

test('--color decides for the help as well', async () => {
  const bold = '\u001b[1m';
  expect((await svc(['posts', '--help'], { terminal: 80 })).stdout).toContain(bold);
  expect((await svc(['posts', '--help', '--color', 'never'], { terminal: 80 })).stdout).not.toContain(bold);
  expect((await svc(['posts', '--help', '--color=always'])).stdout).toContain(bold);
});

test('names of fields that steer a terminal are shown', async () => {
  const { svc } = await against(answering({ posts: [{ 'a\u001b[2J': 1, b: 2 }] }));
  const env = { NO_COLOR: '1' };
  for (const form of ['table', 'csv'])
    expect((await svc(['posts', 'list', '-o', form, '--jq', '.posts'], { terminal: 80, env })).stdout).not.toContain(
      '\u001b',
    );
  const said = await svc(['posts', 'list', '-o', 'json', '--fields', 'nope'], { terminal: 80, env });
  expect(said.stderr).toContain('There is no field nope');
  expect(said.stderr).not.toContain('\u001b');
});

describe('a script', () => {
  test('may be content with a kind of failure: exit 0, and the error is still told', async () => {
    const { svc } = await against(answering({ error: 'Gone.', code: 'post_not_found' }, 404));
    const said = await svc(['posts', 'get', ID, '--exit-zero-on', 'rejected,not_found']);
    expect({ code: said.code, stdout: said.stdout }).toEqual({ code: 0, stdout: '' });
    expect(errorIn(said)).toMatchObject({ code: 'post_not_found', exit: 7 });
    expect((await svc(['posts', 'get', ID, '--exit-zero-on', 'rejected'])).code).toBe(7);
  });

  test('is content with a partial failure in the same way', async () => {
    const { svc } = await against(answering({ post: { ...post(1), status: 'partial', platforms: [] } }, 207));
    expect((await svc(['posts', 'retry', ID, '--exit-zero-on', 'partial'])).code).toBe(0);
  });

  test('gets one value by --jq, over all pages', async () => {
    const { svc } = await against(listOf(230));
    expect(await svc(['posts', 'list', '--all', '--jq', '.posts | length'])).toEqual({
      code: 0,
      stdout: '230\n',
      stderr: '',
    });
  });

  test.each([
    ['--jq', '.posts['],
    ['--template', '{{ _id'],
  ])('%s %s is refused before anything is sent', async (flag, text) => {
    const { svc, api } = await against(answering({ message: 'Deleted.' }));
    const said = await svc(['posts', 'delete', ID, '--yes', flag, text]);
    expect({ code: said.code, asked: api.asked }).toEqual({ code: 2, asked: [] });
  });

  test('is told when --limit ends a list that goes on', async () => {
    const { svc } = await against(listOf(30));
    expect((await svc(['posts', 'list', '--limit', '3', '-o', 'lines'])).stderr).toBe(
      'More results available: --limit stopped the list at 3.\n',
    );
    expect((await svc(['posts', 'list', '--limit', '30', '-o', 'lines'])).stderr).toBe('');
  });

  test('is told that a command is deprecated, and the command works', async () => {
    const { svc } = await against(answering({ data: [] }));
    const old = Object.entries(catalog.index().commands).find(([, entry]) => entry.hidden === true);
    const card = catalog.card(old?.[1].id ?? '');
    expect(card.deprecated).toBe(true);
    const said = await svc([
      ...card.command.path,
      '--dry-run',
      '--no-validate',
      ...card.params.filter((param) => param.in === 'path').map(() => ID),
    ]);
    expect(said.code).toBe(0);
    expect(said.stderr).toMatch(
      new RegExp(`^\`svc ${card.command.path.join(' ')}\` is deprecated: use \`svc [a-z -]+\`\\.\n$`),
    );
  });
});

describe('before anything is sent', () => {
  test('what does not fit is refused, and --no-validate sends it', async () => {
    const { svc, api } = await against(answering({ profile: {} }));
    const said = await svc(['profiles', 'create', '--set', 'nam=x']);
    expect(said.code).toBe(2);
    expect(errorIn(said)).toMatchObject({ code: 'validation' });
    expect(api.asked).toEqual([]);
    expect((await svc(['profiles', 'create', '--set', 'nam=x', '--no-validate'])).code).toBe(0);
    expect(JSON.parse(String(api.asked[0]?.body))).toEqual({ nam: 'x' });
  });

  test('a destructive command asks on a terminal, and does what the answer says', async () => {
    const { svc, api } = await against(answering({ message: 'Deleted.' }));
    const asked: string[] = [];
    const prompt = (answer: boolean): Prompt => ({
      possible: true,
      confirm: async (question) => (asked.push(question), answer),
      input: async () => '',
      select: async () => '',
      secret: async () => '',
      checkbox: async () => [],
      lines: async () => '',
    });
    const declined = await svc(['posts', 'delete', ID], { doors: { prompt: prompt(false) }, terminal: 80 });
    expect(declined).toMatchObject({ code: 130, stdout: '', stderr: 'Nothing was changed.\n' });
    expect(api.asked).toEqual([]);
    expect((await svc(['posts', 'delete', ID], { doors: { prompt: prompt(true) } })).code).toBe(0);
    const question = expect.stringMatching(
      new RegExp(`^Delete this post\\?.* \\(${ID}, at 127\\.0\\.0\\.1:\\d+\\)$`),
    ) as string;
    expect(asked).toEqual([question, question]);
    const never = await svc(['posts', 'delete', ID, '--no-input'], { doors: { prompt: prompt(true) } });
    expect({ code: never.code, asked: api.asked.length }).toEqual({ code: 2, asked: 1 });
  });

  test('off a terminal it needs --yes', async () => {
    const { svc, api } = await against(answering({ message: 'Deleted.' }));
    const said = await svc(['posts', 'delete', ID]);
    expect(said.code).toBe(2);
    expect(errorIn(said)).toMatchObject({ code: 'confirmation', hint: 'Add --yes.' });
    expect(api.asked).toEqual([]);
    expect((await svc(['posts', 'delete', ID, '-y'])).code).toBe(0);
  });
});

describe('--input', () => {
  const profile = (body: string | Buffer | undefined) => JSON.parse(String(body)) as unknown;

  test('reads JSON and YAML from standard input or a file, and flags win over it', async () => {
    const { svc, api } = await against(answering({ profile: {} }));
    const file = join(await temporaryFolder(), 'profile.yaml');
    await writeFile(file, 'name: From a file\ndescription: kept\n');
    await svc(['profiles', 'create', '--input', '-'], { stdin: '{"name":"JSON"}' });
    await svc(['profiles', 'create', '--input', '-'], { stdin: 'name: YAML' });
    await svc(['profiles', 'create', '--input', file, '--name', 'A flag']);
    expect(api.asked.map(({ body }) => profile(body))).toEqual([
      { name: 'JSON' },
      { name: 'YAML' },
      { name: 'A flag', description: 'kept' },
    ]);
  });

  test.each([
    ['', 'Standard input is empty.'],
    ['{"a":', 'Standard input is neither JSON nor YAML'],
    ['{"name":12345678901234567890}', 'contains a number too large to be exact'],
    ['name: 12345678901234567890', 'contains a number too large to be exact'],
    ['[1,2]', 'the input must be an object'],
    ['{"nme":"x"}', 'nme is not a known field'],
  ])('refuses %j', async (stdin, why) => {
    const { svc, api } = await against(answering({}));
    const said = await svc(['profiles', 'create', '--input', '-'], { stdin });
    expect(said.code).toBe(2);
    expect(errorIn(said)['message']).toContain(why);
    expect(api.asked).toEqual([]);
  });

  test('a missing file and a folder are refused', async () => {
    const { svc } = await against(answering({}));
    expect((await svc(['profiles', 'create', '--input', 'nowhere.json'])).code).toBe(2);
    expect((await svc(['profiles', 'create', '--input', '.'])).code).toBe(2);
  });
});

describe('--dry-run', () => {
  test('shows method, address, headers with the key masked, body and a curl line, and sends nothing', async () => {
    const { svc, api } = await against(answering({}));
    const { code, stdout } = await svc(['profiles', 'create', '--name', "It's", '--dry-run']);
    const shown = JSON.parse(stdout) as Record<string, unknown> & { curl: string };
    expect({ code, asked: api.asked }).toEqual({ code: 0, asked: [] });
    expect(shown).toMatchObject({
      dryRun: true,
      method: 'POST',
      url: `${api.url}/v1/profiles`,
      headers: { authorization: 'Bearer sk_****cdef', 'content-type': 'application/json' },
      body: { name: "It's" },
    });
    expect(shown.curl).toContain('-H "authorization: Bearer $SVC_API_KEY"');
    expect(shown.curl).toContain(`--data-raw '{"name":"It'\\''s"}'`);
    expect(stdout).not.toContain(KEY);
  });

  test('needs neither key nor address, nor a confirmation', async () => {
    const { code, stdout } = await svc(['posts', 'delete', ID, '--dry-run']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ method: 'DELETE', url: `$SVC_BASE_URL/v1/posts/${ID}` });
  });

  test('reads as a request on a terminal', async () => {
    const { stdout } = await svc(['profiles', 'create', '--name', 'n', '--dry-run'], { terminal: 80 });
    expect(stdout).toMatch(/^POST \$SVC_BASE_URL\/v1\/profiles\nuser-agent: /);
    expect(stdout).toMatch(/\n\n\{\n {2}"name": "n"\n\}\n\ncurl -X POST /);
  });

  test('is unknown to commands made by hand, which could not keep the promise', async () => {
    expect((await svc(['config', 'path', '--dry-run'])).code).toBe(2);
  });
});

/** Standard output that tells when something is written to it. */
function recordingDoors(written: () => void): NonNullable<SvcOptions['doors']> {
  const sink = {
    isTTY: false,
    columns: undefined,
    rows: undefined,
    closed: false,
    write: () => void written(),
    ready: async () => {},
    color: () => false,
  };
  return {
    io: {
      out: sink,
      err: { ...sink, write: () => undefined },
      in: { isTTY: false, text: async () => '', bytes: noBytes },
      flush: async () => {},
    },
  };
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

describe('keys in the log of GitHub Actions', () => {
  const created: Script = () => ({ status: 201, body: { apiKey: { id: ID, name: 'CI', key: KEY } } });
  const argv = ['api-keys', 'create', '--name', 'CI'];

  test('are masked before the result is written', async () => {
    const { svc } = await against(created);
    const said = await svc(argv, { env: { GITHUB_ACTIONS: 'true' } });
    expect(said.stdout).toContain(KEY);
    expect(said.stderr).toBe(`::add-mask::${KEY}\n`);
  });

  test('are masked beside integers that only text can hold', async () => {
    const { svc } = await against(() => ({
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: `{"apiKey":{"id":"${ID}","key":"${KEY}","n":12345678901234567890}}`,
    }));
    const said = await svc(argv, { env: { GITHUB_ACTIONS: 'true' } });
    expect(said).toMatchObject({ code: 0, stderr: `::add-mask::${KEY}\n` });
  });

  test('are not spoken of anywhere else', async () => {
    const { svc } = await against(created);
    expect((await svc(argv)).stderr).toBe('');
  });
});
