import { describe, expect, test } from 'vitest';
import { startService, TEST_NOW } from '../support/service.ts';
import { svc } from '../support/svc.ts';

async function ready({ zone = 'Asia/Tokyo', now = TEST_NOW }: { zone?: string; now?: number } = {}) {
  const { service } = await startService({ seedPack: 'demo', clock: { mode: 'frozen', now } });
  const { url, apiKey } = await service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: apiKey, SVC_TIMEZONE: zone, NO_COLOR: '1' };
  return (words: readonly string[], terminal?: number) =>
    svc(words, { env, now, ...(terminal !== undefined && { terminal }) });
}

interface Slots {
  readonly slots: readonly { day_of_week: number; hour: number; avg_engagement: number }[];
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

describe('analytics best-time', () => {
  test('names the best hour first, in the zone of the context; a pipe has the hours of the API', async () => {
    const at = await ready();
    const { slots } = JSON.parse((await at(['analytics', 'best-time'])).stdout) as Slots;
    const best = [...slots].sort((one, other) => other.avg_engagement - one.avg_engagement)[0];
    const [day, hour] = [best?.day_of_week ?? 0, best?.hour ?? 0];
    const local = `${DAYS[(day + (hour >= 15 ? 1 : 0)) % 7] ?? ''} ${String((hour + 9) % 24).padStart(2, '0')}:00`;
    const { stdout } = await at(['analytics', 'best-time'], 80);
    expect(stdout.split('\n')[0]).toContain(local);
    expect(stdout).toContain('hours in Asia/Tokyo');
  });

  test('--chart draws the week within eighty columns', async () => {
    const at = await ready();
    const { stdout } = await at(['analytics', 'best-time', '--chart'], 80);
    expect(stdout).toMatch(/^Mon {2}[·░▒▓█]{48}$/m);
    expect(stdout).toContain('█');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test.each([
    ['Europe/Berlin', '2026-03-28T12:00:00Z', 1],
    ['Europe/Berlin', '2026-03-29T12:00:00Z', 2],
    ['Europe/Berlin', '2026-10-24T12:00:00Z', 2],
    ['Europe/Berlin', '2026-10-25T12:00:00Z', 1],
    ['America/New_York', '2026-03-07T12:00:00Z', -5],
    ['America/New_York', '2026-03-08T12:00:00Z', -4],
    ['America/New_York', '2026-10-31T12:00:00Z', -4],
    ['America/New_York', '2026-11-01T12:00:00Z', -5],
  ])('around a change of clocks in %s, at %s, an hour of the API is %i hours on', async (zone, now, offset) => {
    const at = await ready({ zone, now: Date.parse(now) });
    const { slots } = JSON.parse((await at(['analytics', 'best-time'])).stdout) as Slots;
    const best = [...slots].sort((one, other) => other.avg_engagement - one.avg_engagement)[0];
    const hour = ((best?.day_of_week ?? 0) * 24 + (best?.hour ?? 0) + offset + 168) % 168;
    const day = DAYS[Math.floor(hour / 24)] ?? '';
    const { stdout } = await at(['analytics', 'best-time'], 80);
    expect(stdout.split('\n')[0]).toContain(`${day} ${String(hour % 24).padStart(2, '0')}:00`);
  });

  test('--fields keeps the table', async () => {
    const at = await ready();
    const { stdout } = await at(['analytics', 'best-time', '--fields', 'hour'], 80);
    expect(stdout).not.toContain('hours in');
  });
});

test('analytics inbox heatmap --chart draws what came in, and --chart=sent what went out', async () => {
  const at = await ready();
  const words = ['analytics', 'inbox', 'heatmap', '--from-date', '2025-12-01'];
  const { stdout } = await at([...words, '--chart'], 80);
  expect(stdout).toContain('messages received');
  expect((await at([...words, '--chart=sent'], 80)).stdout).toContain('messages sent');
  expect(JSON.parse((await at([...words, '--chart'])).stdout)).toHaveProperty('buckets');
});
