import { expect, test } from 'vitest';
import { steered } from '../../support/steered.ts';
import { svc } from '../../support/svc.ts';

test('the table of numbers fits 80 columns: number, country, state and channels are whole', async () => {
  const { url, service } = await steered({ seedPack: 'demo' });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey, NO_COLOR: '1' };
  const { stdout } = await svc(['phone-numbers', 'list'], { env, terminal: 80 });
  expect(stdout).toMatchInlineSnapshot(`
    "NUMBER         COUNTRY  STATUS              CALLS  TEXTS  WHATSAPP  ID
    +12025550123   US       active              yes    yes    no        …56302a
    +493023125099  DE       pending_regulatory  no     no     no        …688096
    +493023125098  DE       active              no     no     no        …4cba85
    "
  `);
  const { stdout: wide } = await svc(['phone-numbers', 'list'], { env, terminal: 160 });
  expect(wide.split('\n')[0]).toMatchInlineSnapshot(
    `"NUMBER         COUNTRY  STATUS              CALLS  TEXTS  WHATSAPP  ID"`,
  );
});
