/** Which phone of a team a call goes out from. Asked by place.ts and workflow-calls.ts. */
import { traitsOf } from '../../../platforms/platforms.ts';
import type { Caller } from '../../call.ts';
import { ACCOUNT_KIND, LINE_VARIANT } from '../../records/account.ts';
import { NUMBER_KIND } from '../../records/phone.ts';
import { reaches } from '../../records/profile.ts';
import { refuse } from '../../refuse.ts';
import type { Reader } from '../../store/store.ts';
import { numberAccount, phoneOf } from '../phone-numbers/offers.ts';
import type { Line } from './record.ts';

/** Whose phones these are. */
export type Reach = Pick<Caller, 'teamId' | 'profileIds'>;

/** A number with voice turned on within reach, or an account that was connected for calls. @param from the one that is wanted; the first without it */
export async function lineFrom(view: Reader, reach: Reach, from: string | undefined): Promise<Line | undefined> {
  const numbers = (await view.list(NUMBER_KIND, { teamId: reach.teamId })).filter(
    (one) => one.doc.callingEnabled && one.doc.status === 'active' && reaches(reach, one),
  );
  const number = numbers.find((one) => from === undefined || phoneOf(one) === from);
  if (number !== undefined) return { account: numberAccount(number, 'phone'), number };
  const account = (await view.list(ACCOUNT_KIND, { teamId: reach.teamId })).find(
    (one) =>
      traitsOf(one.doc.platform).line === 'calls' &&
      one.doc.variant !== LINE_VARIANT &&
      reaches(reach, one) &&
      (from === undefined || one.doc.username === from),
  );
  return account && { account };
}

export const NO_VOICE = refuse('invalid_field_value', {
  status: 422,
  param: 'fromNumber',
  message: 'No active number with voice enabled matches.',
});
