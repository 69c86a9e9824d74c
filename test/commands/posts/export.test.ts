/** `posts export` against the real local service: what it writes is taken again by `posts import`, whatever the form. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../support/service.ts';
import { GIF, importBench, type ImportBench } from './importing.ts';

interface Bench extends ImportBench {
  text(name: string): string;
}

async function bench(): Promise<Bench> {
  const made = await importBench();
  return { ...made, text: (name) => readFileSync(join(made.folder, name), 'utf8') };
}

/** Posts of every kind that an export must not bend. */
async function filled(): Promise<Bench> {
  const made = await bench();
  const twitter = await made.account('twitter', { username: 'acme' });
  const telegram = await made.account('telegram', { username: 'acme' });
  const instagram = await made.account('instagram', { username: 'acme' });
  const target = { platform: 'twitter', accountId: twitter._id };
  const bodies: readonly object[] = [
    { content: 'plain', platforms: [target], scheduledFor: '2026-02-01T09:00:00Z', timezone: 'Europe/Berlin' },
    { content: '=1+1, "quoted"; and\nmore\n\n---\n@brand', isDraft: true, tags: ['a', 'b;c'], hashtags: ['#x'] },
    {
      content: 'rich',
      title: 'A title: with a colon',
      platforms: [
        { platform: 'telegram', accountId: telegram._id, customContent: 'short' },
        { platform: 'instagram', accountId: instagram._id },
      ],
      mediaItems: [
        { type: 'image', url: 'https://example.com/a.png' },
        { type: 'video', url: 'https://example.com/b,c;d.mp4', altText: 'what is seen' },
      ],
      tiktokSettings: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
      metadata: { campaign: { name: 'spring', runs: [1, 2] } },
      scheduledFor: '2026-02-02T09:00:00Z',
    },
    { content: 'seen', platforms: [target], mediaItems: [{ type: 'image', url: 'https://example.com/a.png' }] },
    { title: 'only a title', isDraft: true },
  ];
  for (const body of bodies) expect((await made.api('POST', '/v1/posts', { body })).status).toBe(201);
  return made;
}

/** What of a post an import must bring back. */
const kept = (posts: readonly Json[]): readonly unknown[] =>
  posts
    .map(({ _id, userId: _u, createdAt: _c, updatedAt: _d, platforms, ...post }) => ({
      ...post,
      platforms: (platforms as unknown as Json[]).map(({ accountId, ...target }) => ({
        ...target,
        to: accountId?.['_id'],
      })),
    }))
    .map((post) => JSON.stringify(post))
    .sort();

describe('a round trip', () => {
  test.each(['posts.csv', 'posts.ndjson', 'posts.json', 'posts.yaml', 'posts'])(
    'through %s changes nothing',
    async (to) => {
      const made = await filled();
      const before = await made.posts();
      const words = to === 'posts' ? ['--format', 'markdown'] : [];
      const written = await made.svc(['posts', 'export', '--to', to, ...words, '-o', 'json']);
      expect([written.code, written.lines[0]]).toEqual([0, expect.objectContaining({ to, posts: 5 })]);
      for (const { _id } of before) await made.api('DELETE', `/v1/posts/${String(_id)}`);
      expect(await made.posts()).toEqual([]);
      const { code, lines, err } = await made.svc(['posts', 'import', to]);
      expect({ code, count: lines.length, err: err() }).toEqual({ code: 0, count: 5, err: '5 rows: 5 created.\n' });
      expect(kept(await made.posts())).toEqual(kept(before));
      expect(lines.map(({ key }) => String(key)).sort()).toEqual(before.map(({ _id }) => String(_id)).sort());
    },
  );

  test('through a pipe as well', async () => {
    const made = await filled();
    const before = await made.posts();
    for (const format of ['ndjson', 'csv', 'yaml', 'json']) {
      const { out } = await made.svc(['posts', 'export', '--format', format]);
      for (const { _id } of await made.posts()) await made.api('DELETE', `/v1/posts/${String(_id)}`);
      expect((await made.svc(['posts', 'import', '-', '--format', format], { stdin: out() })).code, format).toBe(0);
      expect(kept(await made.posts()), format).toEqual(kept(before));
    }
  });
});

describe('what went out', () => {
  test('becomes a draft with a remark, so that no import publishes it again', async () => {
    const made = await bench();
    await made.account('twitter', { username: 'acme' });
    await made.svc(['posts', 'create', 'live', '--to', 'twitter', '--now']);
    const { out } = await made.svc(['posts', 'export', '-o', 'ndjson']);
    const row = JSON.parse(out()) as Json;
    expect(row).toMatchObject({ content: 'live', draft: true, _status: 'published' });
    expect(row['_urls']).toHaveLength(1);
    await made.svc(['posts', 'import', '-'], { stdin: out() });
    expect((await made.posts()).map(({ status }) => String(status)).sort()).toEqual(['draft', 'published']);
  });

  test('POST-46 a post of a queue keeps the time that the queue gave', async () => {
    const made = await bench();
    await made.account('twitter', { username: 'acme' });
    const slots = [{ dayOfWeek: 3, time: '10:00' }];
    const body = { profileId: await made.profileId(), timezone: 'UTC', slots, active: true };
    await made.api('PUT', '/v1/queue/slots', { body });
    await made.svc(['posts', 'create', 'queued', '--to', 'twitter', '--queue']);
    const { lines } = await made.svc(['posts', 'export']);
    expect(lines).toMatchObject([{ scheduledFor: '2026-01-07T10:00:00.000Z' }]);
    expect(lines[0]).not.toHaveProperty('queue');
  });
});

describe('filters', () => {
  test('POST-56 are those of posts list, judged before anything is asked', async () => {
    const made = await filled();
    const { lines } = await made.svc(['posts', 'export', '--status', 'scheduled', '--sort-by', 'scheduled-asc']);
    expect(lines.map(({ content }) => String(content))).toEqual(['plain', 'rich']);
    const wrong = await made.svc(['posts', 'export', '--status', 'draaft']);
    expect([wrong.code, wrong.error.hint]).toEqual([2, expect.stringContaining('draft')]);
    const id = await made.svc(['posts', 'export', '--profile-id', 'x']);
    expect(id.code).toBe(2);
  });

  test('--limit ends the export in the middle of a page', async () => {
    const made = await filled();
    expect((await made.svc(['posts', 'export', '--limit', '2'])).lines).toHaveLength(2);
    expect((await made.svc(['posts', 'export', '--limit', '0'])).code).toBe(2);
  });

  test('a list longer than a page is read to its end, one page at a time', async () => {
    const made = await bench();
    await made.svc(['posts', 'import', '-'], { stdin: `content\n${'x\n'.repeat(230)}` });
    await made.asked();
    expect((await made.svc(['posts', 'export'])).lines).toHaveLength(230);
    expect(await made.asked()).toEqual(['GET /v1/posts', 'GET /v1/posts', 'GET /v1/posts']);
  });
});

describe('the form', () => {
  test('is told by the name, by --format, or on standard output by -o', async () => {
    const made = await filled();
    await made.svc(['posts', 'export', '--to', 'a.yml']);
    expect(made.text('a.yml')).toMatch(/^---\nkey: /);
    await made.svc(['posts', 'export', '--to', 'a.txt', '--format', 'csv']);
    expect(made.text('a.txt')).toMatch(/^key,content,to,platforms,/);
    expect((await made.svc(['posts', 'export', '-o', 'csv'])).out()).toMatch(/^key,content,to,platforms,/);
    expect(JSON.parse((await made.svc(['posts', 'export', '-o', 'json'])).out())).toHaveLength(5);
    const folder = await made.svc(['posts', 'export', '--to', 'out', '--format', 'markdown'], { terminal: 80 });
    expect(folder.out()).toBe('5 posts in out. `svc posts import out` imports them.\n');
    expect(readdirSync(join(made.folder, 'out'))).toHaveLength(5);
  });

  test.each([
    [['--to', 'a.txt'], 'The format of a.txt is not clear'],
    [['--format', 'markdown'], 'Markdown needs a folder'],
    [['--to', 'config', '--format', 'csv'], 'config is a folder'],
    [['--to', 'no/such/a.csv'], 'there is no such file'],
  ])('%j is exit 2', async (words, why) => {
    const made = await bench();
    made.file('config/x', '');
    const { code, error } = await made.svc(['posts', 'export', ...words]);
    expect([code, error.message]).toEqual([2, expect.stringContaining(why)]);
  });

  test('--jq and --fields look at the rows instead', async () => {
    const made = await filled();
    const { out } = await made.svc(['posts', 'export', '--jq', 'map(.content // "") | sort | last']);
    expect(out()).toBe('seen\n');
  });

  test('nothing to export is an empty file that says so', async () => {
    const made = await bench();
    expect((await made.svc(['posts', 'export', '-o', 'csv'])).out()).toMatch(/^key,[^\n]*\n$/);
    expect((await made.svc(['posts', 'export', '-o', 'json'])).out()).toBe('[\n]\n');
  });

  test('a file that was there is replaced only when all is written', async () => {
    const made = await filled();
    made.file('a.csv', 'before');
    await made.control('POST', '/_local/faults', { match: { operation: 'listPosts' }, action: { status: 400 } });
    expect((await made.svc(['posts', 'export', '--to', 'a.csv'])).code).toBe(3);
    expect(made.text('a.csv')).toBe('before');
    expect(readdirSync(made.folder).filter((name) => name.includes('.tmp'))).toEqual([]);
  });
});

describe('--download-media', () => {
  test('fetches each file once, and an import uploads it again', async () => {
    const made = await bench();
    made.file('photo.gif', GIF);
    made.file(
      'in.yaml',
      '- {content: one, media: photo.gif}\n- {content: two, mediaItems: [{url: photo.gif, altText: dot}]}\n',
    );
    await made.svc(['posts', 'import', 'in.yaml']);
    const words = ['posts', 'export', '--to', 'out/posts.csv', '--download-media', 'out/media', '-o', 'json'];
    made.file('out/.keep', '');
    const { lines } = await made.svc(words);
    expect(lines[0]).toMatchObject({ posts: 2, media: { files: 1, bytes: GIF.length, failed: 0 } });
    expect(readFileSync(join(made.folder, 'out/media/00001.gif')).equals(GIF)).toBe(true);
    expect(made.text('out/posts.csv')).toContain('media/00001.gif');
    expect(made.text('out/posts.csv')).not.toContain('http');
    expect((await made.svc(['posts', 'import', 'out/posts.csv'])).code).toBe(0);
    const alts = (await made.posts()).flatMap(({ mediaItems }) =>
      (mediaItems as unknown as Json[]).map(({ altText }) => altText),
    );
    expect(alts.filter((alt) => String(alt) === 'dot')).toHaveLength(2);
  });

  test('keeps the address of what cannot be fetched, and is exit 9', async () => {
    const made = await filled();
    const env = { HTTP_PROXY: '', HTTPS_PROXY: '' };
    await made.api('POST', '/v1/posts', {
      body: { content: 'dead', mediaItems: [{ type: 'image', url: 'http://127.0.0.1:9/x.png' }] },
    });
    const words = [
      'posts',
      'export',
      '--search',
      'dead',
      '--to',
      'a.ndjson',
      '--download-media',
      'media',
      '-o',
      'json',
    ];
    const { code, err } = await made.svc(words, { env });
    expect(code).toBe(9);
    expect(err()).toContain('http://127.0.0.1:9/x.png could not be fetched');
    expect(made.text('a.ndjson')).toContain('http://127.0.0.1:9/x.png');
    expect(existsSync(join(made.folder, 'media', '00001.png'))).toBe(false);
  });

  test('sends our key to nobody', async () => {
    const made = await bench();
    made.file('photo.gif', GIF);
    await made.svc(['posts', 'import', '-'], { stdin: '{"content":"x","media":"photo.gif"}' });
    const keys: unknown[] = [];
    await made.svc(['posts', 'export', '--to', 'a.ndjson', '--download-media', 'media'], {
      doors: ({ world }) => ({
        http: {
          ...world.http,
          pool: {
            ...world.http.pool,
            send(request) {
              if (!request.url.includes('/v1/')) keys.push(request.headers['authorization']);
              return world.http.pool.send(request);
            },
          },
        },
      }),
    });
    expect(keys).toEqual([undefined]);
  });
});
