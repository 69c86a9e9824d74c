/** `svc api call`: operations by id, beside the commands that do the same. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scriptedApi, type Asked, type Script } from '../../support/scripted-api.ts';
import { errorIn, svc, type Said, type SvcOptions } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

const ID = '64f0a1b2c3d4e5f60123abcd';

interface Told extends Said {
  readonly asked: readonly Asked[];
}

async function told(
  words: readonly string[],
  script: Script = () => ({ body: {} }),
  options: SvcOptions = {},
): Promise<Told> {
  const api = await scriptedApi(script);
  const said = await svc(words, { ...options, env: { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_test' } });
  return { ...said, asked: api.asked };
}

const called = (words: readonly string[], script?: Script, options?: SvcOptions): Promise<Told> =>
  told(['api', 'call', ...words], script, options);

/** What was sent, without what is another each time. */
const sent = ({ asked }: Told): unknown =>
  asked.map(({ method, url, body, headers }) => ({
    method,
    path: url.split('?')[0],
    query: Object.fromEntries(new URL(url, 'http://x').searchParams),
    body: body.length === 0 ? undefined : (JSON.parse(body.toString()) as unknown),
    type: headers['content-type'],
    token: headers['x-connect-token'],
  }));

describe('a field finds its place by its name, and the request is that of the command', () => {
  test.each<[string[], string[]]>([
    [
      ['listPosts', '-F', 'status=draft', '-F', 'platform=twitter', '-F', 'page=2'],
      ['posts', 'list', '--status', 'draft', '--platform', 'twitter', '--page', '2'],
    ],
    [
      ['get-post', '-F', `postId=${ID}`],
      ['posts', 'get', ID],
    ],
    [
      ['getPost', '-F', `post-id=${ID}`],
      ['posts', 'get', ID],
    ],
    [
      ['updateProfile', '-F', `profileId=${ID}`, '-F', 'name=x', '-F', 'isDefault=true'],
      ['profiles', 'update', ID, '--name', 'x', '--is-default'],
    ],
    [
      ['createProfile', '-F', 'name=123'],
      ['profiles', 'create', '--name', '123'],
    ],
    [
      ['deletePost', '-F', `postId=${ID}`, '--yes'],
      ['posts', 'delete', ID, '--yes'],
    ],
    [
      [
        'createPost',
        '-F',
        'content=x',
        '-F',
        'tags=a',
        '-F',
        'tags=b',
        '-F',
        `platforms[0].accountId=${ID}`,
        '-F',
        'platforms[0].platform=twitter',
      ],
      [
        'posts',
        'create',
        '--content',
        'x',
        '--tags',
        'a',
        '--tags',
        'b',
        '--platforms',
        `{"accountId":"${ID}","platform":"twitter"}`,
      ],
    ],
    [
      ['createPost', '-F', 'content=x', '--set', 'metadata.k=1'],
      ['posts', 'create', '--content', 'x', '--set', 'metadata.k=1'],
    ],
    [
      ['listWhatsAppPhoneNumbers', '-F', 'X-Connect-Token=t', '-F', `profileId=${ID}`, '--no-validate'],
      ['api', 'GET', '/v1/connect/whatsapp/select-phone-number', '-H', 'x-connect-token: t', '-F', `profileId=${ID}`],
    ],
  ])('%j is %j', async (words, command) => {
    const call = await called(words);
    expect(call, call.stderr).toMatchObject({ code: 0 });
    expect(sent(call)).toEqual(sent(await told(command)));
  });

  test('a file of a form, and a document with fields over it', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'rows.csv'), 'content\nx\n');
    await writeFile(join(folder, 'profile.yaml'), 'name: a\ncolor: red\n');
    const upload = await called(['bulkUploadPosts', '-F', 'file=rows.csv'], undefined, { folder });
    expect(upload.asked[0]?.body.toString()).toContain('filename="rows.csv"');
    const same = await called(['bulkUploadPosts', '--file', 'file=rows.csv'], undefined, { folder });
    expect(same.asked[0]?.body.toString()).toContain('filename="rows.csv"');
    const create = await called(['createProfile', '--input', 'profile.yaml', '-F', 'name=b'], undefined, { folder });
    expect(JSON.parse(create.asked[0]?.body.toString() ?? '')).toEqual({ name: 'b', color: 'red' });
  });
});

describe('the answer is that of the command', () => {
  const script: Script = ({ url }) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page') ?? '1');
    return { body: { posts: [{ _id: String(page), status: 'draft' }], pagination: { page, pages: 2, total: 2 } } };
  };

  test.each([
    [[]],
    [['--all']],
    [['--all', '-o', 'ndjson']],
    [['-o', 'table']],
    [['--limit', '1']],
    [['--fields', '_id']],
  ])('with %j', async (flags) => {
    const call = await called(['listPosts', ...flags], script);
    const command = await told(['posts', 'list', ...flags], script);
    expect({ ...call, asked: undefined }).toEqual({ ...command, asked: undefined });
    expect(sent(call)).toEqual(sent(command));
  });

  test('also when it refuses', async () => {
    const no: Script = () => ({ status: 404, body: { error: 'No.', code: 'post_not_found' } });
    const call = await called(['getPost', '-F', `postId=${ID}`], no);
    expect(call.code).toBe(7);
    expect(errorIn(call)).toMatchObject({ code: 'post_not_found', hint: '`svc posts list` shows the posts.' });
  });
});

describe('nothing is sent', () => {
  test.each([
    [['creatPost', '-F', 'content=x'], 'There is no operation "creatPost"', 'Did you mean createPost?'],
    [['qqqqqqqq'], 'There is no operation', 'svc api search'],
    [['getPost'], 'postId is required', '`svc posts get --help` shows what is required.'],
    [['getPost', '-F', 'postId=none'], 'postId', '--no-validate'],
    [['getPost', '-F', `postID2=${ID}`], 'The operation has no "postID2"', 'Did you mean postId?'],
    [['listPosts', '-F', 'status=drafty'], 'status', 'Did you mean draft?'],
    [['createProfile', '-F', 'nam=x'], 'nam', 'Did you mean name'],
    [['createPost', '-F', 'platforms[0].accountID=x'], 'accountID', 'accountId'],
  ])('for %j', async (words, message, hint) => {
    const said = await called(words);
    expect(said).toMatchObject({ code: 2, stdout: '', asked: [] });
    expect(errorIn(said)['message']).toContain(message);
    expect(errorIn(said)['hint']).toContain(hint);
  });

  test('until the question of the operation is answered', async () => {
    const said = await called(['deletePost', '-F', `postId=${ID}`]);
    expect(said.asked).toEqual([]);
    expect(errorIn(said)).toMatchObject({ code: 'confirmation', exit: 2 });
  });

  test('with --dry-run', async () => {
    const said = await called(['createProfile', '-F', 'name=x', '--dry-run']);
    expect(said.asked).toEqual([]);
    expect(JSON.parse(said.stdout)).toMatchObject({ dryRun: true, method: 'POST', body: { name: 'x' } });
  });
});

test('what does not fit goes out with --no-validate', async () => {
  const { code, asked } = await called(['createProfile', '-F', 'nam=x', '--no-validate']);
  expect({ code, body: asked[0]?.body.toString() }).toEqual({ code: 0, body: '{"nam":"x"}' });
});
