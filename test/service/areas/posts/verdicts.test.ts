/** Validate, a dry run and a scheduled post give one verdict on every row. */
import { describe, expect, test } from 'vitest';
import { POST_ROWS, type PostRow } from '../../../platforms/post-rows.ts';
import { startService, type ServiceUnderTest } from '../../../support/service.ts';
import { targetOf } from './scene.ts';

/** Platforms that posts may target and the validation does not name. Source: fact set, enum of validatePost */
const UNVALIDATED = ['whatsapp'];

interface Verdicts {
  readonly validate: boolean;
  readonly dryRun: boolean;
  readonly scheduled: boolean;
}

const ALL = (verdict: boolean): Verdicts => ({ validate: verdict, dryRun: verdict, scheduled: verdict });

describe.each(Object.entries(POST_ROWS))('%s', (platform, rows) => {
  test('ASM-13 ASM-27 one verdict on all rows', async () => {
    const service = await startService();
    const target = targetOf(await service.account(platform));
    const found: [string, Verdicts][] = [];
    for (const row of [...rows.refused, ...rows.taken]) found.push([row.about, await verdictsOn(service, row, target)]);
    expect(found).toEqual([
      ...rows.refused.map(({ about }) => [about, ALL(false)]),
      ...rows.taken.map(({ about }) => [about, ALL(true)]),
    ]);
  });
});

async function verdictsOn(
  service: ServiceUnderTest,
  { text, title, media, settings }: PostRow,
  target: { platform: string; accountId: string },
): Promise<Verdicts> {
  const own = { ...settings, ...(title === undefined ? {} : { title }) };
  const platformSpecificData = Object.keys(own).length === 0 ? undefined : own;
  const body = { content: text, mediaItems: media, platforms: [{ ...target, platformSpecificData }] };
  const later = { ...body, scheduledFor: '2026-01-06T09:00:00.000Z' };
  const validated = await service.api('POST', '/v1/tools/validate/post', { body });
  const dry = await service.api('POST', '/v1/posts', { body: { ...later, dryRun: true } });
  const made = await service.api('POST', '/v1/posts', { body: later });
  return {
    validate: UNVALIDATED.includes(target.platform)
      ? made.status === 201
      : (validated.body['valid'] as unknown) === true,
    dryRun: dry.status === 200,
    scheduled: made.status === 201,
  };
}

test('ASM-14 an uploaded file is measured, whatever size the caller declares', async () => {
  const service = await startService();
  const target = targetOf(await service.account('bluesky'));
  const announced = { filename: 'a.png', contentType: 'image/png' };
  const { body } = await service.api('POST', '/v1/media/presign', { body: announced });
  const { uploadUrl, publicUrl } = body as unknown as { uploadUrl: string; publicUrl: string };
  const { pathname, search } = new URL(uploadUrl);
  const put = await service.service.inject({
    method: 'PUT',
    url: pathname + search,
    payload: Buffer.alloc(1024 * 1024 + 1),
    headers: { 'content-type': 'image/png' },
  });
  expect(put.statusCode).toBe(200);
  const row: PostRow = { about: 'too large', text: 'Hi', media: [{ type: 'image', url: publicUrl, size: 10 }] };
  expect(await verdictsOn(service, row, target)).toEqual(ALL(false));
});
