/** Port-ins: checked, begun as soon as their documents are there, and called off while the carrier has not agreed on a day. Served by engine/. */
import { textsIn } from '../../../kernel/json.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { engineWith } from '../../engine/engine.ts';
import { moveRefusal } from '../../engine/moves.ts';
import { NUMBER_KIND, phoneProblem } from '../../records/phone.ts';
import { portIn } from '../../states/port-in.ts';
import { phoneOf } from './offers.ts';

/** Every number but those that the team has already. Source: NUM-01, NUM-02, NUM-03 */
const checkPhoneNumberPortability: Handler = async ({ caller: { teamId }, body }, { store }) => {
  const own = (await store.read.list(NUMBER_KIND, { teamId })).map(phoneOf);
  const results = textsIn(body['phoneNumbers']).map((phoneNumber) => {
    const notPortableReason = reasonAgainst(phoneNumber, own);
    return {
      phoneNumber,
      portable: notPortableReason === null,
      fastPortable: false,
      lineType: null,
      countryCode: null,
      phoneNumberType: null,
      notPortableReason,
    };
  });
  return ok({ results });
};

function reasonAgainst(phoneNumber: string, own: readonly string[]): string | null {
  if (phoneProblem('phoneNumbers', phoneNumber) !== undefined) return `${phoneNumber} is no number in E.164 form.`;
  return own.includes(phoneNumber) ? `The team has ${phoneNumber} already.` : null;
}

export const handlers: Record<string, Handler> = {
  checkPhoneNumberPortability,
  // Source: ASM-16
  cancelPhoneNumberPortIn: engineWith(([moved = {}]) => ({ refusal: moveRefusal(portIn, 'cancel', moved) })),
};
