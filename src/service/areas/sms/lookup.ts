/** What carriers say of somebody's number before a text is sent to it. */
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { phoneProblem } from '../../records/phone.ts';
import { lookUp } from '../phone-numbers/offers.ts';

/** Source: readings, "Texts" */
const lookupSmsNumber: Handler = async ({ query }, desk) => {
  const phoneNumber = String(query['number']);
  const problem = phoneProblem('number', phoneNumber);
  return problem ?? ok({ phoneNumber, ...(await lookUp(desk, phoneNumber)) });
};

export const handlers: Readonly<Record<string, Handler>> = { lookupSmsNumber };
