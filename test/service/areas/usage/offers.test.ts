/** What a call costs, part by part. */
import { expect, test } from 'vitest';
import { callBilling } from '../../../../src/service/areas/usage/offers.ts';

test('VOI-12 VOI-13 only a transcribed call says what its transcript costs; the total has every part', () => {
  expect(callBilling(61, { isRecorded: false, isTranscribed: false })).not.toHaveProperty('transcriptionCostUSD');
  const { telnyxCostUSD, recordingCostUSD, totalCostUSD, ...rest } = callBilling(61, {
    isRecorded: true,
    isTranscribed: true,
  });
  const { transcriptionCostUSD = 0 } = rest;
  expect(transcriptionCostUSD).toBeGreaterThan(0);
  expect(totalCostUSD).toBeCloseTo(telnyxCostUSD + recordingCostUSD + Number(transcriptionCostUSD), 6);
});
