/** How many calls go out within an hour. */
import { expect, test } from 'vitest';
import { hourlyRefusal } from '../../../../src/service/areas/calls/hourly.ts';
import { openLine } from './line.ts';

test('VOI-23 sixty calls on the telephone network go out within an hour, and those that come in do not count', async () => {
  const { advance, dial, numberId, ring, service } = await openLine();
  const { clock, store } = service.desk;
  const teamId = (await store.read.get('phone_number', numberId))?.teamId ?? '';
  const refusal = () => hourlyRefusal(store.read, teamId, clock.now());
  for (let count = 0; count < 60; count += 1) await ring();
  expect(await refusal()).toBeUndefined();
  for (let count = 0; count < 59; count += 1) await dial();
  expect(await refusal()).toBeUndefined();
  await dial();
  expect(await refusal()).toMatchObject({ status: 429 });
  await advance(3_599);
  expect(await refusal()).toMatchObject({ status: 429 });
  await advance(1);
  expect(await refusal()).toBeUndefined();
});
