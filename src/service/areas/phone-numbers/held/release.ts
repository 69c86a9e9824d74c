/** Numbers that are given back, for good: to the stock that they came from. Served by engine/. */
import type { Handler } from '../../../desk.ts';
import { engineWith } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../../records/account.ts';
import type { NUMBER_KIND } from '../../../records/phone.ts';
import type { Reader } from '../../../store/store.ts';
import { movedBy, moveRefusalOf } from '../orders/moves.ts';
import { TRUNK_KIND, type NumberRecord } from '../record.ts';
import { trunkWithout } from './trunks.ts';

const ON_REQUEST = 'Released on request.';

/** Source: NUM-28, NUM-29 */
const giveBack: Follow<typeof NUMBER_KIND> = async ([{ before } = {}], { now }, view) => {
  if (before === undefined) return {};
  const moved = movedBy(before, { event: 'released', at: now, reason: ON_REQUEST });
  if (moved === undefined) return { refusal: moveRefusalOf(before, 'released') };
  const records = [moved.record, ...(await offTrunk(before, view))];
  return { records, removed: await accountOn(before, view), events: moved.events };
};

/** The trunk that the number was on, without it. */
export async function offTrunk(number: NumberRecord, view: Reader) {
  const trunk = await view.get(TRUNK_KIND, number.doc.sipTrunkId ?? '');
  return trunk === undefined ? [] : [trunkWithout(trunk, number)];
}

/** The account that the number was while it sent texts; it goes with the number. */
export async function accountOn({ id }: NumberRecord, view: Reader): Promise<readonly AccountRecord[]> {
  const account = await view.get(ACCOUNT_KIND, id);
  return account === undefined ? [] : [account];
}

const givingBack = engineWith(giveBack);

export const handlers: Readonly<Record<string, Handler>> = {
  releasePhoneNumber: givingBack,
  releaseWhatsAppPhoneNumber: givingBack,
};
