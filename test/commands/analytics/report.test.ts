import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService, TEST_NOW } from '../../support/service.ts';
import { errorIn, svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

async function bench() {
  const { service } = await startService({ seedPack: 'demo' });
  const { url, apiKey } = await service.listen({ host: '127.0.0.1', port: 0 });
  const file = join(await temporaryFolder(), 'report.html');
  const env = { SVC_BASE_URL: url, SVC_API_KEY: apiKey };
  const report = (...words: string[]) => svc(['analytics', 'report', '--html', file, ...words], { env, now: TEST_NOW });
  return { file, report };
}

test('a span of days and the name of an account narrow the report', async () => {
  const { file, report } = await bench();
  const day = new Date(TEST_NOW).toISOString().slice(0, 10);
  const said = await report('--from-date', day, '--to-date', day, '--account-id', 'instagram');
  expect(said.code, said.stderr).toBe(0);
  expect(readFileSync(file, 'utf8')).not.toContain('pinterest');
});

test('a filter that is neither a day nor a time, and a name that nobody has, are refused', async () => {
  const { report } = await bench();
  const month = await report('--from-date', 'last month');
  expect([month.code, errorIn(month)['param']]).toEqual([2, 'fromDate']);
  const nobody = await report('--account-id', 'friendster');
  expect([nobody.code, errorIn(nobody)['message']]).toEqual([2, expect.stringContaining('--account-id friendster')]);
});
