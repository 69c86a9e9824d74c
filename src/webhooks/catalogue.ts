/** What holds for an event by its name: the rows that the press makes of events.yaml, and where a payload names whom it belongs to. */
import type { EventName } from '#contract';
import { EVENTS } from '#events';
import { OWNERS, placesOf, type EventLog, type EventRow } from '../kernel/event.ts';

const ROWS: Readonly<Record<EventName, EventRow>> = EVENTS;

export const isEventName = (word: string): word is EventName => Object.hasOwn(ROWS, word);

/** A name of an API that is newer than this catalogue has no row. */
const rowOf = (event: string): EventRow | undefined => (isEventName(event) ? ROWS[event] : undefined);

/** The resource group that a restricted key needs for the event. */
export const groupOf = (event: EventName): string => ROWS[event].group;

/** Whether an endpoint can ask for the event. Source: WHK-78, EVT-29 */
export const canBeAskedFor = (event: string): boolean => rowOf(event)?.subscribable !== false;

/** Whether the event needs inbox access. Source: specification, "Inbox events" (WHK-19, WHK-20) */
export const needsInbox = (event: string): boolean => rowOf(event)?.inbox === true;

/** How the event is written into the log; undefined where it is not. */
export const logOf = (event: string): EventLog | undefined => rowOf(event)?.log;

/** Whether the event fires on the platform; elsewhere its cause happens without it. Source: specification, "Platform support matrix" (EVT-80, EVT-81, EVT-84 to EVT-92) */
export const firesOn = (event: EventName, platform: string): boolean =>
  ROWS[event].platforms?.includes(platform) ?? true;

/** The same for an event of a message: some platforms report only what the other side does. Source: EVT-85 */
export const firesForMessage = (event: EventName, platform: string, direction: string): boolean =>
  firesOn(event, platform) && (direction === 'incoming' || ROWS[event].incomingOnly?.includes(platform) !== true);

/** Whose an event is: of accounts and their profiles, of a profile, or of nobody. Source: WHK-85, EVT-12, EVT-13, ASM-32 */
export const ownerOf = (event: EventName): 'account' | 'profile' | 'nobody' => placesOf(ROWS[event].owner).belongsTo;

/** Every place, for an event that the catalogue does not know. */
const ALL_PLACES = Object.keys(OWNERS).map((owner) => placesOf(owner as EventRow['owner']));

const placesFor = (event: string) => {
  const row = rowOf(event);
  return row === undefined ? ALL_PLACES : [placesOf(row.owner)];
};

/** The paths at which the payload of an event names accounts; none for events without. */
export const accountPathsOf = (event: string): readonly string[] => [
  ...new Set(placesFor(event).flatMap(({ accounts }) => accounts)),
];

type Payload = Readonly<Record<string, unknown>>;

/** Ids of the accounts that a payload names where its event puts them. */
export const accountIdsIn = (event: string, payload: Payload): string[] => [
  ...new Set(accountPathsOf(event).flatMap((path) => textsAt(payload, path.split('.')))),
];

/** The profile of a payload that names no account. */
export const profileIdsIn = (event: string, payload: Payload): string[] =>
  placesFor(event).flatMap(({ profile }) => (profile === undefined ? [] : textsAt(payload, profile.split('.'))));

function textsAt(value: unknown, path: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsAt(one, path));
  const [name, ...rest] = path;
  if (name === undefined) return typeof value === 'string' ? [value] : [];
  return typeof value === 'object' && value !== null ? textsAt((value as Payload)[name], rest) : [];
}
