/** Times in words after the flags of generated commands. */
import { expect, test } from 'vitest';
import { errorIn, svc, type Said } from '../support/svc.ts';

const NOW = Date.parse('2026-01-05T09:00:00Z');
const ID = '65a1b2c3d4e5f60718293a4b';
const run = (words: readonly string[]): Promise<Said> =>
  svc([...words, '--dry-run', '--jq', '.body'], { now: NOW, env: { SVC_TIMEZONE: 'Europe/Berlin' } });
const schedule = (time: string, ...more: readonly string[]): Promise<Said> =>
  run(['broadcasts', 'schedule', ID, '--scheduled-at', time, ...more]);

test.each([
  ['friday 18:00', '2026-01-09T17:00:00.000Z'],
  ['+2h', '2026-01-05T11:00:00.000Z'],
  ['2026-02-01 09:00', '2026-02-01T08:00:00.000Z'],
])('%s is read in the zone of the context, and what it means is said', async (time, instant) => {
  const { code, stdout, stderr } = await schedule(time);
  expect({ code, body: JSON.parse(stdout) as unknown }).toEqual({ code: 0, body: { scheduledAt: instant } });
  expect(stderr).toMatch(/^--scheduled-at is 2026-0[12]-0\d \d\d:00 Europe\/Berlin \(\+01:00\), which is /);
  expect(stderr).toContain(instant);
});

test('ISO 8601 is sent as it was typed, and nothing is said', async () => {
  const { stdout, stderr } = await schedule('2026-02-01T09:00:00Z');
  expect({ stdout: JSON.parse(stdout) as unknown, stderr }).toEqual({
    stdout: { scheduledAt: '2026-02-01T09:00:00Z' },
    stderr: '',
  });
});

test('the zone of the body wins over that of the context', async () => {
  const words = ['--scheduled-for', 'friday 18:00', '--timezone', 'Asia/Tokyo'];
  const { stdout } = await run(['posts', 'update', ID, ...words]);
  expect(JSON.parse(stdout)).toMatchObject({ scheduledFor: '2026-01-09T09:00:00.000Z', timezone: 'Asia/Tokyo' });
});

test.each([
  ['soonish', '"soonish" is not a valid time.'],
  ['2026-02-01', '2026-02-01 has no time of day.'],
  ['2026-01-04 09:00', '2026-01-04 09:00 Europe/Berlin (+01:00) is in the past.'],
])('%s is refused under the name of the flag', async (time, message) => {
  const said = await schedule(time);
  expect(said).toMatchObject({ code: 2, stdout: '' });
  expect(errorIn(said)).toMatchObject({
    code: 'usage',
    message: `--scheduled-at: ${message}`,
    param: '--scheduled-at',
  });
  expect(errorIn(said)['hint']).not.toContain('--now');
});

test('with --no-validate words are sent as they were typed', async () => {
  expect(JSON.parse((await schedule('soonish', '--no-validate')).stdout)).toEqual({ scheduledAt: 'soonish' });
});

test('help says so after every such flag', async () => {
  for (const [path, flag] of [
    ['broadcasts schedule', '--scheduled-at'],
    ['posts update', '--scheduled-for'],
    ['discord events create', '--starts-at'],
    ['ads create', '--end-date'],
  ] as const) {
    const { stdout } = await svc([...path.split(' '), '--help', '--all']);
    expect(stdout.replace(/\s+/g, ' '), path).toMatch(new RegExp(`${flag} <time> [^<]* also \\+2h or "friday 18:00"`));
  }
});
