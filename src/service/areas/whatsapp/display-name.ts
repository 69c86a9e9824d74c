/** The reviewed name of a whatsapp number: the one that is asked for waits here until the network decides, on the clock (work.ts) or before (arrives.ts). */
import { ok } from '../../call.ts';
import { eventOf, plainAccount } from '../../causes/cause.ts';
import { commit, together } from '../../change.ts';
import type { DueWork, Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { notFound } from '../../engine/not-found.ts';
import { reviewTimes } from '../../networks/reviews.ts';
import { verdictOf } from '../../networks/simulated/behaviour.ts';
import { ACCOUNT_KIND, accountLock, type AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { NewDue, NewEvent, Reader, RecordOf } from '../../store/store.ts';
import { accountEvents } from './account-events.ts';

const DISPLAY_NAME = 'whatsapp_display_name';

/** The name that was asked for last, with its account. */
export const nameAskedFor = (read: Reader, accountId: string): Promise<RecordOf<typeof DISPLAY_NAME> | undefined> =>
  read.get(DISPLAY_NAME, keyOfSingle(accountId));

/** The state of the review of the number's name. */
export const nameStatusOf = ({ doc: { metadata } }: AccountRecord): string =>
  String(metadata['nameStatus'] ?? 'APPROVED');

const getWhatsAppDisplayName = inScene(async ({ call, desk }) => {
  const { read } = desk.store;
  const account = await read.get(ACCOUNT_KIND, String(call.query['accountId']));
  if (account === undefined) return notFound(ACCOUNT_KIND, { param: 'accountId' });
  const status = nameStatusOf(account);
  const asked = status === 'APPROVED' ? undefined : await nameAskedFor(read, account.id);
  const { displayName, username } = account.doc;
  const name = asked?.doc.name ?? displayName;
  return ok({ success: true, displayName: { name, status, phoneNumber: username } });
});

const PENDING = 'PENDING_REVIEW';

/** Kind of the work that decides about a name; `ref` is the account. */
const REVIEW = 'whatsapp_display_name_review';

/** Source: control surface, "Reviewers and carriers" */
async function reviewOf(read: Reader, accountId: string, now: number): Promise<readonly NewDue[]> {
  const { whatsappDisplayName: seconds } = await reviewTimes(read);
  return seconds === null ? [] : [{ dueAt: now + seconds * 1_000, kind: REVIEW, ref: accountId }];
}

/** Source: WAP-02, EVT-106 */
const updateWhatsAppDisplayName = inScene(({ call, desk, owners, now }) => {
  const { accountId, displayName: name } = call.body;
  return commit(desk, [accountLock(owners.ownerId)], async (view) => {
    const account = await view.get(ACCOUNT_KIND, String(accountId));
    if (account === undefined) return { result: notFound(ACCOUNT_KIND, { param: 'accountId' }) };
    const { id, teamId, profileId } = account;
    const base = { kind: DISPLAY_NAME, id: keyOfSingle(id), teamId, profileId, parentId: null, createdAt: now };
    return {
      records: [{ ...base, doc: { name, accountId } }, withNameStatus(account, PENDING)],
      events: [{ ...nameEvent(account, { status: PENDING, requestedName: name }), requestId: call.requestId }],
      due: await reviewOf(view, id, now),
      result: ok({ success: true, displayName: { name, status: PENDING } }),
    };
  });
});

const withNameStatus = (account: AccountRecord, nameStatus: string): AccountRecord =>
  withFields(account, { metadata: { ...account.doc.metadata, nameStatus } });

interface Named {
  readonly status: string;
  readonly requestedName: unknown;
  readonly rejectionReason?: string | undefined;
}

const nameEvent = (account: AccountRecord, { status, requestedName, rejectionReason }: Named): NewEvent =>
  eventOf('whatsapp.account.name_status_updated', account, {
    account: plainAccount(account),
    name: {
      status,
      requestedName,
      rejectionReason: rejectionReason ?? null,
      displayPhoneNumber: account.doc.username,
    },
  });

/** The decision about the name that was asked for last; nothing where the network has decided before. */
const decide: DueWork = ({ ref }, desk) =>
  commit(desk, [accountLock(ref)], async (view) => {
    const account = await view.get(ACCOUNT_KIND, ref);
    const requestedName = (await nameAskedFor(view, ref))?.doc.name;
    if (account === undefined || requestedName === undefined || nameStatusOf(account) !== PENDING) return {};
    const { rejection, records } = await verdictOf(view, [ref]);
    const status = rejection === undefined ? 'APPROVED' : 'DECLINED';
    const decided = withNameStatus(account, status);
    const after = rejection === undefined ? withFields(decided, { displayName: requestedName }) : decided;
    const scene = {
      given: { change: 'name_status' },
      ids: desk.ids,
      now: desk.clock.now(),
      teamId: account.teamId,
    };
    const events = [nameEvent(after, { status, requestedName, rejectionReason: rejection })];
    return together([{ records }, { records: [after, ...accountEvents(scene, after, { status })], events }]);
  });

export const work: Readonly<Record<string, DueWork>> = { [REVIEW]: decide };

export const handlers: Readonly<Record<string, Handler>> = { getWhatsAppDisplayName, updateWhatsAppDisplayName };
