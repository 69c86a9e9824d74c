/** Ports: numbers judged one by one, documents, drafts, exceptions and days, up to the ported number among the team's. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../support/service.ts';
import { PORT_EVENTS, PORT_STATES, portIn, type PortState } from '../../../../../src/service/states/port-in.ts';
import { DAY, openLine } from '../line.ts';

const END_USER = {
  entityName: 'Northwind',
  authPersonName: 'A. Person',
  streetAddress: '1 Main Street',
  locality: 'Springfield',
  administrativeArea: 'IL',
  postalCode: '62701',
  countryCode: 'US',
  accountNumber: '77',
};

async function scene() {
  const line = await openLine();
  const { api, control } = line;
  const upload = async (kind?: string) => {
    const part = (head: string, content: string) =>
      `--part\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
    const file = part('name="file"; filename="letter.pdf"', '%PDF');
    const body = `${kind === undefined ? '' : part('name="kind"', kind)}${file}--part--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=part' };
    const answer = await api('POST', '/v1/phone-numbers/port-in/documents', { body, headers });
    return String(answer.body['documentId']);
  };
  const papers = { loaDocumentId: await upload('loa'), invoiceDocumentId: await upload('invoice') };
  const order = (more: object = {}) =>
    api('POST', '/v1/phone-numbers/port-in', {
      body: { phoneNumbers: ['+12175550100'], endUser: END_USER, ...papers, ...more },
    });
  const orders = async () => (await api('GET', '/v1/phone-numbers/port-in')).body['orders'] as unknown as Json[];
  return {
    ...line,
    papers,
    upload,
    order,
    orders,
    ordered: async (more: object = {}) => String((await order(more)).body['id']),
    port: async (id: string) => (await orders()).find((one) => String(one['id']) === id) ?? {},
    say: (portInId: string, status: string, reason?: string) =>
      control('POST', '/_local/inbound', {
        type: 'port_status',
        portInId,
        status,
        ...(reason === undefined ? {} : { reason }),
      }),
    cancel: (id: string) => api('DELETE', `/v1/phone-numbers/port-in/${id}`),
    numbers: async () => (await api('GET', '/v1/phone-numbers')).body['numbers'] as unknown as Json[],
  };
}

test('NUM-01 NUM-02 NUM-03 NUM-04 every number is judged by its dialling plan and carrier, for free', async () => {
  const { post, buy, spent } = await scene();
  await buy({ phoneNumber: '+12175550101' });
  const before = await spent();
  const phoneNumbers = [
    '+12175550100',
    '+12175550101',
    '5551234',
    '+15551234',
    '+19005550123',
    '+19075550100',
    '+4915228817386',
    '+493023125555',
    '+18005550177',
    '+81312345678',
  ];
  const { body } = await post('/v1/phone-numbers/port-in/check', { phoneNumbers });
  const row = (at: number, countryCode: string | null, lineType: string | null, phoneNumberType: string | null) => ({
    phoneNumber: phoneNumbers[at],
    countryCode,
    lineType,
    phoneNumberType,
  });
  const no = (notPortableReason: string) => ({ portable: false, fastPortable: false, notPortableReason });
  const yes = (fastPortable: boolean) => ({ portable: true, fastPortable, notPortableReason: null });
  expect(body['results']).toEqual([
    { ...row(0, 'US', 'landline', 'local'), ...yes(true) },
    { ...row(1, 'US', 'landline', 'local'), ...no('The team already has +12175550101.') },
    { ...row(2, null, null, null), ...no('5551234 is not a phone number in E.164 format.') },
    { ...row(3, null, null, null), ...no('+15551234 is not a phone number in E.164 format.') },
    { ...row(4, null, null, null), ...no('+19005550123 is of a type that cannot be ported.') },
    { ...row(5, 'US', 'landline', 'local'), ...no('Tundra Mobile has no agreement on porting.') },
    {
      ...row(6, 'DE', 'mobile', 'mobile'),
      ...no('Mobilnetz Nord releases mobile numbers to mobile carriers only.'),
    },
    { ...row(7, 'DE', 'landline', 'local'), ...yes(false) },
    { ...row(8, 'US', 'toll_free', 'toll_free'), ...yes(true) },
    { ...row(9, 'JP', 'landline', 'local'), ...no('Numbers in JP cannot be ported.') },
  ]);
  expect(await spent()).toBe(before);
});

test('NUM-05 NUM-10 NUM-11 journey: a port is ordered, confirmed, and its number is one of the team, from the day of the port', async () => {
  const { order, port, advance, numbers, ownerId, spent } = await scene();
  const { status, body } = await order();
  const id = String(body['id']);
  expect([status, body]).toEqual([201, { id, status: 'pending', phoneNumbers: ['+12175550100'] }]);
  expect(id).toMatch(/^[0-9a-f]{24}$/);
  await advance(DAY - 1);
  expect(await port(id)).toMatchObject({ status: 'pending', fastPortEligible: true });
  await advance(1);
  expect(await port(id)).toMatchObject({ status: 'foc_confirmed', focDatetimeActual: '2026-01-13T09:00:00.000Z' });
  expect(await numbers()).toEqual([]);
  expect(await spent()).toBe(0);
  await advance(7 * DAY);
  expect(await port(id)).toMatchObject({ status: 'ported', portedAt: '2026-01-13T09:00:00.000Z' });
  const [number = {}] = await numbers();
  expect(number).toMatchObject({
    phoneNumber: '+12175550100',
    country: 'US',
    status: 'active',
    portedAt: '2026-01-13T09:00:00.000Z',
    hostedByService: true,
  });
  expect(String(number['_id'])).toMatch(/^[0-9a-f]{24}$/);
  expect(JSON.stringify(number['profileId'])).toContain(ownerId);
  await advance(DAY);
  expect(await spent()).toBeGreaterThan(0);
});

test('NUM-09 the day that was asked for is the day of the port', async () => {
  const { ordered, port, advance } = await scene();
  const id = await ordered({ focDatetimeRequested: '2026-02-02T10:00:00.000Z' });
  await advance(DAY);
  expect(await port(id)).toMatchObject({
    status: 'foc_confirmed',
    focDatetimeRequested: '2026-02-02T10:00:00.000Z',
    focDatetimeActual: '2026-02-02T10:00:00.000Z',
  });
  await advance(40 * DAY);
  expect(await port(id)).toMatchObject({ status: 'ported', portedAt: '2026-02-02T10:00:00.000Z' });
});

describe('NUM-03 NUM-06 NUM-07 NUM-08 an order is refused, with the place of what is wrong', () => {
  const without = (name: string) => Object.fromEntries(Object.entries(END_USER).filter(([key]) => key !== name));
  test.each([
    [{ phoneNumbers: ['5551234'] }, 400, 'phoneNumbers'],
    [{ phoneNumbers: ['+12175550100', '+19075550100'] }, 400, 'phoneNumbers'],
    [{ phoneNumbers: [] }, 400, 'phoneNumbers'],
    [{ phoneNumbers: ['+493023125555'] }, 400, 'endUser.countryCode'],
    [{ endUser: without('entityName') }, 400, 'endUser.entityName'],
    [{ endUser: without('postalCode') }, 400, 'endUser.postalCode'],
    [{ endUser: { ...END_USER, billingPhoneNumber: '77' } }, 400, 'endUser.billingPhoneNumber'],
    [{ focDatetimeRequested: '2025-01-01T00:00:00.000Z' }, 400, 'focDatetimeRequested'],
    [{ focDatetimeRequested: 'soon' }, 400, 'focDatetimeRequested'],
    [{ loaDocumentId: undefined }, 400, 'loaDocumentId'],
    [{ invoiceDocumentId: undefined }, 400, 'invoiceDocumentId'],
    [{ loaDocumentId: '0123456789abcdef01234567' }, 404, 'loaDocumentId'],
    [{ invoiceDocumentId: 'b' }, 404, 'invoiceDocumentId'],
  ])('%j', async (more, status, param) => {
    const { order, orders } = await scene();
    expect(await order(more)).toMatchObject({ status, body: { param } });
    expect(await orders()).toEqual([]);
  });

  test('every number that cannot be ported has its reason', async () => {
    const { order } = await scene();
    const { body } = await order({ phoneNumbers: ['+12175550100', '5551234', '+19075550100'] });
    expect(body).toMatchObject({
      details: {
        errors: [
          { phoneNumber: '5551234', reason: '5551234 is not a phone number in E.164 format.' },
          { phoneNumber: '+19075550100', reason: 'Tundra Mobile has no agreement on porting.' },
        ],
      },
    });
  });

  test('an invoice is no letter of authorization', async () => {
    const { order, papers } = await scene();
    expect(await order({ loaDocumentId: papers.invoiceDocumentId })).toMatchObject({
      status: 400,
      body: { param: 'loaDocumentId' },
    });
  });

  test('a number that is on its way is not ordered again', async () => {
    const { order } = await scene();
    await order();
    expect((await order()).body).toMatchObject({ error: '+12175550100 is already being ported.' });
  });
});

test('NUM-05 numbers of several carriers make several orders', async () => {
  const { order, orders } = await scene();
  const { body } = await order({ phoneNumbers: ['+12175550100', '+13125550123', '+12175550102'] });
  expect(body).toMatchObject({
    phoneNumbers: ['+12175550100', '+12175550102'],
    orders: [{ phoneNumbers: ['+12175550100', '+12175550102'] }, { phoneNumbers: ['+13125550123'] }],
  });
  expect(await orders()).toHaveLength(2);
});

test('ASM-16 an order that lacks what its country asks for is a draft, and says what is missing', async () => {
  const { ordered, port, api, advance, say } = await scene();
  const german = {
    phoneNumbers: ['+493023125555'],
    endUser: { ...END_USER, countryCode: 'DE', postalCode: '10117' },
    requirements: [{ requirementTypeId: 'entity_name', fieldValue: 'Northwind' }],
  };
  const id = await ordered(german);
  expect(await port(id)).toMatchObject({ status: 'draft', submittedAt: null });
  const { body: form } = await api('GET', '/v1/phone-numbers/port-in/requirements', { query: { country: 'DE' } });
  expect(form).toMatchObject({ country: 'DE', supported: true, fields: [{ requirementId: 'entity_name' }, {}] });
  expect((await api('GET', `/v1/phone-numbers/port-in/${id}/requirements`)).body).toMatchObject({
    country: 'DE',
    requirements: [
      { requirementId: 'entity_name', filled: true, status: 'submitted' },
      { requirementId: 'subscriber_number', filled: false, status: 'missing' },
    ],
  });
  await advance(30 * DAY);
  expect(await port(id)).toMatchObject({ status: 'draft' });
  await say(id, 'pending');
  await advance(8 * DAY);
  expect(await port(id)).toMatchObject({ status: 'ported' });
  const supported = async (country: string) =>
    (await api('GET', '/v1/phone-numbers/port-in/requirements', { query: { country } })).body;
  expect(await supported('JP')).toMatchObject({ supported: false, fields: [] });
});

test('NUM-11 an exception has the carrier’s reason, and the order goes on once it is settled', async () => {
  const { ordered, port, advance, say, control } = await scene();
  await control('POST', '/_local/network/carrier/behaviour', {
    operation: 'approval',
    outcome: 'reject',
    message: 'The account number does not match.',
    times: 1,
  });
  const id = await ordered();
  await advance(DAY);
  expect(await port(id)).toMatchObject({ status: 'exception', declineReason: 'The account number does not match.' });
  await advance(30 * DAY);
  expect(await port(id)).toMatchObject({ status: 'exception' });
  await say(id, 'pending');
  expect(await port(id)).toMatchObject({ status: 'pending', declineReason: null });
  await advance(8 * DAY);
  expect(await port(id)).toMatchObject({ status: 'ported' });
});

const WAYS: Readonly<Record<PortState, (at: Awaited<ReturnType<typeof scene>>) => Promise<string>>> = {
  draft: ({ ordered }) => ordered({ phoneNumbers: ['+493023125555'], endUser: { ...END_USER, countryCode: 'DE' } }),
  pending: ({ ordered }) => ordered(),
  foc_confirmed: async ({ ordered, advance }) => {
    const id = await ordered();
    await advance(DAY);
    return id;
  },
  ported: async ({ ordered, advance }) => {
    const id = await ordered();
    await advance(8 * DAY);
    return id;
  },
  exception: async ({ ordered, say }) => {
    const id = await ordered();
    await say(id, 'exception', 'because');
    return id;
  },
  cancelled: async ({ ordered, cancel }) => {
    const id = await ordered();
    await cancel(id);
    return id;
  },
};

describe('ASM-16 a port', () => {
  const pairs = PORT_STATES.flatMap((state) => PORT_EVENTS.map((event) => [state, event] as const));
  test.each(pairs)('that is %s meets %s as the table says', async (state, event) => {
    const at = await scene();
    const id = await WAYS[state](at);
    expect(await at.port(id)).toMatchObject({ status: state });
    const to = portIn.move(state, event)?.to;
    const answer = event === 'cancel' ? await at.cancel(id) : await at.say(id, event);
    expect(answer.status).toBe(to === undefined ? 409 : event === 'cancel' ? 200 : 201);
    if (to === undefined) expect(answer.body).toMatchObject({ code: 'invalid_resource_state' });
    expect(await at.port(id)).toMatchObject({ status: to ?? state });
    const isEnd = ['ported', 'cancelled'].includes(to ?? state);
    if (isEnd) await at.advance(30 * DAY);
    if (isEnd) expect(await at.port(id)).toMatchObject({ status: to ?? state });
    expect(await at.numbers()).toHaveLength((to ?? state) === 'ported' ? 1 : 0);
  });
});

test('ASM-16 a port that there is not is not cancelled', async () => {
  const { cancel } = await scene();
  expect((await cancel('0123456789abcdef01234567')).status).toBe(404);
});
