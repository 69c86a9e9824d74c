import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failure } from '../../../src/kernel/failure.ts';
import { makeFifo } from '../../support/fifo.ts';
import { INSTAGRAM, LINKEDIN, OTHER_PROFILE, POST, PROFILE, ran, TWITTER, type Running } from '../running.ts';

const create = (words: readonly string[], running: Running = {}) => ran(['posts', 'create', ...words], running);

const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

describe('when', () => {
  test('POST-28 without a word about the time it is sent as a draft would be', async () => {
    const { code, sent, result } = await create(['An idea']);
    expect(sent('POST /v1/posts')).toEqual({ content: 'An idea' });
    expect({ code, status: result.post?.['status'] }).toEqual({ code: 0, status: 'draft' });
  });

  test('POST-26 --at is resolved in the zone of the flag, and instant and zone are told', async () => {
    const { sent, err } = await create([
      'hi',
      '--to',
      'twitter',
      '--at',
      '2026-12-01 09:00',
      '--timezone',
      'Europe/Berlin',
    ]);
    expect(sent('POST /v1/posts')).toMatchObject({
      scheduledFor: '2026-12-01T08:00:00.000Z',
      timezone: 'Europe/Berlin',
    });
    expect(err()).toContain('2026-12-01 09:00 Europe/Berlin (+01:00), which is 2026-12-01T08:00:00.000Z');
  });

  test('--at without a zone follows the zone of the context', async () => {
    const before: Running['before'] = ({ world }) =>
      world.settings.write(() => ({ currentContext: 'c', contexts: { c: { timezone: 'Asia/Tokyo' } } }));
    const { sent } = await create(['hi', '--to', 'twitter', '--at', 'tomorrow 9:00'], { before });
    expect(sent('POST /v1/posts')).toMatchObject({ scheduledFor: '2026-01-06T00:00:00.000Z', timezone: 'Asia/Tokyo' });
  });

  test('a date that reads two ways is refused with both readings, unless the order is declared', async () => {
    const words = ['hi', '--to', 'twitter', '--at', '06.12.2027 09:00'];
    const { code, sent, err } = await create(words);
    expect({ code, sent: sent('POST /v1/posts') }).toEqual({ code: 2, sent: {} });
    expect(err()).toContain('06.12.2027 can be read as 6 December 2027 (day first) or 12 June 2027 (month first).');
    expect(err()).toContain('--date-order dmy|mdy|ymd');
    const declared = await create([...words, '--date-order', 'dmy']);
    expect(declared.sent('POST /v1/posts')).toMatchObject({ scheduledFor: '2027-12-06T09:00:00.000Z' });
    const before: Running['before'] = ({ world }) =>
      world.settings.write(() => ({ currentContext: 'c', contexts: { c: { dateOrder: 'mdy' } } }));
    const byContext = await create(words, { before });
    expect(byContext.sent('POST /v1/posts')).toMatchObject({ scheduledFor: '2027-06-12T09:00:00.000Z' });
  });

  test('--now publishes, --draft keeps', async () => {
    expect((await create(['hi', '--to', 'twitter', '--now'])).sent('POST /v1/posts')).toMatchObject({
      publishNow: true,
    });
    expect((await create(['hi', '--draft'])).sent('POST /v1/posts')).toEqual({ content: 'hi', isDraft: true });
  });

  test('POST-46 --queue takes the queue of the profile that the targets share, and tells the time it got', async () => {
    const { sent, err } = await create(['hi', '--to', 'twitter', '--to', 'instagram', '--queue']);
    expect(sent('POST /v1/posts')).toMatchObject({ queuedFromProfile: PROFILE });
    expect(err()).toContain('Queued for 2026-01-06T08:00:00.000Z');
    const named = await create([
      'hi',
      '--to',
      'twitter',
      `--queue=${POST}`,
      '--profile',
      OTHER_PROFILE,
      '--to',
      TWITTER,
    ]);
    expect(named.error.message).toContain('matches no account of profile');
    const other = await create(['hi', '--to', TWITTER, `--queue=${POST}`, '--profile', OTHER_PROFILE]);
    expect(other.sent('POST /v1/posts')).toMatchObject({ queuedFromProfile: OTHER_PROFILE, queueId: POST });
  });

  test('a queue of nobody knows which profile is exit 2', async () => {
    const { code, error } = await create(['hi', '--to', 'twitter', '--to', 'linkedin', '--queue']);
    expect({ code, message: error.message }).toEqual({
      code: 2,
      message: '--queue needs a profile: set it with --profile.',
    });
  });

  // prettier-ignore
  test.each([
    [['--now', '--draft']],
    [['--now', '--at', '+2h']],
    [['--at', '+2h', '--queue']],
    [['--queue', '--draft']],
    [['--now', '--scheduled-for', '2026-12-01T09:00:00Z']],
    [['--draft', '--publish-now']],
    [['--at', '+2h', '--set', `queuedFromProfile=${'1'.repeat(24)}`]],
  ])('%j cannot be combined: exit 2 and nothing is sent', async (words) => {
    const { code, error, asked } = await create(['hi', '--to', 'twitter', ...words]);
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
    expect(error.message).toContain('cannot be combined');
  });

  // prettier-ignore
  test.each([
    [['--at', '2026-03-29 02:30', '--timezone', 'Europe/Berlin'], 'does not exist'],
    [['--at', '2025-01-01 09:00'],                                'is in the past'],
    [['--at', 'whenever'],                                        'is not a valid time'],
    [['--at', '+2h', '--timezone', 'Mars/Base'],                  'imezone'],
  ])('POST-08 %j is exit 2 before any request', async (words, why) => {
    const { code, error, asked } = await create(['hi', '--to', 'twitter', ...words]);
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
    expect(error.message).toContain(why);
  });

  test('a time that comes twice is taken early, and that is said', async () => {
    const { sent, err } = await create([
      'hi',
      '--to',
      'twitter',
      '--at',
      '2026-10-25 02:30',
      '--timezone',
      'Europe/Berlin',
    ]);
    expect(sent('POST /v1/posts')).toMatchObject({ scheduledFor: '2026-10-25T00:30:00.000Z' });
    expect(err()).toContain('twice that day; the earlier one is used');
  });
});

describe('to whom', () => {
  test('POST-77 names become ids with one look at the accounts', async () => {
    const { sent, calls } = await create([
      'hi',
      '--to',
      'twitter',
      '--to',
      'instagram:@brand',
      '--to',
      LINKEDIN,
      '--now',
    ]);
    expect(sent('POST /v1/posts')['platforms']).toEqual([
      { platform: 'twitter', accountId: TWITTER },
      { platform: 'instagram', accountId: INSTAGRAM },
      { platform: 'linkedin', accountId: LINKEDIN },
    ]);
    expect(calls).toEqual(['GET /v1/accounts', 'POST /v1/posts']);
  });

  test('targets of --set and --input are kept beside those of --to', async () => {
    const words = ['--set', `platforms[0].accountId=${LINKEDIN}`, '--set', 'platforms[0].platform=linkedin'];
    const { sent } = await create(['hi', '--to', 'twitter', ...words]);
    expect(sent('POST /v1/posts')['platforms']).toEqual([
      { platform: 'linkedin', accountId: LINKEDIN },
      { platform: 'twitter', accountId: TWITTER },
    ]);
  });

  test('the profile of the context scopes the names', async () => {
    const before: Running['before'] = ({ world }) =>
      world.settings.write(() => ({ currentContext: 'c', contexts: { c: { profile: OTHER_PROFILE } } }));
    const { code, error } = await create(['hi', '--to', 'twitter', '--now'], { before });
    expect(code).toBe(2);
    expect(error.message).toContain(`--to twitter matches no account of profile ${OTHER_PROFILE}`);
  });

  test('an unknown name is exit 2 with the accounts there are, and nothing is created', async () => {
    const { code, error, calls } = await create(['hi', '--to', '@nobody', '--now']);
    expect({ code, calls }).toEqual({ code: 2, calls: ['GET /v1/accounts'] });
    expect(error.hint).toContain('twitter:@acme');
  });

  test.each([['--now'], ['--queue'], ['--at=+2h']])('%s without a target is exit 2', async (word) => {
    const { code, error, asked } = await create(['hi', word]);
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
    expect(error.message).toBe('The post has no target: choose accounts with --to.');
  });
});

describe('what', () => {
  test('a text that begins with a sign is a text, never a file', async () => {
    expect((await create(['@brand hello'])).sent('POST /v1/posts')['content']).toBe('@brand hello');
    expect((await create(['--', '-1 degrees'])).sent('POST /v1/posts')['content']).toBe('-1 degrees');
  });

  test('`-` and --content-file read it from standard input and file, without the last line break', async () => {
    expect((await create(['-'], { stdin: 'two\nlines\n' })).sent('POST /v1/posts')['content']).toBe('two\nlines');
    const before: Running['before'] = ({ folder }) => writeFileSync(join(folder, 'text.md'), '\uFEFFhello\r\n');
    expect((await create(['--content-file', 'text.md'], { before })).sent('POST /v1/posts')['content']).toBe('hello');
  });

  test('two texts are exit 2', async () => {
    const { code, error } = await create(['hi', '--content', 'ho']);
    expect({ code, message: error.message }).toEqual({
      code: 2,
      message: 'The text is given twice: with the text and with --content.',
    });
  });

  // prettier-ignore
  test.each([
    [['--now', '--to', 'twitter']],
    [['', '--now', '--to', 'twitter']],
    [['  \n ', '--at', '+2h', '--to', 'twitter']],
    [[]],
  ])('an empty post %j is exit 2 and nothing is sent', async (words) => {
    const { code, error, asked } = await create(words);
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
    expect(error.message).toContain('The post is empty');
  });

  test('a draft may be empty, and --no-validate sends what it is told', async () => {
    expect((await create(['--draft'])).code).toBe(0);
    expect((await create(['--now', '--to', 'twitter', '--no-validate'])).calls).toContain('POST /v1/posts');
  });

  test('a text for one target alone is enough', async () => {
    const words = ['--set', `platforms[0].accountId=${LINKEDIN}`, '--set', 'platforms[0].platform=linkedin'];
    const { code } = await create([...words, '--set', 'platforms[0].customContent=hi', '--now']);
    expect(code).toBe(0);
  });

  test('POST-51 every field of a post has a flag', async () => {
    const words = [
      'hi',
      '--title',
      't',
      '--tags',
      'a',
      '--tags',
      'b',
      '--hashtags',
      'c',
      '--tiktok-settings',
      '{"privacyLevel":"PUBLIC_TO_EVERYONE"}',
    ];
    const { sent, code, err } = await create(words);
    expect({ code, err: err() }).toEqual({ code: 0, err: '' });
    expect(sent('POST /v1/posts')).toEqual({
      content: 'hi',
      title: 't',
      tags: ['a', 'b'],
      hashtags: ['c'],
      tiktokSettings: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
    });
  });
});

describe('media', () => {
  const withFiles: Running['before'] = ({ folder }) => {
    writeFileSync(join(folder, 'photo.jpg'), GIF);
    writeFileSync(join(folder, 'brochure.pdf'), '%PDF-1.7\n');
    writeFileSync(join(folder, 'strange.xyz'), 'what');
    writeFileSync(join(folder, 'notes.txt'), 'text');
    writeFileSync(join(folder, 'empty.png'), '');
    mkdirSync(join(folder, 'sub'));
    makeFifo(join(folder, 'pipe'));
  };

  test('MED-01 POST-04 files are uploaded before the post, addresses go as they are', async () => {
    const words = [
      'hi',
      '--to',
      'twitter',
      '--media',
      'photo.jpg',
      '--media',
      'https://cdn.example/clip.mp4?x=1',
      '--media',
      'brochure.pdf',
    ];
    const { sent, calls, asked } = await create(words, { before: withFiles });
    expect(calls).toEqual([
      'GET /v1/accounts',
      'POST /v1/media/presign',
      'PUT /up/photo.jpg',
      'POST /v1/media/presign',
      'PUT /up/brochure.pdf',
      'POST /v1/posts',
    ]);
    expect(asked.find(({ method }) => method === 'PUT')?.headers.authorization).toBeUndefined();
    expect(sent('POST /v1/media/presign')).toEqual({
      filename: 'photo.jpg',
      contentType: 'image/gif',
      size: GIF.byteLength,
    });
    expect(sent('POST /v1/posts')['mediaItems']).toEqual([
      expect.objectContaining({
        type: 'gif',
        url: expect.stringContaining('/pub/photo.jpg') as string,
        filename: 'photo.jpg',
        mimeType: 'image/gif',
      }),
      { type: 'video', url: 'https://cdn.example/clip.mp4?x=1' },
      expect.objectContaining({ type: 'document', mimeType: 'application/pdf' }),
    ]);
  });

  test('an address without a telling ending goes without a type', async () => {
    const { sent } = await create(['--media', 'https://cdn.example/12345']);
    expect(sent('POST /v1/posts')['mediaItems']).toEqual([{ url: 'https://cdn.example/12345' }]);
  });

  // prettier-ignore
  test.each([
    ['nowhere.png', 'there is no such file'],
    ['sub',         'is a folder, not a file'],
    ['pipe',        'is a named pipe, not a file'],
    ['/dev/zero',   'is a device, not a file'],
    ['strange.xyz', 'is not clear from its content or name'],
    ['notes.txt',   'is text/plain, which is not an accepted media type'],
    ['empty.png',   'is empty'],
    ['-',           'Standard input cannot be uploaded'],
  ])('--media %s is exit 2 before anything is sent: %s', async (name, why) => {
    const { code, error, asked } = await create(['hi', '--to', 'twitter', '--media', 'photo.jpg', '--media', name], { before: withFiles });
    expect({ code, asked }).toEqual({ code: 2, asked: [] });
    expect(error.message).toContain(why);
  });

  test('a post more than seven days away needs files that stay', async () => {
    const special: Running['special'] = ({ url }) => (url.startsWith('/pub/') ? { status: 404 } : undefined);
    const far = ['hi', '--to', 'twitter', '--media', 'photo.jpg', '--at', '2026-01-13 09:00'];
    const { code, error, calls } = await create(far, { before: withFiles, special });
    expect({ code, calls: calls.at(-1) }).toEqual({ code: 3, calls: 'GET /pub/photo.jpg' });
    expect(error).toMatchObject({
      code: 'not_permanent',
      message: expect.stringContaining('No post was created') as string,
    });
    const near = await create(['hi', '--to', 'twitter', '--media', 'photo.jpg', '--at', '2026-01-12 09:00'], {
      before: withFiles,
      special,
    });
    expect(near.code).toBe(0);
    expect((await create(far, { before: withFiles })).code).toBe(0);
  });

  test('--permanent refuses a file whose address ends', async () => {
    const special: Running['special'] = ({ url, headers }) =>
      url === '/v1/media/presign'
        ? {
            body: {
              uploadUrl: `http://${headers.host}/up/1`,
              publicUrl: `http://${headers.host}/pub/1?X-Amz-Expires=60`,
              key: 'k',
            },
          }
        : undefined;
    const { code, error } = await create(['hi', '--media', 'photo.jpg', '--permanent'], { before: withFiles, special });
    expect({ code, error: error['code'] }).toEqual({ code: 3, error: 'not_permanent' });
  });

  test('an interruption during the upload says that there is no post, and what exists', async () => {
    let interrupt: (reason: unknown) => void = () => undefined;
    const { code, error, calls } = await create(
      ['hi', '--to', 'twitter', '--media', 'photo.jpg', '--media', 'brochure.pdf'],
      {
        before: async (made) => {
          await withFiles(made);
          interrupt = made.interrupt;
        },
        special: ({ url }) => {
          if (!url.startsWith('/up/brochure')) return undefined;
          interrupt(failure('interrupted'));
          return new Promise(() => undefined);
        },
      },
    );
    expect({ code, created: calls.includes('POST /v1/posts') }).toEqual({ code: 130, created: false });
    expect(error.message).toMatch(/^Interrupted\. No post was created\. Uploaded already: photo\.jpg at http/);
  });
});

describe('a dry run', () => {
  test('sends nothing at all and shows method, address, headers with the key masked, body and a curl line', async () => {
    const words = [
      'hi',
      '--to',
      'twitter',
      '--to',
      'instagram:@brand',
      '--at',
      '+2h',
      '--media',
      'photo.gif',
      '--dry-run',
    ];
    const before: Running['before'] = ({ folder }) => writeFileSync(join(folder, 'photo.gif'), GIF);
    const { code, asked, result, out } = await create(words, { before });
    expect({ code, asked }).toEqual({ code: 0, asked: [] });
    expect(result).toMatchObject({
      method: 'POST',
      url: expect.stringMatching(/\/v1\/posts$/) as string,
      headers: { 'content-type': 'application/json', authorization: expect.stringContaining('****') as string },
      body: {
        content: 'hi',
        scheduledFor: '2026-01-05T11:00:00.000Z',
        platforms: [{ platform: 'twitter' }, { platform: 'instagram' }],
        mediaItems: [{ type: 'gif', url: '<address of photo.gif>' }],
      },
      curl: expect.stringMatching(/^curl -X POST /) as string,
    });
    expect(out()).not.toContain('sk_test');
  });

  test('refuses what would be refused', async () => {
    expect((await create(['--now', '--to', 'twitter', '--dry-run'])).code).toBe(2);
    expect((await create(['hi', '--media', 'nowhere.png', '--dry-run'])).code).toBe(2);
  });
});

describe('the answer', () => {
  const failedPost = {
    _id: POST,
    status: 'partial',
    platforms: [
      { platform: 'twitter', accountId: TWITTER, status: 'published' },
      {
        platform: 'discord',
        accountId: { _id: 'x', platform: 'discord', username: 'guild' },
        status: 'failed',
        errorMessage: 'Missing Access',
        errorCategory: 'account_issue',
        errorSource: 'user',
      },
    ],
  };

  test('POST-65 GEN-14 POST-70 a 207 prints the post, names the failed targets and is exit 9', async () => {
    const special: Running['special'] = ({ method, url }) =>
      method === 'POST' && url === '/v1/posts' ? { status: 207, body: { error: 'x', post: failedPost } } : undefined;
    const { code, result, error } = await create(['hi', '--to', 'twitter', '--now'], { special });
    expect({ code, id: result.post?.['_id'] }).toEqual({ code: 9, id: POST });
    expect(error.message).toContain('Discord guild: Missing Access (the bot cannot see the channel');
  });

  test('ERR-43 a create that is answered with 503 is sent again with the same request id', async () => {
    let posts = 0;
    const special: Running['special'] = ({ method, url }) =>
      method === 'POST' && url === '/v1/posts' && ++posts === 1
        ? { status: 503, headers: { 'retry-after': '2' }, body: { error: 'later' } }
        : undefined;
    const { code, asked, slept, err } = await create(['hi', '--to', 'twitter', '--now'], { special });
    const ids = asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers['x-request-id']);
    expect({ code, slept, same: ids.length === 2 && ids[0] === ids[1] }).toEqual({
      code: 0,
      slept: [2000],
      same: true,
    });
    expect(err()).toContain('retrying in 2 s');
  });

  test('two creates have two request ids', async () => {
    const id = async () => (await create(['hi'])).asked[0]?.headers['x-request-id'];
    expect(await id()).not.toBe(await id());
  });
});
