/** A number as each event of its lifecycle leaves it. */
import { expect, test } from 'vitest';
import { movedBy, moveRefusalOf } from '../../../../../src/service/areas/phone-numbers/orders/moves.ts';
import { TEST_NOW } from '../../../../support/service.ts';
import { openLine } from '../line.ts';

const LATER = TEST_NOW + 60_000;

/** An active number as the service has it. */
async function openNumber(more: object = {}) {
  const line = await openLine();
  const { id } = await line.active();
  const number = await line.service.desk.store.read.get('phone_number', String(id));
  if (number === undefined) throw new Error('The number is gone.');
  return { ...number, doc: { ...number.doc, ...more } };
}

test('NUM-26 a suspension says why, in its event and nowhere else, and a reactivation does not', async () => {
  const number = await openNumber();
  const suspended = movedBy(number, { event: 'suspended', at: LATER, reason: 'Complaints.' });
  expect(suspended?.record.doc.status).toBe('suspended');
  expect(suspended?.events).toMatchObject([{ type: 'whatsapp.number.suspended', payload: { reason: 'Complaints.' } }]);
  const silent = movedBy(number, { event: 'suspended', at: LATER });
  expect(silent?.events[0]?.payload).not.toHaveProperty('reason');
  if (suspended === undefined) throw new Error('Nothing was suspended.');
  const again = movedBy(suspended.record, { event: 'reactivated', at: LATER, reason: 'Complaints.' });
  expect(again?.record.doc.status).toBe('active');
  expect(again?.events[0]?.payload).not.toHaveProperty('reason');
});

test('a number that is released has no calls, no texts and no trunk, and nothing becomes of it', async () => {
  const number = await openNumber({ callingEnabled: true, smsEnabled: true, sipTrunkId: 'trunk' });
  const released = movedBy(number, { event: 'released', at: LATER });
  if (released === undefined) throw new Error('Nothing was released.');
  expect(released.record.doc).toMatchObject({
    status: 'released',
    releasedAt: '2026-01-05T09:01:00.000Z',
    callingEnabled: false,
    smsEnabled: false,
    sipTrunkId: null,
  });
  expect(movedBy(released.record, { event: 'activated', at: LATER })).toBeUndefined();
  expect(moveRefusalOf(released.record, 'activated')).toMatchObject({ status: 409 });
  expect(moveRefusalOf(number, 'released')).toBeUndefined();
});

test('what a reviewer asks is kept until the number goes on', async () => {
  const number = await openNumber({ status: 'pending_regulatory', provisionedAt: undefined });
  const asked = movedBy(number, { event: 'action_required', at: LATER });
  if (asked === undefined) throw new Error('Nothing was asked.');
  expect(asked.record.doc.actionReason).toBe('More information is required.');
  const active = movedBy(asked.record, { event: 'activated', at: LATER });
  expect(active?.record.doc).toMatchObject({ status: 'active', provisionedAt: '2026-01-05T09:01:00.000Z' });
  expect(active?.record.doc).not.toHaveProperty('actionReason');
  const verifying = movedBy(number, { event: 'verification_required', at: LATER });
  const verificationUrl = `https://verify.example.test/${number.id}`;
  expect(verifying?.record.doc.onfidoVerificationUrl).toBe(verificationUrl);
  expect(verifying?.events).toMatchObject([{ payload: { verificationUrl } }]);
  const declined = movedBy(number, { event: 'declined', at: LATER, reason: 'No such street.' });
  expect(declined?.record.doc.regulatoryDeclineReason).toBe('No such street.');
  expect(declined?.events).toMatchObject([{ payload: { reason: 'No such street.' } }]);
});
