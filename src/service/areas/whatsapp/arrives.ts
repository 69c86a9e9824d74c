/** What platforms decide about a business: templates, the standing of a whatsapp account, ads. Listed in inbound.ts. */
import { type Fields, textOf } from '../../../kernel/json.ts';
import { instantOf } from '../../../kernel/instant.ts';
import type { EventName } from '#contract';
import { DAY_MS } from '../../../kernel/time.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import type { Desk } from '../../desk.ts';
import type { Reply } from '../../call.ts';
import { commit } from '../../change.ts';
import { nativeId } from '../../engine/draft.ts';
import { problemRefusal } from '../../problem-refusal.ts';
import { withFields } from '../../store/record.ts';
import type { DueRow, NewDue, RecordOf } from '../../store/store.ts';
import {
  accountOf,
  eventOf,
  isRefusal,
  oneOf,
  plainAccount,
  RECATEGORISE,
  recordOf,
  TEXT,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../../causes/cause.ts';
import { accountEvents } from './account-events.ts';
import { nameAskedFor } from './display-name.ts';

const TEMPLATE = 'whatsapp_template';

type TemplateRecord = RecordOf<typeof TEMPLATE>;

/** Source: EVT-103 to EVT-105 */
async function template(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given } = scene;
  const known = await templateOf(scene, account);
  const status = textOf(given['status']);
  const moved = status === undefined ? known : withFields(known, { status });
  const events =
    status === undefined
      ? []
      : [
          eventOf('whatsapp.template.status_updated', account, {
            account: plainAccount(account),
            template: { ...nameOf(known), status, reason: textOf(given['reason']) ?? 'NONE' },
          }),
        ];
  const category = textOf(given['category']);
  if (category === undefined) return { records: [moved], events };
  const change = categoryChange(scene, account, { record: moved, category });
  return { ...change, events: [...events, ...(change.events ?? [])] };
}

/** The template of the account; one that was made on the network itself is known from now on. */
async function templateOf(scene: Scene, account: AccountRecord): Promise<TemplateRecord> {
  const name = String(scene.given['name']);
  const known = await scene.read.list(TEMPLATE, { teamId: scene.teamId });
  const found = known.find(({ doc }) => doc.accountId === account.id && doc.name === name);
  if (found !== undefined) return found;
  const id = nativeId(`${account.id}/${name}`);
  const made = { language: 'en_US', category: 'UTILITY', status: 'PENDING', components: [] };
  const doc = { id, accountId: account.id, name, ...made };
  return recordOf(TEMPLATE, id, scene, { profileId: account.profileId, doc });
}

const nameOf = ({ id, doc }: TemplateRecord) => ({
  templateId: id,
  name: doc.name,
  language: doc.language,
});

/** How long before a category changes the change is announced, in ms. */
const NOTICE_MS = DAY_MS;

function categoryChange(
  scene: Pick<Scene, 'now' | 'given'>,
  account: AccountRecord,
  { record, category }: { record: TemplateRecord; category: string },
): Caused {
  const isApplied = scene.given['changeType'] === 'applied';
  const previous = record.doc.category;
  const when = isApplied
    ? { changeType: 'applied', category, previousCategory: previous }
    : {
        changeType: 'scheduled',
        category: previous,
        scheduledCategory: category,
        effectiveAt: instantOf(scene.now + NOTICE_MS),
      };
  const payload = { account: plainAccount(account), template: { ...nameOf(record), ...when } };
  const work: NewDue = { dueAt: scene.now + NOTICE_MS, kind: RECATEGORISE, ref: record.id, payload: { category } };
  return {
    records: [isApplied ? withFields(record, { category }) : record],
    events: [eventOf('whatsapp.template.category_updated', account, payload)],
    work: isApplied ? [] : [work],
  };
}

/** The day after the notice. Source: EVT-105 */
export const recategorise = ({ ref, payload }: DueRow, desk: Desk): Promise<undefined> =>
  commit(desk, [`${TEMPLATE}/${ref}`], async (view) => {
    const record = await view.get(TEMPLATE, ref);
    const account = record && (await view.get(ACCOUNT_KIND, record.doc.accountId));
    const category = String(payload['category']);
    if (record === undefined || account === undefined || record.doc.category === category) return {};
    const scene = { now: desk.clock.now(), given: { changeType: 'applied' } };
    const { records = [], events = [] } = categoryChange(scene, account, { record, category });
    return { records, events };
  });

const LEVELS = { ad: 'AD', ad_set: 'AD_SET', campaign: 'CAMPAIGN' } as const;

/** Source: EVT-102 */
async function ad(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { given } = scene;
  const payload = {
    account: plainAccount(account),
    adObject: {
      level: LEVELS[given['level'] as keyof typeof LEVELS],
      platformId: given['adId'],
      platformAdAccountId: `act_${String(Number.parseInt(account.id.slice(0, 10), 16))}`,
    },
    status: { raw: given['status'] },
  };
  return { events: [eventOf('ad.status_changed', account, payload)] };
}

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
  const given = { ...(await namedBefore(scene, account)), ...saidIn(scene) };
  const event = CHANGES[change]?.(given, account);
  const after = changedAccount(account, change, given);
  return {
    records: [...(after === account ? [] : [after]), ...accountEvents(scene, account, given)],
    events: event === undefined ? [] : [eventOf(event[0], account, event[1])],
  };
}

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

const CATEGORY = oneOf('UTILITY', 'MARKETING', 'AUTHENTICATION');

export const arrives: Readonly<Record<string, Inbound>> = {
  template_status: {
    fields: {
      accountId: WORD,
      name: WORD,
      status: WORD,
      reason: TEXT,
      category: CATEGORY,
      changeType: oneOf('scheduled', 'applied'),
    },
    required: ['accountId', 'name'],
    cause: template,
  },
  ad_status: {
    fields: { accountId: WORD, adId: WORD, level: oneOf(...Object.keys(LEVELS)), status: WORD },
    required: ['accountId', 'adId', 'level', 'status'],
    cause: ad,
  },
  whatsapp_account: {
    fields: { accountId: WORD, change: oneOf(...Object.keys(CHANGES)) },
    required: ['accountId', 'change'],
    open: true,
    cause: whatsappAccount,
  },
};
