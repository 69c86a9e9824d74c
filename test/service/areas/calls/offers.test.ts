/** Settings of WhatsApp calls, as other areas ask for them. */
import { expect, test } from 'vitest';
import { callingOf, isCalledOnWhatsApp } from '../../../../src/service/areas/calls/offers.ts';
import { openLine } from '../phone-numbers/line.ts';

test('a number is called on WhatsApp while that is turned on below it, and its settings are found by the account', async () => {
  const { account, active, api, post, service } = await openLine();
  const { id, phoneNumber } = await active();
  const { _id: accountId } = await account('whatsapp', { username: phoneNumber });
  const { read } = service.desk.store;
  const number = async () => {
    const found = await read.get('phone_number', String(id));
    if (found === undefined) throw new Error('The number is gone.');
    return found;
  };
  const { teamId } = await number();
  const path = `/v1/phone-numbers/${String(id)}/whatsapp/calling`;
  expect(await isCalledOnWhatsApp(read, await number())).toBe(false);
  expect(await callingOf(read, { id: accountId, teamId })).toBeUndefined();
  await post(path, { accountId, forwardTo: 'sip:desk@harborbooks.example' });
  expect(await isCalledOnWhatsApp(read, await number())).toBe(true);
  expect(await callingOf(read, { id: accountId, teamId })).toMatchObject({ parentId: id, doc: { accountId } });
  expect(await callingOf(read, { id: String(id), teamId })).toBeUndefined();
  expect((await api('DELETE', path, { query: { accountId } })).status).toBeLessThan(300);
  expect(await isCalledOnWhatsApp(read, await number())).toBe(false);
});
