/** WhatsApp calls of the account that the examples of the help call from: turned on, and allowed by the person whom they call. Part of the demo pack; called by demo.ts. */
import { exampleId } from '../../kernel/example.ts';
import { textOf } from '../../kernel/json.ts';
import { CALLING_KIND } from '../areas/calls/offers.ts';
import { permissionOf, withPermission } from '../areas/calls/whatsapp/permission.ts';
import { phoneOf } from '../areas/phone-numbers/offers.ts';
import { commit } from '../change.ts';
import type { Desk } from '../desk.ts';
import { keyOfSingle } from '../engine/keys.ts';
import { ACCOUNT_KIND } from '../records/account.ts';
import { NUMBER_KIND } from '../records/phone.ts';

export function saveCalling(desk: Desk): Promise<undefined> {
  const { initiateWhatsAppCall: [asked] = [] } = desk.catalog.examples();
  const { accountId, to, forwardTo } = asked?.body ?? {};
  const now = desk.clock.now();
  return commit(desk, [`${ACCOUNT_KIND}/${String(accountId)}`], async (view) => {
    const account = await view.get(ACCOUNT_KIND, String(accountId));
    const number = await view.get(NUMBER_KIND, exampleId(NUMBER_KIND));
    if (account === undefined || number === undefined) return {};
    const doc = {
      ...desk.catalog.kinds()[CALLING_KIND]?.initial,
      accountId: account.id,
      phoneNumber: phoneOf(number),
      phoneNumberDocId: number.id,
      callingEnabled: true,
      forwardTo: textOf(forwardTo) ?? null,
    };
    const settings = {
      ...account,
      kind: CALLING_KIND,
      id: keyOfSingle(number.id),
      parentId: number.id,
      createdAt: now,
      doc,
    };
    return { records: [settings, withPermission(await permissionOf(view, { account, person: String(to), now }), now)] };
  });
}
