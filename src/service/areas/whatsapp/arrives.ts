/** What platforms decide about a business: the standing of a whatsapp account. Listed in inbound.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import type { EventName } from '#contract';
import { traitsOf } from '../../../platforms/platforms.ts';
import type { AccountRecord } from '../../records/account.ts';
import type { Reply } from '../../call.ts';
import { problemRefusal } from '../../problem-refusal.ts';
import { withFields } from '../../store/record.ts';
import {
  accountOf,
  eventOf,
  isRefusal,
  oneOf,
  plainAccount,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../../causes/cause.ts';
import { accountEvents } from './account-events.ts';
import { nameAskedFor } from './display-name.ts';
import { joining } from './joining.ts';
import { TIERS } from './reach.ts';

type Change = (given: Fields, account: AccountRecord) => readonly [event: EventName, payload: Fields] | undefined;

/** The event of each change; a name that needed no review has none. Source: EVT-106, EVT-107, EVT-113, ASM-44 */
const CHANGES: Readonly<Record<string, Change>> = {
  name_status: (given, account) =>
    given['status'] === undefined
      ? undefined
      : [
          'whatsapp.account.name_status_updated',
          {
            account: plainAccount(account),
            name: {
              status: given['status'],
              requestedName: given['requestedName'] ?? null,
              rejectionReason: given['rejectionReason'] ?? null,
              displayPhoneNumber: given['displayPhoneNumber'] ?? account.doc.username,
            },
          },
        ],
  quality: (given, account) => ['whatsapp.account.quality_updated', thin(given, account, 'GREEN')],
  status: (given, account) => ['whatsapp.account.status_updated', thin(given, account, 'CONNECTED')],
  alert: (given, account) => ['whatsapp.account.alert_received', thin(given, account, 'ACTION_NEEDED')],
  identity: (given, account) => ['whatsapp.contact.identity_changed', { ...given, account: plainAccount(account) }],
  automatic_event: (given, account) => ['whatsapp.automatic_event', { ...given, accountId: account.id }],
};

const thin = (given: Fields, account: AccountRecord, status: string): Fields => ({
  status,
  reason: null,
  ...given,
  account: plainAccount(account),
});

async function whatsappAccount(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  if (traitsOf(account.doc.platform).connection?.businessNumber !== true)
    return problemRefusal([{ path: ['accountId'], kind: 'invalid', sentence: '`accountId` is no whatsapp account' }]);
  const change = String(scene.given['change']);
  if (!Object.hasOwn(TIERS, textOf(scene.given['messagingLimitTier']) ?? 'TIER_UNLIMITED')) return UNKNOWN_TIER;
  const given = { ...(await namedBefore(scene, account)), ...saidIn(scene) };
  const event = CHANGES[change]?.(given, account);
  const after = changedAccount(account, change, given);
  return {
    records: [...(after === account ? [] : [after]), ...accountEvents(scene, account, given)],
    events: event === undefined ? [] : [eventOf(event[0], account, event[1])],
  };
}

const UNKNOWN_TIER = problemRefusal([
  {
    path: ['messagingLimitTier'],
    kind: 'invalid',
    sentence: `\`messagingLimitTier\` must be one of ${Object.keys(TIERS).join(', ')}`,
  },
]);

const saidIn = ({ given }: Scene): Fields =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !['accountId', 'change'].includes(name)));

/** A review is about the name that was asked for. */
async function namedBefore({ given, read }: Scene, account: AccountRecord): Promise<Fields> {
  if (given['change'] !== 'name_status' || given['status'] === undefined) return {};
  const name = (await nameAskedFor(read, account.id))?.doc.name;
  return name === undefined ? {} : { requestedName: name };
}

/** The account as reads of the number show it from then on. Source: ACC-33 */
function changedAccount(account: AccountRecord, change: string, given: Fields): AccountRecord {
  const status = textOf(given['status']);
  const metadata = (more: Fields): AccountRecord =>
    withFields(account, { metadata: { ...account.doc.metadata, ...more } });
  if (change === 'quality') {
    const tier = textOf(given['messagingLimitTier']);
    const rating = textOf(given['qualityRating']) ?? status ?? 'GREEN';
    return metadata({ qualityRating: rating, ...(tier === undefined ? {} : { messagingLimitTier: tier }) });
  }
  if (change === 'status') return metadata({ numberStatus: status ?? 'CONNECTED' });
  if (change !== 'name_status') return account;
  if (status !== undefined && status !== 'APPROVED') return metadata({ nameStatus: status });
  const displayName = textOf(given['requestedName']) ?? account.doc.displayName;
  return withFields(metadata({ nameStatus: 'APPROVED' }), { displayName });
}

export const arrives: Readonly<Record<string, Inbound>> = {
  ...joining,
  whatsapp_account: {
    fields: { accountId: WORD, change: oneOf(...Object.keys(CHANGES)) },
    required: ['accountId', 'change'],
    open: true,
    cause: whatsappAccount,
  },
};
