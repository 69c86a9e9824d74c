/** Adds contacts in groups under a journal: stopped at any moment, the next run skips those that were added and looks for those whose answer was lost. Next stop: contact-values.ts. */
import { Failure } from '../../kernel/failure.ts';
import { idsFrom } from '../../kernel/ids.ts';
import { isFields, textsIn, type Fields } from '../../kernel/json.ts';
import { REQUEST_ID } from '../../kernel/request-id.ts';
import type { World } from '../../world/world.ts';
import { matchingContacts, type ContactDesk, type ContactPlace } from './contact-match.ts';
import type { ContactRow } from './contact-rows.ts';
import { isRefusal, isStopped, type Streak } from './ending.ts';
import { identities, type Identity } from './fingerprint.ts';
import type { History } from './journal.ts';
import type { Journal } from './journal-writer.ts';
import { deliverUntilStopped, type Delivery } from './until-stopped.ts';

/** A contact, and what tells its row from others across runs. */
export type KnownContact = ContactRow & Identity;

/** A row that did not become a contact, or a value that a contact did not get. */
export interface RowError {
  readonly place: string;
  readonly message: string;
}

export interface ContactStanding {
  /** Never sent, or refused. */
  readonly fresh: readonly KnownContact[];
  /** Sent by an earlier run, whose answer was lost. */
  readonly open: readonly KnownContact[];
  /** Added by an earlier run, or found to exist by it. */
  readonly added: readonly KnownContact[];
}

export function contactStanding(contacts: readonly ContactRow[], { entries }: History): ContactStanding {
  const idents = identities(contacts);
  const known = contacts.map((one, at) => ({ ...one, ...(idents[at] as Identity) }));
  const stateOf = ({ ident }: KnownContact) => entries.get(ident)?.state;
  return {
    fresh: known.filter((one) => [undefined, 'refused'].includes(stateOf(one))),
    open: known.filter((one) => stateOf(one) === 'sent'),
    added: known.filter((one) => stateOf(one) === 'made'),
  };
}

export interface GroupDesk extends ContactDesk {
  readonly world: Pick<World, 'clock' | 'random'>;
  readonly journal: Journal;
  readonly signal: AbortSignal;
  heard(result: GroupResult): void;
}

/** What came of a group: how many were created, how many existed, and what was refused. */
export interface GroupResult {
  readonly created: number;
  readonly existing: number;
  readonly errors: readonly RowError[];
}

/**
 * Those of the rows whose contact exists; the journal says so from then on.
 * The API has no repeatable bulk import, so a row whose answer was lost is looked for before it is sent again.
 */
export async function addedAfterAll(
  open: readonly KnownContact[],
  place: ContactPlace,
  desk: Omit<GroupDesk, 'heard'>,
): Promise<ReadonlySet<KnownContact>> {
  const added = new Set<KnownContact>();
  if (open.length === 0) return added;
  for await (const found of matchingContacts(open, place, desk))
    for (const [contact] of found) {
      added.add(contact);
      note(contact, 'made', desk);
    }
  return added;
}

/** Contacts of one call: few enough for a short answer, many enough for speed. */
const AT_ONCE = 500;

/** Calls under way together. */
export const GROUPS_AT_ONCE = 4;

/** A group without an answer ends the import: what the others would meet is the same. */
export function sendContacts(
  contacts: readonly KnownContact[],
  place: ContactPlace,
  desk: GroupDesk,
): Delivery<GroupResult> {
  return deliverUntilStopped(groupsOf(contacts), {
    concurrency: GROUPS_AT_ONCE,
    signal: desk.signal,
    deliver: (group, state) => addGroup(group, { place, desk, state }),
    heard: (result) => desk.heard(result),
  });
}

const groupsOf = (contacts: readonly KnownContact[]): readonly (readonly KnownContact[])[] =>
  Array.from({ length: Math.ceil(contacts.length / AT_ONCE) }, (_, at) =>
    contacts.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );

interface Around {
  readonly place: ContactPlace;
  readonly desk: GroupDesk;
  readonly state: Streak;
}

/** The rows are on the disk before the first byte of them is sent. */
async function addGroup(
  group: readonly KnownContact[],
  { place, desk, state }: Around,
): Promise<GroupResult | undefined> {
  const { catalog, call, journal, world } = desk;
  const id = idsFrom(world.random).uuid();
  const at = world.clock.now();
  await Promise.all(
    group.map(({ ident, says }) => journal.write({ type: 'sent', at, row: ident, says, id, body: null })),
  );
  const { profileId, account } = place;
  const body = { profileId, ...account, contacts: group.map(({ entry }) => entry) };
  const input = { path: {}, query: {}, headers: { [REQUEST_ID]: id }, body };
  try {
    const answer = await call(catalog.card('bulkCreateContacts'), input);
    return answered(group, isFields(answer.body) ? answer.body : {}, desk);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (isRefusal(error)) for (const contact of group) note(contact, 'refused', desk);
    if (!isStopped(error)) state.fault ??= error;
    return undefined;
  }
}

function answered(group: readonly KnownContact[], { created, skipped, errors }: Fields, desk: GroupDesk): GroupResult {
  const refused = textsIn(errors).map((text) => refusalIn(text, group));
  const bad = new Set(refused.map(({ contact }) => contact));
  for (const contact of group) note(contact, bad.has(contact) ? 'refused' : 'made', desk);
  return {
    created: Number(created ?? 0),
    existing: Number(skipped ?? 0),
    errors: refused.map(({ contact, message }) => ({ place: contact?.row.place ?? '', message })),
  };
}

/** The service names an entry by its position in the call. */
function refusalIn(text: string, group: readonly KnownContact[]) {
  const [, at, message] = /^contacts\[(\d+)\]:\s*(.*)$/s.exec(text) ?? [];
  const contact = at === undefined ? undefined : group[Number(at)];
  return contact === undefined ? { contact: group[0], message: text } : { contact, message: message ?? text };
}

function note(
  { ident }: KnownContact,
  type: 'made' | 'refused',
  { journal, world }: Pick<GroupDesk, 'journal' | 'world'>,
): void {
  const line = { at: world.clock.now(), row: ident };
  journal.note(type === 'made' ? { ...line, type, post: '', status: '' } : { ...line, type });
}
