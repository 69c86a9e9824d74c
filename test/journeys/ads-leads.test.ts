/** Leads from the form to the sheet: a form, an ad with it, people who fill it in, the event at an endpoint, and an export that holds the same leads. */
import { expect, test } from 'vitest';
import { signatureOf } from '../../src/webhooks/sign.ts';
import { openCarrier } from '../../src/world/deliver.ts';
import { CONTENT, META } from '../service/areas/ads/ad-content.ts';
import { startReceiver } from '../support/receiver.ts';
import { testDoors } from '../support/service.ts';
import { steered } from '../support/steered.ts';
import { errorIn, svc } from '../support/svc.ts';

const SECRET = 'a secret of some length';

async function team() {
  const under = await steered({ doors: testDoors({ carrier: openCarrier('local') }) });
  const receiver = await startReceiver();
  const { _id: accountId } = await under.account('metaads');
  const env = { SVC_BASE_URL: under.url, SVC_API_KEY: under.service.apiKey };
  const run = (...words: string[]) => svc(words, { env });
  const ads = async (...words: string[]) => {
    const said = await run('ads', ...words, '-o', 'json');
    expect(said.code, said.stderr).toBe(0);
    return JSON.parse(said.stdout) as Record<string, unknown>;
  };
  /** A person fills in the form. */
  const fill = (formId: string, answers: Readonly<Record<string, string>>, ...more: string[]) =>
    under.local(
      ...['inbound', 'lead', '--account-id', accountId, '--form-id', formId, ...more],
      ...Object.entries(answers).flatMap(([name, value]) => ['--answer', `${name}=${value}`]),
    );
  return { ...under, receiver, accountId, run, ads, fill };
}

/** Rows of a CSV whose values have neither quotes nor commas. */
const rowsOf = (csv: string): readonly Readonly<Record<string, string>>[] => {
  const [head = '', ...lines] = csv.trim().split(/\r?\n/);
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, at) => [head.split(',')[at] ?? '', value])),
  );
};

test('EVT-101 WHK-47 a form is filled in from an ad and from the page: each lead arrives signed, is counted, and is in the export once', async () => {
  const { receiver, accountId, run, ads, fill, api, advance } = await team();
  const webhook = { name: 'sheet', url: receiver.url, events: ['lead.received'], secret: SECRET };
  expect((await api('POST', '/v1/webhooks/settings', { body: webhook })).status).toBeLessThan(300);
  const { form } = await ads(
    ...['lead-forms', 'create', '--account-id', accountId, '--name', 'Tasting'],
    ...['--privacy-policy-url', 'https://example.com/privacy'],
    ...['--questions', '{"type":"EMAIL","key":"email"}', '--questions', '{"type":"FULL_NAME","key":"name"}'],
  );
  const { id: formId } = Object(form) as { id: string };
  const made = await api('POST', '/v1/ads/create', {
    body: { ...CONTENT, accountId, adAccountId: META, goal: 'lead_generation', leadGenFormId: formId },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const { platformAdId, platformCampaignId } = made.body['ad'] as unknown as Readonly<Record<string, string>>;

  const fromAd = await fill(formId, { email: 'ada@example.com', name: 'Ada' }, '--ad-id', String(platformAdId));
  await advance(60);
  const organic = await fill(formId, { email: 'ben@example.com', name: 'Ben' });
  const strange = await fill(formId, { phone: '+49301234' });
  expect([fromAd.code, organic.code, strange.code]).toEqual([0, 0, 3]);
  expect(errorIn(strange)).toMatchObject({ code: 'invalid_field_value', param: 'fields.phone' });
  await advance(0);

  const arrived = await receiver.until(2);
  expect(arrived).toHaveLength(2);
  for (const { body, headers } of arrived) expect(headers['x-service-signature']).toBe(signatureOf(body, SECRET));
  const told = arrived.map(({ payload }) => payload['lead'] as Readonly<Record<string, unknown>>);
  expect(told).toMatchObject([
    { formId, formName: 'Tasting', adId: platformAdId, campaignId: platformCampaignId, isOrganic: false },
    { formId, formName: 'Tasting', adId: null, campaignId: null, isOrganic: true },
  ]);

  const { stdout, code } = await run('ads', 'leads', 'list', '--form-id', formId, '--all', '-o', 'csv');
  expect(code).toBe(0);
  const exported = rowsOf(stdout);
  expect(exported).toHaveLength(2);
  for (const { id, createdAt, fields } of told) {
    const row = exported.find((one) => one['id'] === id);
    expect(row).toMatchObject({ formName: 'Tasting', createdTime: createdAt });
    expect(JSON.stringify(row)).toContain(String(Object(fields).email));
  }
  const counted = await ads('lead-forms', 'get', formId, '--account-id', accountId);
  expect(counted['form']).toMatchObject({ leads_count: 2, organic_leads_count: 1 });
});
