/** How people are known on each platform. */
import { expect, test } from 'vitest';
import { isNameless, participantOf } from '../../../../src/service/areas/inbox/people.ts';

test('EVT-45 INB-03 people have a phone number where the platform knows them by it, and where one is given', () => {
  expect(participantOf({ id: '+1 (555) 010-0300' }, 'whatsapp')).toMatchObject({
    id: '15550100300',
    phoneNumber: '+15550100300',
  });
  expect(participantOf({ id: '4711' }, 'telegram')).not.toHaveProperty('phoneNumber');
  expect(participantOf({ id: 'unknown' }, 'whatsapp')).not.toHaveProperty('phoneNumber');
  expect(participantOf({ id: '4711', phoneNumber: '+15550100300' }, 'telegram')).toMatchObject({
    id: '4711',
    phoneNumber: '+15550100300',
  });
  expect(participantOf({ id: 'Ana@Example.com' }, 'imessage')).toMatchObject({ id: 'ana@example.com' });
  expect(participantOf({ id: 'Ana@Example.com' }, 'imessage')).not.toHaveProperty('phoneNumber');
});

test('whoever gives no name is named by the end of their id', () => {
  const stranger = participantOf({ id: '17840001' }, 'instagram');
  expect([stranger.name, isNameless(stranger)]).toEqual(['Customer 0001', true]);
  expect(isNameless(participantOf({ id: '17840001', name: 'Ada' }, 'instagram'))).toBe(false);
});
