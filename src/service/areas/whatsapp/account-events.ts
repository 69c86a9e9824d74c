/** What whatsapp reports about an account, as the list of its events keeps it. Made by arrives.ts, listed by engine/. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { recordOf, type Scene } from '../../causes/cause.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { RecordOf } from '../../store/store.ts';

const ACCOUNT_EVENT = 'whatsapp_account_event';

type AccountEvent = RecordOf<typeof ACCOUNT_EVENT>;

/** Titles of the changes that are about the account itself. */
const TITLES: Readonly<Record<string, string>> = {
  name_status: 'The display name was reviewed',
  quality: 'The quality rating changed',
  status: 'The status of the number changed',
  alert: 'Whatsapp sent an alert',
};

/** How serious it is by the status that came with it; `info` for any other. */
const SEVERITIES: Readonly<Record<string, NonNullable<AccountEvent['doc']['severity']>>> = {
  APPROVED: 'success',
  DECLINED: 'warning',
  GREEN: 'success',
  YELLOW: 'warning',
  RED: 'critical',
  CONNECTED: 'success',
  FLAGGED: 'warning',
  RESTRICTED: 'critical',
  ACTION_NEEDED: 'warning',
};

/** @param given what the network says of the change */
export function accountEvents(
  scene: Pick<Scene, 'given' | 'ids' | 'now' | 'teamId'>,
  account: AccountRecord,
  given: Fields,
): readonly AccountEvent[] {
  const type = String(scene.given['change']);
  const title = TITLES[type];
  if (title === undefined) return [];
  const id = scene.ids.record();
  const status = textOf(given['status']);
  const severity = SEVERITIES[status ?? ''] ?? 'info';
  const doc = {
    id,
    accountId: account.id,
    type,
    severity,
    title,
    detail: status ?? null,
    createdAt: instantOf(scene.now),
  };
  return [recordOf(ACCOUNT_EVENT, id, scene, { profileId: account.profileId, doc })];
}
