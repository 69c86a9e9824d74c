/** What a day alone means at the end of a range, as `svc help scripting` and the help of the flags say it. */
import { expect, test } from 'vitest';
import { startService, TEST_NOW } from '../../support/service.ts';
import { svc } from '../../support/svc.ts';

const DAY = new Date(TEST_NOW).toISOString().slice(0, 10);

async function ready() {
  const { service } = await startService({ seedPack: 'demo' });
  const { url, apiKey } = await service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: apiKey };
  return async (words: readonly string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await svc([...words, '-o', 'json'], { env, now: TEST_NOW });
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
}

const helpOf = async (path: string): Promise<string> =>
  (await svc([...path.split(' '), '--help', '--all'])).stdout.replace(/\s+/g, ' ');

test('the day of --to-date counts to its end', async () => {
  const run = await ready();
  const at = `${DAY}T23:30:00Z`;
  await run(['posts', 'create', 'Late today', '--to', 'twitter', '--at', at]);
  const posts = ['posts', 'list', '--search', 'Late today', '--jq', '.posts | length', '--to-date'];
  expect(await run([...posts, DAY])).toBe(1);
  expect(await run([...posts, `${DAY}T00:00:00Z`])).toBe(0);
  expect(await helpOf('posts list')).toMatch(/--to-date <text> [^-]*; a day alone counts to its end/);
  expect(await helpOf('ads activity list')).toMatch(/--until <text> [^-]*; a day alone counts to its end/);
  expect(await helpOf('analytics daily')).toMatch(/--to-date <text> [^-]*; the day counts to its end/);
});

test('the day of --to and --until means 00:00 UTC where it is a time', async () => {
  const run = await ready();
  const atMidnight = `${DAY}T00:00:00.000Z`;
  expect(await run(['usage', 'sms', '--until', DAY])).toMatchObject({ until: atMidnight });
  const newest = ['logs', 'list', '--type', 'all', '--jq', '.logs[0].created_at', '--limit', '1', '--to'];
  const [upToDay, upToEnd] = [await run([...newest, DAY]), await run([...newest, `${DAY}T23:59:59Z`])].map(String);
  expect([upToDay, atMidnight, upToEnd]).toEqual([upToDay, atMidnight, upToEnd].toSorted());
  expect(upToEnd).not.toBe(upToDay);
  const comments = ['ads', 'comments', 'list', '65a1b2c3d4e5f60718293a4b', '--dry-run', '--jq', '.url', '--until', DAY];
  expect(await run(comments)).toContain(`until=${encodeURIComponent(`${DAY}T00:00:00Z`)}`);
  for (const [path, flag] of [
    ['logs list', '--to'],
    ['usage sms', '--until'],
    ['usage calls', '--until'],
    ['ads comments list', '--until'],
    ['ads comments delete', '--until'],
  ] as const)
    expect(await helpOf(path)).toMatch(new RegExp(`${flag} <text> [^-]*; a day alone means 00:00 UTC`));
});
