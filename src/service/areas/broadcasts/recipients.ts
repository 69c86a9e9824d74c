/** Who gets a broadcast: contacts, phones and segments become recipients, each of them once. */
import { type Fields, textsIn } from '../../../kernel/json.ts';
import { ok, type Call } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { commit, type Lock, type View } from '../../change.ts';
import { notFound } from '../../engine/not-found.ts';
import type { Reader, RecordOf } from '../../store/store.ts';
import { reaches } from '../../records/profile.ts';
import { BROADCAST_KIND, RECIPIENT_KIND, type BroadcastRecord, type RecipientRecord } from './record.ts';

const CONTACT_KIND = 'contact';

/** What a decision about the broadcast in the path rests on. */
export const broadcastLock = ({ broadcastId = '' }: Call['path']): Lock => `${BROADCAST_KIND}/${broadcastId}`;

/** The broadcast in the path, or undefined when it is unknown or out of the caller's reach. */
export async function broadcastFor(read: Reader, { caller, path }: Call): Promise<BroadcastRecord | undefined> {
  const record = await read.get(BROADCAST_KIND, path['broadcastId'] ?? '');
  return record !== undefined &&
    (record.profileId === null || reaches(caller, record)) &&
    record.teamId === caller.teamId
    ? record
    : undefined;
}

export const noBroadcast = notFound(BROADCAST_KIND);

type ContactRecord = RecordOf<'contact'>;

interface Candidate {
  readonly identifier: string;
  readonly contact?: ContactRecord;
}

const candidateOf = (contact: ContactRecord): Candidate => ({
  identifier: contact.doc.platformIdentifier ?? contact.id,
  contact,
});

/** Contacts of the broadcast's profile that its segment means. */
function isInSegment({ doc, profileId }: ContactRecord, broadcast: BroadcastRecord): boolean {
  const filters: Fields = broadcast.doc.segmentFilters ?? {};
  const { isSubscribed } = filters;
  return (
    (broadcast.profileId === null || profileId === broadcast.profileId) &&
    textsIn(filters['tags']).every((tag) => doc.tags.includes(tag)) &&
    (isSubscribed === undefined || doc.isSubscribed === isSubscribed)
  );
}

async function candidatesIn(
  view: View,
  { body, caller }: Call,
  broadcast: BroadcastRecord,
): Promise<readonly Candidate[]> {
  const contacts = await view.list(CONTACT_KIND, { teamId: caller.teamId });
  const ids = textsIn(body['contactIds']);
  const chosen = contacts.filter(
    (one) => ids.includes(one.id) || (body['useSegment'] === true && isInSegment(one, broadcast)),
  );
  return [...chosen.map(candidateOf), ...textsIn(body['phones']).map((identifier) => ({ identifier }))];
}

export const addBroadcastRecipients: Handler = async (call, desk) => {
  return commit(desk, [broadcastLock(call.path)], async (view) => {
    const broadcast = await broadcastFor(view, call);
    if (broadcast === undefined) return { result: noBroadcast };
    const there = await view.list(RECIPIENT_KIND, { parentId: broadcast.id });
    const known = new Set(there.map(({ doc }) => doc.platformIdentifier));
    const candidates = await candidatesIn(view, call, broadcast);
    const missing = textsIn(call.body['contactIds']).filter((id) => !candidates.some((one) => one.contact?.id === id));
    const records: RecipientRecord[] = [];
    for (const candidate of candidates) {
      if (known.has(candidate.identifier)) continue;
      known.add(candidate.identifier);
      records.push(recipientOf(broadcast, candidate, { id: desk.ids.record(), now: desk.clock.now() }));
    }
    const added = records.length;
    return { records, result: ok({ success: true, added, skipped: candidates.length - added + missing.length }) };
  });
};

const recipientOf = (
  { id: broadcastId, teamId, profileId }: BroadcastRecord,
  { identifier, contact }: Candidate,
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
    platformIdentifier: identifier,
    contactName: contact?.doc.name ?? null,
    status: 'pending',
  },
});

const STATES = ['pending', 'sent', 'delivered', 'read', 'failed'] as const;

export const listBroadcastRecipients: Handler = async (call, desk) => {
  const broadcast = await broadcastFor(desk.store.read, call);
  if (broadcast === undefined) return noBroadcast;
  const all = await desk.store.read.list(RECIPIENT_KIND, { parentId: broadcast.id });
  const { status, limit = 50, skip = 0 } = call.query;
  const wanted = all.filter(({ doc }) => status === undefined || doc.status === status);
  const [size, from] = [Number(limit), Number(skip)];
  const count = (state: string): number => all.filter(({ doc }) => doc.status === state).length;
  return ok({
    success: true,
    recipients: wanted.slice(from, from + size).map(({ doc }) => shown(doc)),
    pagination: { total: wanted.length, limit: size, skip: from, hasMore: from + size < wanted.length },
    summary: { total: all.length, ...Object.fromEntries(STATES.map((state) => [state, count(state)])) },
  });
};

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

const shown = (doc: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(SHOWN.flatMap((name) => (doc[name] === undefined ? [] : [[name, doc[name]]])));
