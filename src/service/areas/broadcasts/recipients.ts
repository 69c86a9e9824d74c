/** Who gets a broadcast: contacts, phones and segments become recipients, each of them once. */
import { type Fields, textsIn } from '../../../kernel/json.ts';
import { isAddress } from '../../../platforms/people.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commit, type Changes, type Lock, type View } from '../../change.ts';
import { notFound } from '../../engine/not-found.ts';
import { isReached } from '../../engine/scene.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { reaches } from '../../records/profile.ts';
import { refuse } from '../../refuse.ts';
import type { ListPlace, Reader, RecordOf } from '../../store/store.ts';
import { channelOn, contactAt, silenceOf } from '../contacts/offers.ts';
import { participantOf } from '../inbox/offers.ts';
import {
  BROADCAST_KIND,
  isBegun,
  RECIPIENT_KIND,
  recipientId,
  type BroadcastRecord,
  type RecipientRecord,
} from './record.ts';

const CONTACT_KIND = 'contact';

/** What a decision about the broadcast in the path rests on. */
export const broadcastLock = ({ broadcastId = '' }: Call['path']): Lock => `${BROADCAST_KIND}/${broadcastId}`;

/** The broadcast in the path, or undefined when it is unknown or out of the caller's reach. */
export async function broadcastFor(read: Reader, { caller, path }: Call): Promise<BroadcastRecord | undefined> {
  const record = await read.get(BROADCAST_KIND, path['broadcastId'] ?? '');
  return record !== undefined && reaches(caller, record) ? record : undefined;
}

export const noBroadcast = notFound(BROADCAST_KIND);

/** The refusal of a broadcast that is too far on for this. @param act what it no longer takes */
export const begun = ({ doc }: BroadcastRecord, act: string): Reply =>
  refuse('invalid_resource_state', {
    status: 400,
    message: `The broadcast has the status ${doc.status} and cannot be ${act}.`,
  });

type ContactRecord = RecordOf<'contact'>;

interface Candidate {
  readonly personId: string;
  readonly platformIdentifier: string;
  readonly contact?: ContactRecord;
  readonly channelId?: string;
}

/** What candidates of a call are found with. */
interface Asked {
  readonly view: View;
  readonly call: Call;
  readonly broadcast: BroadcastRecord;
  readonly account: AccountRecord;
}

/** Contacts of the broadcast's profile that its segment means. */
function isInSegment({ doc, profileId }: ContactRecord, broadcast: BroadcastRecord): boolean {
  const filters: Fields = broadcast.doc.segmentFilters ?? {};
  const { isSubscribed } = filters;
  return (
    profileId === broadcast.profileId &&
    textsIn(filters['tags']).every((tag) => doc.tags.includes(tag)) &&
    (isSubscribed === undefined || doc.isSubscribed === isSubscribed)
  );
}

/** Contacts of a segment that are added in one commit: few enough that other calls do not wait for it. */
const PAGE = 500;

/** Those whom a call names; undefined for one who cannot be reached. */
async function* namedCandidates(asked: Asked): AsyncGenerator<Candidate | undefined> {
  const { view, call } = asked;
  for (const id of new Set(textsIn(call.body['contactIds']))) {
    const contact = await view.get(CONTACT_KIND, id);
    yield contact !== undefined && isReached(call, contact) ? await candidateOf(contact, asked) : undefined;
  }
  for (const phone of textsIn(call.body['phones'])) yield candidateAt(phone, asked);
}

/** Those of a page of contacts whom the segment means. */
async function* segmentCandidates(asked: Asked, page: readonly ContactRecord[]): AsyncGenerator<Candidate | undefined> {
  for (const contact of page) if (isInSegment(contact, asked.broadcast)) yield await candidateOf(contact, asked);
}

async function candidateOf(contact: ContactRecord, { view, account }: Asked): Promise<Candidate | undefined> {
  const channel = await channelOn(view, contact, account);
  if (channel === undefined || silenceOf({ contact, channel }) !== undefined) return undefined;
  const { platformIdentifier } = channel.doc;
  const personId = participantOf({ id: platformIdentifier }, account.doc.platform).id;
  return { personId, platformIdentifier, contact, channelId: channel.id };
}

/** Somebody who is known by a number alone, or a contact with it. */
async function candidateAt(phone: string, { view, account }: Asked): Promise<Candidate | undefined> {
  const { platform } = account.doc;
  if (traitsOf(platform).inbox?.peopleBy === undefined || !isAddress(phone, platform)) return undefined;
  const personId = participantOf({ id: phone }, platform).id;
  const known = await contactAt(view, account.id, personId);
  if (known === undefined) return { personId, platformIdentifier: phone };
  if (silenceOf(known) !== undefined) return undefined;
  return { personId, platformIdentifier: phone, contact: known.contact, channelId: known.channel.id };
}

/** What one commit added. */
interface Added {
  readonly added: number;
  readonly skipped: number;
  /** Where the next page of the segment begins; undefined after the last one. */
  readonly next: ListPlace | undefined;
}

/**
 * A segment is added page by page, each in a commit of its own. A page begins after the contact with which the one before
 * ended, so that nobody is left out when contacts are deleted in between. Source: AUT-03; readings, "Broadcasts"
 */
export const addBroadcastRecipients: Handler = async (call, desk) => {
  let [added, skipped] = [0, 0];
  let after: ListPlace | undefined;
  do {
    const outcome = await addPage(call, desk, after);
    if ('status' in outcome) return outcome;
    added += outcome.added;
    skipped += outcome.skipped;
    after = outcome.next;
  } while (after !== undefined);
  return ok({ success: true, added, skipped });
};

/** @param after where the page of the segment before ended; with the first page come those whom the call names */
const addPage = (call: Call, desk: Desk, after: ListPlace | undefined): Promise<Added | Reply> =>
  commit(desk, [broadcastLock(call.path)], async (view): Promise<Changes & { result: Added | Reply }> => {
    const broadcast = await broadcastFor(view, call);
    const account = await view.get(ACCOUNT_KIND, broadcast?.doc.accountId ?? '');
    if (broadcast === undefined) return { result: noBroadcast };
    if (account === undefined) return { result: notFound(ACCOUNT_KIND) };
    if (isBegun(broadcast)) return { result: begun(broadcast, 'given recipients') };
    const asked = { view, call, broadcast, account };
    const { teamId } = call.caller;
    const { records: page, next } =
      call.body['useSegment'] === true
        ? await view.page(CONTACT_KIND, { teamId, limit: PAGE, after })
        : { records: [], next: undefined };
    const now = desk.clock.now();
    const records = new Map<string, RecipientRecord>();
    let skipped = 0;
    for (const candidates of [...(after === undefined ? [namedCandidates(asked)] : []), segmentCandidates(asked, page)])
      for await (const candidate of candidates) {
        const id = candidate && recipientId(broadcast.id, candidate.personId);
        if (id === undefined || records.has(id) || (await view.get(RECIPIENT_KIND, id)) !== undefined) skipped += 1;
        else records.set(id, recipientOf(broadcast, candidate as Candidate, { id, now }));
      }
    return { records: [...records.values()], result: { added: records.size, skipped, next } };
  });

const recipientOf = (
  { id: broadcastId, teamId, profileId }: BroadcastRecord,
  { platformIdentifier, contact, channelId }: Candidate,
  { id, now }: { readonly id: string; readonly now: number },
): RecipientRecord => ({
  kind: RECIPIENT_KIND,
  id,
  teamId,
  profileId,
  parentId: broadcastId,
  createdAt: now,
  doc: {
    id,
    ...(contact === undefined ? {} : { contactId: contact.id }),
    ...(channelId === undefined ? {} : { channelId }),
    platformIdentifier,
    contactName: contact?.doc.name ?? null,
    status: 'pending',
  },
});

const STATES = ['pending', 'sent', 'delivered', 'read', 'failed'] as const;

export const listBroadcastRecipients: Handler = async (call, desk) => {
  const { read } = desk.store;
  const broadcast = await broadcastFor(read, call);
  if (broadcast === undefined) return noBroadcast;
  const { status, limit = 50, skip = 0 } = call.query;
  const [size, from] = [Number(limit), Number(skip)];
  const wanted = { parentId: broadcast.id, ...(status !== undefined && { where: { status: String(status) } }) };
  const page = await read.list(RECIPIENT_KIND, { ...wanted, limit: size, skip: from });
  const summary = await countsByState(read, broadcast);
  const total = status === undefined ? summary.total : (summary[String(status)] ?? 0);
  return ok({
    success: true,
    recipients: page.map(({ doc }) => recipientView(doc)),
    pagination: { total, limit: size, skip: from, hasMore: from + size < total },
    summary,
  });
};

/** How many recipients are in each state, and in all. */
export async function countsByState(
  read: Reader,
  { id: parentId }: BroadcastRecord,
): Promise<Readonly<Record<string, number>> & { readonly total: number }> {
  const counts = STATES.map(
    async (status) => [status, await read.count(RECIPIENT_KIND, { parentId, where: { status } })] as const,
  );
  const entries = await Promise.all(counts);
  const total = entries.reduce((sum, [, count]) => sum + count, 0);
  return { total, ...Object.fromEntries(entries) };
}

const SHOWN = [
  'id',
  'contactId',
  'channelId',
  'platformIdentifier',
  'contactName',
  'status',
  'messageId',
  'error',
  'errorCode',
  'errorExplanation',
  'errorTraceId',
  'sentAt',
  'deliveredAt',
  'readAt',
];

const recipientView = (doc: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(SHOWN.flatMap((name) => (doc[name] === undefined ? [] : [[name, doc[name]]])));
