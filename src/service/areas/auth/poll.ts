/** A device asks whether its login was decided. The first to ask after an approval gets the key, which is created then and shown once. */
import { keyHash, keyRecord, KEY_KIND, type KeyRecord } from '../../records/keys.ts';
import { ok, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk } from '../../desk.ts';
import { commit, type Changes, type View } from '../../change.ts';
import { deviceLogin } from '../../states/device-login.ts';
import { keyDoc, UNLIMITED } from '../api-keys/offers.ts';
import { elapsed, INTERVAL_SECONDS, LOGIN_KIND, momentOf, standingOf, type Login } from './login.ts';

/** @param machineNow ms on the machine's clock. Source: ASM-02, ASM-03 */
export const poll = (desk: Desk, deviceCode: string, machineNow: number): Promise<Reply> =>
  commit(desk, [`${LOGIN_KIND}/${keyHash(deviceCode)}`], async (view) => {
    const [login] = await view.list(LOGIN_KIND, { parentId: keyHash(deviceCode), limit: 1 });
    if (login === undefined)
      return { result: refuse('invalid_credentials', { message: 'There is no such device code.' }) };
    switch (standingOf(login, desk.clock.now())) {
      case 'expired':
        return { result: over('The login has expired. Start a new one.') };
      case 'collected':
        return { result: over('The key of this login was already collected. Start a new login.') };
      case 'denied':
        return { result: ok({ status: 'denied' }) };
      case 'authorized':
        return collectKey(view, login, desk);
      case 'pending':
        return waiting(login, { desk, machineNow });
    }
  });

const over = (message: string): Reply => refuse('invalid_resource_state', { status: 410, message });

type Answered = Changes & { readonly result: Reply };

/** A poll that comes too soon is refused and does not count: the next one is measured from the last that did. */
function waiting(login: Login, { desk, machineNow }: { desk: Desk; machineNow: number }): Answered {
  const now = momentOf(desk, machineNow);
  const { polledAt } = login.doc;
  const leftMs = polledAt === undefined ? 0 : INTERVAL_SECONDS * 1_000 - elapsed(polledAt, now);
  if (leftMs > 0)
    return {
      result: refuse('rate_limited', {
        message: `Poll every ${INTERVAL_SECONDS} seconds, and less often after this response.`,
        details: { interval: INTERVAL_SECONDS },
        headers: { 'Retry-After': String(Math.ceil(leftMs / 1_000)) },
      }),
    };
  return { records: [{ ...login, doc: { ...login.doc, polledAt: now } }], result: ok({ status: 'pending' }) };
}

/** Makes the device's key in place of the one it had. Until now that one worked: a login nobody finishes takes nothing away. */
async function collectKey(view: View, login: Login, desk: Desk): Promise<Answered> {
  const { deviceName, userId = '', limits = UNLIMITED } = login.doc;
  const to = deviceLogin.move('authorized', 'collect')?.to ?? 'collected';
  const earlier = await keysOfDevice(view, login.teamId, { deviceName, userId });
  const key = desk.ids.key();
  const doc = { ...keyDoc(desk, limits, { name: deviceName, userId }), deviceName };
  return {
    removed: earlier.map(({ id }) => ({ kind: KEY_KIND, id })),
    records: [{ ...login, doc: { ...login.doc, state: to } }, keyRecord(key, login.teamId, doc)],
    result: ok({ status: 'authorized', apiKey: key }),
  };
}

/** The keys that earlier logins of a device made for a user. Source: ASM-04 */
export async function keysOfDevice(
  reader: Pick<View, 'list'>,
  teamId: string,
  { deviceName, userId }: { deviceName: string; userId: string },
): Promise<KeyRecord[]> {
  const keys = await reader.list(KEY_KIND, { teamId });
  return keys.filter(({ doc }) => doc.deviceName === deviceName && doc.userId === userId);
}
