import { expect, test } from 'vitest';
import {
  answeredCall,
  endedCall,
  failedCall,
  isOver,
  newCall,
  ownPhoneOf,
  withEnds,
} from '../../../../src/service/areas/calls/record.ts';
import { numberAccount } from '../../../../src/service/areas/phone-numbers/offers.ts';

const place = { kind: 'phone_number', id: 'number', teamId: 't', profileId: null, parentId: null, createdAt: 0 };
const account = numberAccount({ ...place, doc: { phoneNumber: '+1202' } }, 'phone');
const ringing = newCall({ account }, { id: 'call', direction: 'inbound', person: '+4930', now: 0 });

test('a call knows both of its ends, and which of them is the phone of the team', () => {
  expect(ringing.doc).toMatchObject({ from: '+4930', to: '+1202', numbers: ['+4930', '+1202'], channel: 'pstn' });
  expect(ownPhoneOf(ringing)).toBe('+1202');
  expect(withEnds(ringing, undefined, '+33').doc).toMatchObject({ from: '+4930', to: '+33', numbers: ['+33'] });
});

test('a call that ended or failed is over, and a reason that nobody knows is an error', () => {
  expect(
    [ringing, endedCall(ringing, { now: 1 }), failedCall(ringing, { message: 'No.', now: 1 })].map(isOver),
  ).toEqual([false, true, true]);
  expect(endedCall(answeredCall(ringing, 1_000), { now: 3_000, reason: 'rain' }).doc).toMatchObject({
    endReason: 'error',
    durationSeconds: 2,
  });
  expect(endedCall(ringing, { now: 2_000 }).doc.durationSeconds).toBe(0);
});
