import { expect, test } from 'vitest';
import { partsOf } from '../../../../src/service/areas/sms/parts.ts';

test.each([
  ['160 letters', 'a'.repeat(160), 'GSM-7', 1],
  ['161 letters', 'a'.repeat(161), 'GSM-7', 2],
  ['306 letters', 'a'.repeat(306), 'GSM-7', 2],
  ['307 letters', 'a'.repeat(307), 'GSM-7', 3],
  ['80 euro signs, which count twice', '€'.repeat(80), 'GSM-7', 1],
  ['81 euro signs', '€'.repeat(81), 'GSM-7', 2],
  ['70 characters with one outside the alphabet', `${'a'.repeat(69)}’`, 'UCS-2', 1],
  ['71 characters with one outside the alphabet', `${'a'.repeat(70)}’`, 'UCS-2', 2],
  ['35 emoji, which count twice', '😀'.repeat(35), 'UCS-2', 1],
  ['36 emoji', '😀'.repeat(36), 'UCS-2', 2],
])('%s', (_name, text, encoding, segments) => {
  expect(partsOf(text, false)).toEqual({ encoding, segments });
});

test('with pictures it is one message', () => {
  expect(partsOf('a'.repeat(500), true)).toEqual({ encoding: null, segments: 1 });
});
