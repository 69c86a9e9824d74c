/** Numbers that can be ordered as senders: those that nobody has, and for how long one is held. Used by orders.ts. */
import type { Fields } from '../../../kernel/json.ts';
import { MINUTE_MS } from '../../../kernel/time.ts';
import { commit, type View } from '../../change.ts';
import { ok } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { notFound } from '../../engine/not-found.ts';
import { ACCOUNT_KIND } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { ownKind } from '../../store/record.ts';

export const IMESSAGE = 'imessage';

export const SENDER = 'imessage_sender';

export interface AvailableNumber {
  readonly id: string;
  readonly phone: string;
  readonly region: string;
}

/** Until when a team holds a number, in milliseconds. Its id is the number's. */
const HOLD = ownKind<{ readonly until: number }>('$imessage_hold');

const HELD_MS = 10 * MINUTE_MS;

/** States in which a sender has given its number back. */
const WITHOUT: readonly string[] = ['canceled', 'failed'];

/** Numbers that no sender has. */
export async function freeNumbers(view: View, { catalog }: Pick<Desk, 'catalog'>): Promise<readonly AvailableNumber[]> {
  const senders = (await view.list(SENDER)).filter(({ doc }) => !WITHOUT.includes(doc.status));
  const accounts = (await view.list(ACCOUNT_KIND, { where: { platform: IMESSAGE } })).filter(({ doc }) => doc.isActive);
  const handles = new Set([...senders.map(({ doc }) => doc.handle), ...accounts.map(({ doc }) => doc.username)]);
  const rows = (catalog.fixtures()['imessage_available_number'] ?? []) as unknown as readonly AvailableNumber[];
  return rows.filter(({ phone }) => !handles.has(phone));
}

const listImessageAvailableNumbers = inScene(async ({ call, desk }) => {
  const { region = null } = call.query;
  const numbers = (await freeNumbers(desk.store.read, desk)).filter((one) => region === null || one.region === region);
  return ok({ numbers: numbers.map((one): Fields => ({ ...one })), region });
});

/** Whether another team holds the number. */
export async function isHeldByOthers(
  view: View,
  id: string,
  { teamId, now }: { readonly teamId: string; readonly now: number },
) {
  const hold = await view.get(HOLD, id);
  return hold !== undefined && hold.teamId !== teamId && now < hold.doc.until;
}

const reserveImessageAvailableNumber = inScene(({ call, desk, now }) =>
  commit(desk, ['imessage_available_number/all'], async (view) => {
    const { numberId: id = '' } = call.path;
    const { teamId } = call.caller;
    const rows = desk.catalog.fixtures()['imessage_available_number'] ?? [];
    if (!rows.some((row) => row['id'] === id)) return { result: notFound('imessage_available_number') };
    const isFree = (await freeNumbers(view, desk)).some((one) => one.id === id);
    if (!isFree || (await isHeldByOthers(view, id, { teamId, now }))) return { result: IS_TAKEN };
    const hold = {
      kind: HOLD,
      id,
      teamId,
      profileId: null,
      parentId: null,
      createdAt: now,
      doc: { until: now + HELD_MS },
    };
    return { records: [hold], result: ok({ success: true, numberId: id, expiresInSeconds: HELD_MS / 1_000 }) };
  }),
);

/** Whether a sender has the handle, or will have it. */
export async function isTaken(view: View, handle: string): Promise<boolean> {
  const accounts = await view.list(ACCOUNT_KIND, { where: { platform: IMESSAGE, username: handle } });
  const senders = await view.list(SENDER, { where: { handle } });
  return accounts.some(({ doc }) => doc.isActive) || senders.some(({ doc }) => !WITHOUT.includes(doc.status));
}

export const IS_TAKEN = refuse('invalid_resource_state', { message: 'This number is already taken.' });

export const numbers: Readonly<Record<string, Handler>> = {
  listImessageAvailableNumbers,
  reserveImessageAvailableNumber,
};
