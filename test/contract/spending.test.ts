/** What spends money or reaches many people asks first, and needs --yes where nobody can be asked. */
import { expect, test } from 'vitest';
import { errorIn, svc } from '../support/svc.ts';

const ID = '6'.repeat(24);
const env = { SVC_BASE_URL: 'http://127.0.0.1:1', SVC_API_KEY: 'sk_x' };

test.each([
  ['calls place --to +12025550198 --from +12025550123 --forward-to +12025550177'],
  ['sms send --from +12025550123 --to +12025550198 --text hello'],
  [`broadcasts schedule ${ID} --scheduled-at 2027-03-01T09:00:00Z`],
  [`broadcasts send ${ID}`],
  [`sequences activate ${ID}`],
  [`ads update ${ID} --budget {"amount":35,"type":"daily"}`],
  [`ads set-status ${ID} --status active`],
])('svc %s needs a confirmation', async (words) => {
  const said = await svc(words.split(' '), { env });
  expect(said.code).toBe(2);
  expect(errorIn(said)).toMatchObject({ code: 'confirmation' });
  expect((await svc([...words.split(' '), '--yes'], { env })).code).toBe(13);
});

test.each([[`ads update ${ID} --name spring`], [`ads set-status ${ID} --status paused`]])(
  'svc %s spends nothing and does not ask',
  async (words) => {
    expect((await svc(words.split(' '), { env })).code).toBe(13);
  },
);
