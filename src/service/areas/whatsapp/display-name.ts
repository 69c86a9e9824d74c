/** The reviewed name of a whatsapp number: the one that is asked for waits here until the network decides (arrives.ts). */
import { ok } from '../../call.ts';
import { eventOf, plainAccount } from '../../causes/cause.ts';
import { commit } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { inScene } from '../../engine/engine.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { notFound } from '../../engine/not-found.ts';
import { ACCOUNT_KIND, accountLock, type AccountRecord } from '../../records/account.ts';
import { withFields } from '../../store/record.ts';
import type { NewEvent, Reader, RecordOf } from '../../store/store.ts';

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

/** Source: WAP-02, EVT-106 */
const updateWhatsAppDisplayName = inScene(({ call, desk, owners, now }) => {
  const { accountId, displayName: name } = call.body;
  return commit(desk, [accountLock(owners.ownerId)], async (view) => {
    const account = await view.get(ACCOUNT_KIND, String(accountId));
    if (account === undefined) return { result: notFound(ACCOUNT_KIND, { param: 'accountId' }) };
    const { id, teamId, profileId, doc } = account;
    const base = { kind: DISPLAY_NAME, id: keyOfSingle(id), teamId, profileId, parentId: null, createdAt: now };
    return {
      records: [
        { ...base, doc: { name, accountId } },
        withFields(account, { metadata: { ...doc.metadata, nameStatus: PENDING } }),
      ],
      events: [{ ...pending(account, name), requestId: call.requestId }],
      result: ok({ success: true, displayName: { name, status: PENDING } }),
    };
  });
});

const pending = (account: AccountRecord, requestedName: unknown): NewEvent =>
  eventOf('whatsapp.account.name_status_updated', account, {
    account: plainAccount(account),
    name: { status: PENDING, requestedName, rejectionReason: null, displayPhoneNumber: account.doc.username },
  });

export const handlers: Readonly<Record<string, Handler>> = { getWhatsAppDisplayName, updateWhatsAppDisplayName };
