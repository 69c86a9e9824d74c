/** Validate, a dry run, a scheduled post, a post published at once, an import and the composer give one verdict on every row. */
import { describe, expect, test } from 'vitest';
import { without } from '../../../../src/kernel/json.ts';
import { openLimits } from '../../../../src/cli/composer/limits.ts';
import { importBench, type ImportBench } from '../../../commands/posts/importing.ts';
import { POST_ROWS, type Item, type PostRow } from '../../../platforms/post-rows.ts';
import { gifOf, mp4Of, pngOf, upload } from '../../../support/media-files.ts';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';
import { targetOf } from './scene.ts';

/** Platforms that posts may target and the validation does not name. Source: fact set, enum of validatePost */
const UNVALIDATED = ['whatsapp'];

/** A way that cannot express a row has no verdict on it. */
type Verdicts = Readonly<Partial<Record<'validate' | 'dryRun' | 'scheduled' | 'published' | 'composer', boolean>>>;

interface Target {
  readonly platform: string;
  readonly accountId: string;
}

const AT = '2026-01-06T09:00:00.000Z';

/** Posts that one account may publish in an hour, for each of which the clock stands still. Source: LIM-30 */
const AN_HOUR = 25;

describe.each(Object.entries(POST_ROWS))('%s', (platform, rows) => {
  const all = [...rows.refused.map((row) => ({ row, is: false })), ...rows.taken.map((row) => ({ row, is: true }))];

  test('ASM-13 ASM-27 one verdict on all rows', async () => {
    const service = await startService();
    const target = targetOf(await service.account(platform));
    const limits = await openLimits();
    expect(rows.taken.length).toBeLessThanOrEqual(AN_HOUR);
    for (const { row, is } of all) {
      const placed = { ...row, media: await uploaded(service, row.media ?? []) };
      const found = await verdictsOn(service, placed, target);
      const composer = await composed(limits, platform, row);
      const differing = Object.entries({ ...found, composer }).filter(
        ([, verdict]) => verdict !== undefined && verdict !== is,
      );
      expect(differing, row.about).toEqual([]);
    }
  });

  test('ASM-13 ASM-27 an import judges all rows as the service does', async () => {
    const bench = await importBench();
    const target = targetOf(await bench.account(platform));
    expect(
      await imported(
        bench,
        target,
        all.map(({ row }) => row),
      ),
    ).toEqual(all.map(({ row, is }) => [row.about, is]));
  });
});

async function verdictsOn(service: ServiceUnderTest, { media, ...row }: PostRow, target: Target): Promise<Verdicts> {
  const body = bodyOf(row, media, target);
  const api = (path: string, more: object) => service.api('POST', path, { body: { ...body, ...more } });
  const validated = await api('/v1/tools/validate/post', {});
  const dry = await api('/v1/posts', { scheduledFor: AT, dryRun: true });
  const made = await api('/v1/posts', { scheduledFor: AT });
  const published = await api('/v1/posts', { publishNow: true });
  return {
    ...(UNVALIDATED.includes(target.platform) || row.tags !== undefined
      ? {}
      : { validate: (validated.body['valid'] as unknown) === true }),
    dryRun: dry.status === 200,
    scheduled: made.status === 201,
    published: published.status === 201,
  };
}

function bodyOf({ text, title, tags, settings }: Omit<PostRow, 'about'>, mediaItems: unknown, target: Target) {
  const own = { ...settings, ...(title === undefined ? {} : { title }) };
  const platformSpecificData = Object.keys(own).length === 0 ? undefined : own;
  return { content: text, mediaItems, tags, platforms: [{ ...target, platformSpecificData }] };
}

/** The composer has words for texts and media alone. */
async function composed(
  limits: Awaited<ReturnType<typeof openLimits>>,
  platform: string,
  { text = '', title, tags, media = [], settings }: PostRow,
): Promise<boolean | undefined> {
  if (title !== undefined || tags !== undefined || settings !== undefined) return undefined;
  return (await limits.problems(platform, { text, media: media.map((one) => ({ ...one })) })).length === 0;
}

/** The rows in one file, in which one that is refused keeps all back. */
async function imported(bench: ImportBench, target: Target, rows: readonly PostRow[]): Promise<[string, boolean][]> {
  const lines = rows.map(({ media = [], ...row }, at) => {
    const items = media.map((item, index) => {
      const file = `${at}-${index}.${ENDINGS[item.type]}`;
      if (item.facts !== undefined) bench.file(file, bytesOf(item));
      return { ...without(item, ['facts']), ...(item.facts === undefined ? {} : { url: file }) };
    });
    return JSON.stringify({ ...bodyOf(row, items, target), scheduledFor: AT });
  });
  bench.file('rows.ndjson', lines.join('\n'));
  const { code, error, err } = await bench.svc(['posts', 'import', 'rows.ndjson', '-o', 'ndjson']);
  expect(code, err()).toBe(2);
  const refused = (error.details['rows'] as unknown as readonly { number: number }[]).map(({ number }) => number);
  return rows.map(({ about }, at) => [about, !refused.includes(at + 1)]);
}

const ENDINGS = { image: 'png', gif: 'gif', video: 'mp4', document: 'pdf' } as const;

/** The items with every file that is measured in its place. */
async function uploaded(service: ServiceUnderTest, media: readonly Item[]): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (const item of media) {
    const { facts, mimeType = '' } = item;
    items.push(
      facts === undefined ? item : { ...without(item, ['facts']), url: await upload(service, mimeType, bytesOf(item)) },
    );
  }
  return items;
}

function bytesOf({ facts = {}, size, mimeType }: Item): Buffer {
  if (mimeType === 'video/mp4') return mp4Of(facts, size);
  return mimeType === 'image/gif' ? gifOf(facts, size) : pngOf(facts, size);
}

test('ASM-14 an uploaded file is measured, whatever the caller declares of it', async () => {
  const service = await startService();
  const target = targetOf(await service.account('bluesky'));
  const url = await upload(service, 'image/png', Buffer.alloc(1024 * 1024 + 1));
  const row: PostRow = { about: 'too large', text: 'Hi', media: [{ type: 'image', url, size: 10 }] };
  const no = { validate: false, dryRun: false, scheduled: false, published: false };
  expect(await verdictsOn(service, row, target)).toEqual(no);
  const long = await upload(service, 'video/mp4', mp4Of({ width: 1080, height: 1920, seconds: 181 }));
  const declared = { type: 'video', url: long, facts: { seconds: 10 } } as const;
  expect(await verdictsOn(service, { about: 'too long', text: 'Hi', media: [declared] }, target)).toEqual(no);
  const settings = {
    threadItems: [{ content: 'first' }, { content: 'second', mediaItems: [{ type: 'video', url: long }] }],
  };
  expect(await verdictsOn(service, { about: 'too long in a thread', settings }, target)).toEqual(no);
});
