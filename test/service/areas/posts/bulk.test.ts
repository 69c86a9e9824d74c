/** Bulk upload: a post a row, a result a row. */
import { describe, expect, test } from 'vitest';
import type { ServiceUnderTest } from '../../../support/service.ts';
import { startService, testDoors } from '../../../support/service.ts';
import { openClock } from '../../../../src/world/clock.ts';
import { names, postEvents, published, publishMany, type Account } from './scene.ts';

const upload = (service: ServiceUnderTest, csv: string, query: Record<string, boolean> = {}) => {
  const boundary = 'a-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="posts.csv"\r\nContent-Type: text/csv\r\n\r\n`;
  return service.api('POST', '/v1/posts/bulk-upload', {
    query,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.from(`${head}${csv}\r\n--${boundary}--\r\n`),
  });
};

const at = (...accounts: Account[]): string => accounts.map((one) => `${String(one['platform'])}:${one._id}`).join(';');

describe('bulk upload', () => {
  test('POST-61 makes a post of each row, with a result for each', async () => {
    const service = await startService();
    const [twitter, bluesky] = [await service.account('twitter'), await service.account('bluesky')];
    const csv = [
      'content,platforms,scheduledFor,timezone,title,tags,hashtags,mediaUrls,publishNow,draft',
      `"Hello, world",${at(twitter, bluesky)},2026-07-01T09:00:00,Europe/Madrid,Title,one;two,#a,https://example.test/a.png;https://example.test/b.png,,`,
      `Draft,,,,,,,,,true`,
      `Now,${at(bluesky)},,,,,,,true,`,
    ].join('\r\n');
    const answer = await upload(service, csv);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        total: 3,
        valid: 3,
        invalid: 0,
        results: [{ rowIndex: 1, ok: true, errors: [] }, { rowIndex: 2 }, { rowIndex: 3 }],
      },
    });
    await service.advance(0);
    const { body } = await service.api('GET', '/v1/posts?sortBy=created-asc');
    expect(body['posts']).toMatchObject([
      {
        content: 'Hello, world',
        status: 'scheduled',
        scheduledFor: '2026-07-01T07:00:00.000Z',
        title: 'Title',
        tags: ['one', 'two'],
        hashtags: ['#a'],
        mediaItems: [
          { type: 'image', url: 'https://example.test/a.png' },
          { type: 'image', url: 'https://example.test/b.png' },
        ],
        platforms: [{ platform: 'twitter' }, { platform: 'bluesky' }],
      },
      { content: 'Draft', status: 'draft' },
      { content: 'Now', status: 'published' },
    ]);
    expect(await published(service, bluesky)).toHaveLength(1);
  });

  test.each([
    ['rows', `content\n${'a\n'.repeat(1_001)}`, 'The file has more than 1000 rows. Split it and upload the parts.'],
    ['a million rows', `content,platforms\n${'a,b\n'.repeat(1_000_000)}`, 'The file has more than 1000 rows.'],
    ['columns', `content${',x'.repeat(100)}\na`, 'The file has more than 100 columns.'],
    ['characters in a row', `content\n${'a'.repeat(200_100)}`, 'The file has a row with more than 200000 characters'],
    ['an open quote', `content\n"${'a\n'.repeat(200_001)}`, 'or an unclosed quote.'],
  ])('POST-61 a file with too many of %s is refused as a whole', async (_case, csv, sentence) => {
    const service = await startService();
    const { status, body } = await upload(service, csv);
    expect([status, body]).toMatchObject([400, { code: 'invalid_field_value', param: 'file' }]);
    expect(String(body['error'])).toContain(sentence);
  });

  test('POST-61 a cell with too many values is refused with its row', async () => {
    const service = await startService();
    const { body } = await upload(service, `content,mediaUrls,draft\nx,${'b;'.repeat(1_001)},true\ny,,true`);
    expect(body).toMatchObject({
      valid: 1,
      results: [{ errors: ['mediaUrls has more than 1000 values.'] }, { ok: true }],
    });
  });

  test('POST-61 the largest file leaves others time: health is answered before it', async () => {
    const clock = openClock();
    const answers: string[] = [];
    let [now, isUploading] = [clock.now(), false];
    let health: Promise<void> | undefined;
    const askHealth = async (): Promise<void> =>
      void answers.push(`health ${String((await service.api('GET', '/_local/health')).status)}`);
    const service = await startService({
      doors: testDoors({
        // So slow a machine that every look at its clock is a piece of work later.
        clock: { ...clock, now: () => (now += 30) },
        turn: async () => {
          if (isUploading) health ??= askHealth();
          await clock.turn();
        },
      }),
    });
    isUploading = true;
    const { body } = await upload(service, `content,draft\n${'a draft,true\n'.repeat(1_000)}`, { dryRun: true });
    answers.push(`${String(body['valid'])} rows`);
    await health;
    expect(answers).toEqual(['health 200', '1000 rows']);
  });

  test('POST-61 a wrong row says what is wrong and leaves the others alone: 207', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const csv = [
      'content,platforms,scheduledFor,publishNow,colour',
      `Good,${at(twitter)},2026-07-01T09:00:00Z,,red`,
      `Past,${at(twitter)},2020-07-01T09:00:00Z,,`,
      `Odd,twitter,2026-07-01T09:00:00Z,,`,
      `Flag,${at(twitter)},,perhaps,`,
      `${'x'.repeat(281)},${at(twitter)},2026-07-01T09:00:00Z,,`,
      `Unknown,twitter:aaaaaaaaaaaaaaaaaaaaaaaa,2026-07-01T09:00:00Z,,`,
    ].join('\n');
    const answer = await upload(service, csv);
    expect(answer).toMatchObject({ status: 207, body: { total: 6, valid: 1, invalid: 5 } });
    const results = answer.body['results'] as unknown as { ok: boolean; errors: string[] }[];
    expect(results.map(({ ok }) => ok)).toEqual([true, false, false, false, false, false]);
    expect(results.slice(1).every(({ errors }) => errors.length > 0)).toBe(true);
    expect(String(answer.body['warnings'])).toContain('colour');
    expect((await service.api('GET', '/v1/posts')).body['posts']).toHaveLength(1);
  });

  test('POST-61 a dry run judges the rows and makes nothing', async () => {
    const service = await startService();
    const twitter = await service.account('twitter');
    const csv = `content,platforms,publishNow\nNow,${at(twitter)},true`;
    const answer = await upload(service, csv, { dryRun: true });
    expect(answer).toMatchObject({ status: 200, body: { valid: 1, results: [{ ok: true }] } });
    expect((answer.body['results'] as unknown as object[])[0]).not.toHaveProperty('createdPostId');
    expect((await service.api('GET', '/v1/posts')).body['posts']).toEqual([]);
    expect(names(await postEvents(service))).toEqual([]);
  });

  test('POST-61 rows beyond a cap name the account and the time of its next room', async () => {
    const service = await startService();
    const twitter = await service.account('twitter', { username: 'brand' });
    await publishMany(service, twitter, 24);
    const csv = `content,platforms,publishNow\nFits,${at(twitter)},true\nToo much,${at(twitter)},true`;
    expect(await upload(service, csv)).toMatchObject({
      status: 207,
      body: {
        valid: 1,
        rateLimitedAccounts: [
          {
            accountId: twitter._id,
            platform: 'twitter',
            username: 'brand',
            rateLimitedUntil: '2026-01-05T10:00:00.000Z',
          },
        ],
      },
    });
    await service.advance(0);
    expect(await published(service, twitter)).toHaveLength(25);
  });

  test('POST-62 with a failed payment it answers 402 with the error alone', async () => {
    const service = await startService();
    await service.control('PATCH', '/_local/team', { paymentFailed: true });
    const answer = await upload(service, 'content\nHello');
    expect(answer.status).toBe(402);
    expect(Object.keys(answer.body)).toEqual(['error']);
  });

  test.each([
    ['nothing at all', ''],
    ['a heading alone', 'content,platforms'],
    ['no known column', 'colour\nred'],
    ['an open quote', 'content\n"open'],
  ])('POST-61 a file with %s is refused', async (_title, csv) => {
    const service = await startService();
    expect(await upload(service, csv)).toMatchObject({
      status: 400,
      body: { code: 'invalid_field_value', param: 'file' },
    });
  });
});
