import { expect, test } from 'vitest';
import { startService, TEST_NOW } from '../support/service.ts';
import { svc } from '../support/svc.ts';

async function ready() {
  const { service, api } = await startService({ seedPack: 'demo' });
  const { url, apiKey } = await service.listen({ host: '127.0.0.1', port: 0 });
  const { body } = await api<{ profiles: { _id: string }[] }>('GET', '/v1/profiles');
  const env = { SVC_BASE_URL: url, SVC_API_KEY: apiKey, SVC_TIMEZONE: 'Asia/Tokyo', NO_COLOR: '1' };
  const words = ['queue', 'preview', '--profile-id', body.profiles[0]?._id ?? ''];
  return (more: readonly string[], terminal?: number) =>
    svc([...words, ...more], { env, now: TEST_NOW, ...(terminal !== undefined && { terminal }) });
}

interface Preview {
  readonly slots: readonly string[];
}

const inTokyo = (slot: string): string => new Date(Date.parse(slot) + 9 * 3_600_000).toISOString();

test('a terminal has a line for each time, in the zone of the context; a pipe has what the API says', async () => {
  const preview = await ready();
  const { slots } = JSON.parse((await preview(['--count', '5'])).stdout) as Preview;
  const { stdout } = await preview(['--count', '5'], 80);
  const [head, ...lines] = stdout.trimEnd().split('\n');
  expect(head).toContain('(Asia/Tokyo)');
  expect(lines).toHaveLength(slots.length);
  for (const [at, line] of lines.entries()) expect(line).toContain(inTokyo(slots[at] ?? '').slice(11, 16));
});

test('--calendar draws each month that has one of the times', async () => {
  const preview = await ready();
  const { slots } = JSON.parse((await preview(['--count', '30'])).stdout) as Preview;
  const { stdout } = await preview(['--count', '30', '--calendar'], 80);
  const months = new Set(slots.map((slot) => inTokyo(slot).slice(0, 7)));
  const names = [...months].map((month) =>
    new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  );
  expect(stdout).toContain('◇ free');
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(stdout).toContain(name);
  const [first = ''] = slots;
  expect(stdout.split(inTokyo(first).slice(11, 16)).length - 1).toBe(slots.length);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
});
