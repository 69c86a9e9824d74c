/** Calls, numbers, registrations, ads and the standing of whatsapp accounts. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../../../src/service/store/store.ts';
import { namesOf, stage, type Stage } from '../../control/inbound-stage.ts';

let at: Stage;

beforeEach(async () => {
  at = await stage();
});

/** Lays down a record of an area that has no room of its own yet. */
async function laid(kind: string, doc: Record<string, unknown>): Promise<StoredRecord> {
  const { desk, parts } = at.service.service;
  const profileId = await at.service.profileId();
  const id = desk.ids.record();
  const owner = { teamId: parts.lifecycle.teamId(), profileId, parentId: null, createdAt: 0 };
  const record = { kind, id, ...owner, doc: { id, ...doc } };
  await desk.store.transact((tx) => tx.put(record));
  return record;
}

const number = (more: object = {}) =>
  laid('phone_number', { phoneNumber: '+15550100200', country: 'US', status: 'provisioning', ...more });

describe('calls', () => {
  const line = (more: object = {}) => number({ status: 'active', callingEnabled: true, ...more });
  const call = (numberId: string, stageOf: string, more: object = {}) =>
    at.tell('call', { numberId, from: '+15550100300', stage: stageOf, ...more });

  test('EVT-04 EVT-108 EVT-110 from the ring to the end, with duration, reason and cost, and the account twice', async () => {
    const { id } = await line();
    const rung = await call(id, 'received');
    expect(rung.events[0]?.payload).toMatchObject({
      call: { id: rung['callId'], accountId: id, direction: 'inbound', from: '+15550100300', to: '+15550100200' },
      account: { id, accountId: id },
    });
    await at.service.control('POST', `/_local/calls/${String(rung['callId'])}`, { action: 'answer' });
    await at.service.advance(90);
    const over = await call(id, 'ended', { reason: 'hangup' });
    expect(over.events[0]?.payload).toMatchObject({
      call: {
        id: rung['callId'],
        accountId: id,
        durationSeconds: 90,
        endReason: 'hangup',
        billing: { totalCostUSD: 0.012 },
      },
    });
  });

  test('EVT-111 the recording is there only when recording was on', async () => {
    const [silent, recorded] = [await line(), await line({ recordingEnabled: true })];
    const endOf = async ({ id }: StoredRecord) =>
      (await call(id, 'ended', { durationSeconds: 5 })).events[0]?.payload['call'];
    expect(await endOf(silent)).not.toHaveProperty('recordingUrl');
    expect(await endOf(recorded)).toHaveProperty('recordingUrl');
  });

  test('EVT-112 failures and permissions are told', async () => {
    const accountId = await at.account('whatsapp');
    const tell = (stageOf: string, reason?: string) =>
      at.tell('call', { accountId, from: '+15550100300', stage: stageOf, ...(reason === undefined ? {} : { reason }) });
    const failed = await tell('failed', 'busy');
    expect(namesOf(failed.events)).toEqual(['call.failed']);
    expect(failed.events[0]?.payload).toMatchObject({ call: { accountId, error: { message: 'busy' } } });
    expect((await tell('permission_request')).events[0]?.payload).toMatchObject({
      permission: { response: 'accept' },
      call: { accountId },
    });
    expect((await tell('permission_request', 'reject')).events[0]?.payload).toMatchObject({
      permission: { response: 'reject' },
    });
  });

  test('EVT-109 an outbound call rings nobody here', async () => {
    const { id } = await number();
    await at.service.api('POST', '/v1/voice/calls', {
      body: { fromNumber: '+15550100200', to: '+15550100300', numberId: id },
    });
    expect(await at.service.events('call.received')).toEqual([]);
  });
});

describe('numbers and registrations', () => {
  test.each([
    ['pending_regulatory', 'kyc_submitted', 'pending_regulatory'],
    ['pending_regulatory', 'activated', 'active'],
    ['pending_regulatory', 'declined', 'regulatory_declined'],
    ['pending_regulatory', 'action_required', 'pending_regulatory'],
    ['pending_regulatory', 'verification_required', 'verifying'],
    ['active', 'suspended', 'suspended'],
    ['suspended', 'reactivated', 'active'],
    ['suspended', 'released', 'released'],
  ])(
    'EVT-12 ASM-19 of a number that is %s, %s names the number and its profile and no account; the number is %s then',
    async (before, word, status) => {
      const { id, profileId } = await number({ status: before });
      const { events } = await at.tell('number_status', { numberId: id, status: word, reason: 'because' });
      expect(namesOf(events)).toEqual([`whatsapp.number.${word}`]);
      expect(events[0]?.payload).toMatchObject({ number: { id, profileId } });
      expect(events[0]?.payload).not.toHaveProperty('account');
      const kept = await at.service.service.desk.store.read.get('phone_number', id);
      expect(kept?.doc['status']).toBe(status);
    },
  );

  test('EVT-13 EVT-116 EVT-117 a registration’s state and what is to be done name the registration and its profile', async () => {
    const { id, profileId } = await laid('sms_registration', { status: 'pending' });
    const state = await at.tell('registration_status', { registrationId: id, status: 'approved' });
    expect(state.events[0]?.payload).toMatchObject({ registration: { id, profileId, status: 'approved' } });
    const action = { reason: 'document_missing', message: 'Send the form once more.' };
    const wanted = await at.tell('registration_status', { registrationId: id, action });
    expect(wanted.events[0]?.payload).toMatchObject({ registration: { id, profileId }, ...action });
    for (const { payload } of [...state.events, ...wanted.events]) expect(payload).not.toHaveProperty('account');
  });

  test('EVT-114 EVT-115 a watch is served once, with the counts of each type, and used up', async () => {
    const watch = await laid('phone_number_stock_watch', { country: 'PT' });
    const restock = () =>
      at.service.control('POST', '/_local/stock', { countryCode: 'PT', counts: { local: 3, mobile: 0 } });
    await at.service.control('POST', '/_local/stock', { countryCode: 'PT', counts: { local: 0 } });
    await restock();
    await restock();
    const told = await at.service.events('phone_number.stock_available');
    expect(told).toHaveLength(1);
    expect(told[0]?.payload).toMatchObject({
      stock: {
        country: 'PT',
        types: [
          { numberType: 'local', availableCount: 3 },
          { numberType: 'mobile', availableCount: 0 },
        ],
      },
    });
    expect(await at.service.service.desk.store.read.get('phone_number_stock_watch', watch.id)).toBeUndefined();
  });
});

describe('the standing of a whatsapp account', () => {
  let accountId: string;
  const change = async (what: string, given: object = {}) => {
    accountId = await at.account('whatsapp');
    return (await at.tell('whatsapp_account', { accountId, change: what, ...given })).events;
  };
  const read = async (path: string) =>
    (await at.service.api('GET', `/v1/whatsapp/${path}`, { query: { accountId } })).body;
  const phone = async () => (await read('number-info'))['phone'];

  test.each(['APPROVED', 'DECLINED', 'PENDING_REVIEW'])('EVT-10 EVT-106 a name under review is %s', async (status) => {
    const [event] = await change('name_status', { status, requestedName: 'Northwind' });
    expect(event).toMatchObject({
      event: 'whatsapp.account.name_status_updated',
      payload: { name: { status, requestedName: 'Northwind' }, account: { accountId } },
    });
    const shown = status === 'APPROVED' ? { verified_name: 'Northwind' } : {};
    expect(await phone()).toMatchObject({ name_status: status, ...shown });
  });

  test('EVT-107 a name that needs no review is taken silently', async () => {
    expect(await change('name_status', { requestedName: 'Northwind' })).toEqual([]);
    expect(await phone()).toMatchObject({ name_status: 'APPROVED', verified_name: 'Northwind' });
  });

  test.each(['LeadSubmitted', 'Purchase'])(
    'EVT-11 EVT-113 the automatic event %s has its key and its account at the top',
    async (eventName) => {
      const [event] = await change('automatic_event', { eventName, ctwa_clid: 'click' });
      expect(event?.payload).toMatchObject({ eventName, ctwa_clid: 'click', accountId });
      expect(event?.payload).not.toHaveProperty('account');
    },
  );

  test.each([
    ['quality', 'RED', 'whatsapp.account.quality_updated', { quality_rating: 'RED', status: 'CONNECTED' }],
    ['status', 'RESTRICTED', 'whatsapp.account.status_updated', { status: 'RESTRICTED' }],
    ['alert', 'ACTION_NEEDED', 'whatsapp.account.alert_received', { status: 'CONNECTED' }],
  ])(
    'EVT-10 EVT-126 ASM-44 %s is told with what came along, and reads %s from then on',
    async (what, status, name, shown) => {
      const [event, ...further] = await change(what, { status, reason: 'Complaints.', extra: 'kept' });
      expect(event).toMatchObject({
        event: name,
        payload: { status, reason: 'Complaints.', extra: 'kept', account: { accountId } },
      });
      expect(further).toEqual([]);
      expect(await phone()).toMatchObject(shown);
      expect(await read('account-events')).toMatchObject({ events: [{ accountId, type: what, detail: status }] });
    },
  );

  test('EVT-10 EVT-126 ASM-44 a person whose number belongs to somebody else now is told, and changes nothing of the account', async () => {
    const [event] = await change('identity', { extra: 'kept', waId: '15550100399' });
    expect(event).toMatchObject({
      event: 'whatsapp.contact.identity_changed',
      payload: { extra: 'kept', waId: '15550100399', account: { accountId } },
    });
    expect(await read('account-events')).toMatchObject({ events: [] });
  });
});
