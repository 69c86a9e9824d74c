/** Reviews of templates: on the clock, by what a test has set, and as the platform says. */
import { expect, test } from 'vitest';
import { submitting } from './submitted.ts';

test('WAP-01 ASM-18 EVT-103 a template is approved ten minutes after it was submitted, under its own id', async () => {
  const { submitted, template, advance, statuses, happened } = await submitting();
  const id = await submitted();
  expect(await template(id)).toMatchObject({ status: 'PENDING' });
  await advance(599);
  expect(await template(id)).toMatchObject({ status: 'PENDING' });
  await advance(1);
  expect(await template(id)).toMatchObject({ status: 'APPROVED', rejected_reason: 'NONE' });
  expect(await statuses()).toEqual([
    [id, 'PENDING'],
    [id, 'APPROVED'],
  ]);
  expect(await happened()).toHaveLength(2);
});

test('ASM-18 EVT-103 a reviewer who was told to rejects it with a reason, and approves the appeal', async () => {
  const { accountId, submitted, template, control, advance, tell, statuses, events } = await submitting();
  const behaviour = { operation: 'approval', outcome: 'reject', message: 'INVALID_FORMAT', times: 1 };
  await control('POST', `/_local/network/${accountId}/behaviour`, behaviour);
  const id = await submitted();
  await advance(600);
  expect(await template(id)).toMatchObject({ status: 'REJECTED', rejected_reason: 'INVALID_FORMAT' });
  expect((await tell({ status: 'IN_APPEAL' })).status).toBe(201);
  await advance(599);
  expect(await template(id)).toMatchObject({ status: 'IN_APPEAL' });
  await advance(1);
  expect(await template(id)).toMatchObject({ status: 'APPROVED', rejected_reason: 'NONE' });
  expect((await statuses()).map(([, status]) => status)).toEqual(['PENDING', 'REJECTED', 'IN_APPEAL', 'APPROVED']);
  const told = await events('whatsapp.template.status_updated');
  expect(told.map(({ payload }) => payload['template']?.['reason'])).toEqual([
    'NONE',
    'INVALID_FORMAT',
    'NONE',
    'NONE',
  ]);
});

test('the time of a review is shown and changed, and without one a template waits for what the platform says', async () => {
  const { submitted, template, control, advance, tell } = await submitting();
  expect((await control('GET', '/_local/reviews')).body).toMatchObject({ reviews: { whatsappTemplate: 600 } });
  await control('PATCH', '/_local/reviews', { whatsappTemplate: null });
  const id = await submitted();
  await advance(30 * 86_400);
  expect(await template(id)).toMatchObject({ status: 'PENDING' });
  await tell({ status: 'APPROVED' });
  expect(await template(id)).toMatchObject({ status: 'APPROVED' });
});

test('ASM-18 the platform moves a template as the table says, and any other move is refused and changes nothing', async () => {
  const { submitted, template, tell, statuses, advance } = await submitting();
  const id = await submitted();
  const moves: readonly (readonly [string, number])[] = [
    ['PAUSED', 409],
    ['IN_APPEAL', 409],
    ['PENDING', 400],
    ['REJECTED', 201],
    ['APPROVED', 409],
    ['IN_APPEAL', 201],
    ['REJECTED', 201],
    ['IN_APPEAL', 201],
    ['APPROVED', 201],
    ['REJECTED', 409],
    ['PAUSED', 201],
    ['PAUSED', 409],
    ['APPROVED', 201],
    ['DISABLED', 201],
    ['APPROVED', 409],
    ['IN_APPEAL', 201],
  ];
  for (const [at, [status, answer]] of moves.entries()) {
    const { status: got, body } = await tell({ status, reason: 'LOW_QUALITY' });
    expect([at, status, got], JSON.stringify(body)).toEqual([at, status, answer]);
  }
  await advance(600);
  expect(await template(id)).toMatchObject({ id, status: 'APPROVED' });
  const emitted = moves.filter(([, answer]) => answer === 201).map(([status]) => [id, status]);
  expect(await statuses()).toEqual([[id, 'PENDING'], ...emitted, [id, 'APPROVED']]);
});

test('a decision of the platform comes before the one on the clock, which then decides nothing', async () => {
  const { submitted, template, tell, advance, statuses } = await submitting();
  const id = await submitted();
  await tell({ status: 'APPROVED' });
  await tell({ status: 'PAUSED' });
  await advance(600);
  expect(await template(id)).toMatchObject({ status: 'PAUSED' });
  expect(await statuses()).toHaveLength(3);
});

test('ASM-18 a change sends a template into review again, for the whole time', async () => {
  const { accountId, path, submitted, template, api, advance, statuses, components } = await submitting();
  const id = await submitted();
  await advance(500);
  const body = { accountId, components };
  const changed = await api('PATCH', `${path}/id/${id}`, { body });
  expect(changed.body['template']).toMatchObject({ id, status: 'PENDING' });
  await advance(599);
  expect(await template(id)).toMatchObject({ status: 'PENDING' });
  await advance(1);
  expect((await api('PATCH', `${path}/hours`, { body })).body['template']).toMatchObject({ status: 'PENDING' });
  expect((await statuses()).map(([, status]) => status)).toEqual(['PENDING', 'PENDING', 'APPROVED', 'PENDING']);
});

test('a review of what the account does not have is refused, and so is one without a status', async () => {
  const { submitted, tell, statuses } = await submitting();
  expect(await tell({ status: 'APPROVED' })).toMatchObject({ status: 404, body: { param: 'name' } });
  await submitted();
  expect(await tell({})).toMatchObject({ status: 400, body: { param: 'status' } });
  expect(await statuses()).toHaveLength(1);
});

test('WAP-04 the platform names the language of a template that has several', async () => {
  const { submitted, template, tell } = await submitting();
  const [english, german] = [await submitted(), await submitted({ language: 'de' })];
  const refused = await tell({ status: 'APPROVED' });
  expect(refused).toMatchObject({ status: 400, body: { code: 'ambiguous_template', param: 'language' } });
  expect((await tell({ status: 'APPROVED', language: 'de' })).status).toBe(201);
  expect([await template(english), await template(german)]).toMatchObject([
    { status: 'PENDING' },
    { status: 'APPROVED' },
  ]);
});

test('EVT-10 EVT-104 EVT-105 a change of category is announced a day before it is applied to the template', async () => {
  const { accountId, submitted, template, tell, advance, events } = await submitting();
  const id = await submitted();
  await advance(600);
  expect((await tell({ category: 'MARKETING' })).status).toBe(201);
  await advance(86_399);
  expect(await template(id)).toMatchObject({ category: 'UTILITY' });
  expect(await events('whatsapp.template.category_updated')).toHaveLength(1);
  await advance(1);
  expect(await template(id)).toMatchObject({ category: 'MARKETING', status: 'APPROVED' });
  const told = (await events('whatsapp.template.category_updated')).map(({ payload }) => payload);
  expect(told).toMatchObject([
    { account: { accountId }, template: { templateId: id, changeType: 'scheduled', category: 'UTILITY' } },
    { account: { accountId }, template: { templateId: id, changeType: 'applied', category: 'MARKETING' } },
  ]);
  expect(told[0]?.['template']).toMatchObject({
    scheduledCategory: 'MARKETING',
    effectiveAt: '2026-01-06T09:10:00.000Z',
  });
  expect(told[1]?.['template']).toMatchObject({ previousCategory: 'UTILITY' });
});

test('EVT-105 a change that is applied before its time is applied once, and the same category again is refused', async () => {
  const { submitted, template, tell, advance, events } = await submitting();
  const id = await submitted();
  await tell({ category: 'MARKETING' });
  await tell({ category: 'MARKETING', changeType: 'applied', status: 'APPROVED' });
  expect(await template(id)).toMatchObject({ category: 'MARKETING', status: 'APPROVED' });
  await advance(86_400);
  expect(await events('whatsapp.template.category_updated')).toHaveLength(2);
  expect(await tell({ category: 'MARKETING' })).toMatchObject({ status: 409, body: { param: 'category' } });
});
