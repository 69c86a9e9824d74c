/** The channels that a number carries, as its readings show them: texts and calls are kept with it, WhatsApp follows from the accounts that are connected. */
import { type Fields, fieldsIn, isFields } from '../../../../kernel/json.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { Reply } from '../../../call.ts';
import type { Desk, Handler } from '../../../desk.ts';
import { engine } from '../../../engine/engine.ts';
import { ACCOUNT_KIND } from '../../../records/account.ts';

/** Source: NUM-12 */
const withChannels: Handler = async (call, desk) => {
  const reply = await engine(call, desk);
  if (reply.status >= 300 || !isFields(reply.body)) return reply;
  const onWhatsApp = await connectedNumbers(desk, call.caller.teamId);
  const viewOf = (number: Fields): Fields => ({ ...number, whatsappEnabled: onWhatsApp.has(number['phoneNumber']) });
  return { ...reply, body: bodyWith(reply.body, viewOf) } satisfies Reply;
};

function bodyWith(body: Fields, viewOf: (number: Fields) => Fields): Fields {
  const { phoneNumber, numbers } = body;
  if (isFields(phoneNumber)) return { ...body, phoneNumber: viewOf(phoneNumber) };
  return { ...body, numbers: fieldsIn(numbers).map(viewOf) };
}

async function connectedNumbers({ store }: Desk, teamId: string): Promise<ReadonlySet<unknown>> {
  const accounts = await store.read.list(ACCOUNT_KIND, { teamId });
  const connected = accounts.filter(
    ({ doc }) => doc.isActive && traitsOf(doc.platform).connection?.businessNumber === true,
  );
  return new Set(connected.map(({ doc }) => doc.username));
}

export const handlers: Readonly<Record<string, Handler>> = {
  listPhoneNumbers: withChannels,
  getWhatsAppPhoneNumbers: withChannels,
  getPhoneNumber: withChannels,
  getWhatsAppPhoneNumber: withChannels,
};
