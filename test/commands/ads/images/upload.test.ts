/** `svc ads images upload`: the advice about sizes, which refuses nothing. */
import { expect, test } from 'vitest';
import { pngOf } from '../../../support/media-files.ts';
import { steered } from '../../../support/steered.ts';
import { svc } from '../../../support/svc.ts';

async function bench() {
  const under = await steered();
  const { _id: accountId } = await under.account('metaads');
  const env = { SVC_BASE_URL: under.url, SVC_API_KEY: under.service.apiKey };
  const words = ['ads', 'images', 'upload', '--account-id', accountId, '--ad-account-id', '121975733191629'];
  return (facts: { width: number; height: number }) =>
    svc([...words, '--image-base64', pngOf(facts).toString('base64'), '-o', 'json'], { env });
}

test('ADS-56 an image of another size than the feed shows best is uploaded, with a hint; one of these sizes without', async () => {
  const uploadOf = await bench();
  const other = await uploadOf({ width: 800, height: 600 });
  expect([other.code, other.stderr]).toEqual([0, expect.stringContaining('800x600') as string]);
  expect(other.stderr).toContain('1080x1080 or 1200x628');
  expect(JSON.parse(other.stdout)).toMatchObject({ image: { hash: expect.any(String) as string } });
  for (const [width, height] of [
    [1080, 1080],
    [1200, 628],
  ] as const)
    expect(await uploadOf({ width, height })).toMatchObject({ code: 0, stderr: '' });
});
