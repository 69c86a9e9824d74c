/** Port-ins: begun as soon as their documents are there, and called off while the carrier has not agreed on a day. */
import type { Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import { portIn } from '../../states/port-in.ts';
import { checked } from '../../generic/checked.ts';
import { moving } from '../../generic/moving.ts';

export const PORT_IN_KIND = 'port_in';

const asDrafted = checked();

/** Documents are read at once here, so that no port-in waits for them as a draft. Source: ASM-16 */
const createPhoneNumberPortIn: Handler = async (call, desk) => {
  const reply = await asDrafted(call, desk);
  const { id } = (reply.body ?? {}) as { id?: unknown };
  if (reply.status >= 300 || typeof id !== 'string') return reply;
  await commit(desk, [`${PORT_IN_KIND}/${id}`], async (view) => {
    const record = await view.get(PORT_IN_KIND, id);
    return { records: record === undefined ? [] : [{ ...record, doc: { ...record.doc, status: 'pending' } }] };
  });
  return { ...reply, body: { ...(reply.body as object), status: 'pending' } };
};

export const handlers: Record<string, Handler> = {
  createPhoneNumberPortIn,
  cancelPhoneNumberPortIn: moving({ kind: PORT_IN_KIND, table: portIn, event: 'cancel' }),
};
