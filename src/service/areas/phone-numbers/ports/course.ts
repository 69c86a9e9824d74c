/** The course of a port on the clock: confirmed for a day, or an exception; then the numbers are the team's. Used by create.ts and arrives.ts. */
import { instantOf } from '../../../../kernel/instant.ts';
import { commit, together, type Changes } from '../../../change.ts';
import type { DueWork } from '../../../desk.ts';
import type { Ids } from '../../../../kernel/ids.ts';
import { verdictOf } from '../../../networks/simulated/behaviour.ts';
import { reviewTimes } from '../../../networks/reviews.ts';
import { CARRIER_FEED, NUMBER_KIND } from '../../../records/phone.ts';
import { defaultProfile } from '../../../records/profile.ts';
import { portIn, type PortEvent } from '../../../states/port-in.ts';
import { withFields } from '../../../store/record.ts';
import type { NewDue, Reader } from '../../../store/store.ts';
import { CHANNELS_OFF, PORT_IN_KIND, type NumberRecord, type PortInRecord } from '../record.ts';
import { NUMBER_MONTH_CENTS } from '../../usage/offers.ts';
import { judge } from './dialling.ts';

/** Kind of the work that goes on with a port; `ref` is the port. */
export const PORT = 'port_in';

export interface PortMove {
  readonly event: PortEvent;
  /** Milliseconds. */
  readonly at: number;
  readonly reason?: string | undefined;
}

interface Doors {
  readonly read: Reader;
  readonly ids: Ids;
}

/** What a port becomes by the event, with its next work and the numbers that it brings; undefined where the table does not have it. */
export async function portMoved(
  port: PortInRecord,
  { event, at, reason }: PortMove,
  { read, ids }: Doors,
): Promise<Pick<Changes, 'records' | 'due'> | undefined> {
  const move = portIn.move(port.doc.status, event);
  if (move === undefined) return undefined;
  const times = await reviewTimes(read);
  const focAt = event === 'foc_confirmed' ? dayOf(port, at, times.ported) : undefined;
  const record = withFields(port, { status: move.to, ...fieldsAfter(event, { at, reason, focAt }) });
  const due =
    event === 'pending' ? workAt(port, at, times.portConfirmed) : focAt === undefined ? [] : dueAt(port, focAt);
  const numbers = event === 'ported' ? await numbersOf(record, { at, read, ids }) : [];
  return { records: [record, ...numbers], due };
}

/** The day that was asked for, where it is still to come, else the usual one; undefined where an inbound decision is waited for. */
function dayOf({ doc }: PortInRecord, at: number, seconds: number | null): number | undefined {
  const wanted = Date.parse(doc.focDatetimeRequested ?? '');
  if (wanted > at) return wanted;
  return seconds === null ? undefined : at + seconds * 1_000;
}

const dueAt = ({ id }: PortInRecord, at: number): readonly NewDue[] => [{ dueAt: at, kind: PORT, ref: id }];

const workAt = (port: PortInRecord, at: number, seconds: number | null): readonly NewDue[] =>
  seconds === null ? [] : dueAt(port, at + seconds * 1_000);

/** The first step of a port that is pending. */
export const workOn = async (read: Reader, port: PortInRecord, now: number): Promise<readonly NewDue[]> =>
  port.doc.status === 'pending' ? workAt(port, now, (await reviewTimes(read)).portConfirmed) : [];

interface After {
  readonly at: number;
  readonly reason: string | undefined;
  readonly focAt: number | undefined;
}

function fieldsAfter(event: PortEvent, { at, reason, focAt }: After): Partial<PortInRecord['doc']> {
  if (event === 'pending') return { submittedAt: instantOf(at), declineReason: null, focDatetimeActual: null };
  if (event === 'exception') return { declineReason: reason ?? 'The losing carrier rejected the order.' };
  if (event === 'ported') return { portedAt: instantOf(at) };
  return focAt === undefined ? {} : { focDatetimeActual: instantOf(focAt) };
}

/** The ported numbers as numbers of the team, in its default profile. */
async function numbersOf(
  { teamId, doc: { phoneNumbers = [] } }: PortInRecord,
  { at, read, ids }: Doors & { readonly at: number },
): Promise<readonly NumberRecord[]> {
  const profileId = (await defaultProfile(read, teamId))?.id ?? null;
  const now = instantOf(at);
  return Promise.all(
    phoneNumbers.map(async (phoneNumber) => {
      const judged = await judge(phoneNumber);
      const { country, numberType } = (judged.isNumber ? judged.dialled : undefined) ?? {};
      const id = ids.record();
      const doc = {
        ...PORTED,
        _id: id,
        phoneNumber,
        ...(country === undefined ? {} : { country }),
        ...(numberType === undefined ? {} : { numberType }),
        ...(profileId === null ? {} : { profileId }),
        createdAt: now,
        provisionedAt: now,
        portedAt: now,
      };
      return { kind: NUMBER_KIND, id, teamId, profileId, parentId: null, createdAt: at, doc };
    }),
  );
}

/** What a ported number has from the start. */
const PORTED = {
  ...CHANNELS_OFF,
  status: 'active',
  monthlyCents: NUMBER_MONTH_CENTS,
  hostedByService: true,
} as const;

const goOn: DueWork = ({ ref }, desk) =>
  commit(desk, [`${PORT_IN_KIND}/${ref}`], async (view) => {
    const port = await view.get(PORT_IN_KIND, ref);
    if (port === undefined) return {};
    const doors = { read: view, ids: desk.ids };
    const at = desk.clock.now();
    if (port.doc.status === 'foc_confirmed') return (await portMoved(port, { event: 'ported', at }, doors)) ?? {};
    if (port.doc.status !== 'pending') return {};
    const { rejection, records } = await verdictOf(view, [port.id, CARRIER_FEED]);
    const event = rejection === undefined ? 'foc_confirmed' : 'exception';
    return together([{ records }, (await portMoved(port, { event, at, reason: rejection }, doors)) ?? {}]);
  });

export const work: Readonly<Record<string, DueWork>> = { [PORT]: goOn };
