/** Conversions that calls report: judged one by one, counted once, and sent on without a name in plain. Listed in operations.ts. */
import { type Fields, fieldsIn, isFields } from '../../../../kernel/json.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import { ok, type Reply } from '../../../call.ts';
import { commit } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { draft, nativeId } from '../../../engine/draft.ts';
import { inScene } from '../../../engine/engine.ts';
import type { Scene } from '../../../engine/scene.ts';
import { blank } from '../../../networks/simulated/item.ts';
import { conversionFault } from '../../../records/reported-conversion.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { FeedItem, Reader } from '../../../store/store.ts';
import { structureOf } from '../tree/structure.ts';
import { touchOfClick, touchOfLead, type Touch } from './attribution.ts';
import { CONVERSION, hashedUser, type ConversionRecord } from './conversion-record.ts';

const keyOf = ({ eventName, eventId }: Fields): string => `${String(eventName)}/${String(eventId)}`;

const knownOf = (view: Reader, { call, owners }: Scene): Promise<ConversionRecord[]> =>
  view.list(CONVERSION, {
    teamId: call.caller.teamId,
    where: { destinationId: String(call.body['destinationId']), accountId: owners.account?.id ?? '' },
  });

function itemFor(scene: Scene, doc: Fields): FeedItem {
  const { call, owners, now, desk } = scene;
  const { destinationId, consent, testCode } = call.body;
  const sent = { ...doc, destinationId, consent, testCode };
  const known = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return {
    ...blank(owners.account?.id ?? '', testCode === undefined ? 'conversion' : 'conversion_test', now),
    nativeId: nativeId(desk.ids.record()),
    doc: known,
  };
}

/** One event that the network takes. */
interface Taken {
  readonly event: Fields;
  readonly user: Fields;
  /** Undefined where no ad led to it. */
  readonly touch: Touch | undefined;
}

function recordFor(scene: Scene, { event, user, touch }: Taken): ConversionRecord {
  const { destinationId } = scene.call.body;
  const { eventId, eventName, eventTime, value, currency, sourceUrl, actionSource } = event;
  const { clickIds } = user;
  const gclid = isFields(clickIds) ? clickIds['gclid'] : undefined;
  const identifiers = Object.keys(user).flatMap((name) =>
    name === 'clickIds' ? Object.keys(Object(clickIds)) : [name],
  );
  return draft<typeof CONVERSION>(
    { ...scene, call: { ...scene.call, body: {}, query: {} } },
    {
      ...{ destinationId, eventId, eventName, eventTime, value, currency, sourceUrl, actionSource, gclid, identifiers },
      ...touch,
    },
  );
}

const namesClick = ({ user }: Fields): boolean => isFields(user) && user['clickIds'] !== undefined;

/** Source: fact set, ConversionEvent: the same id counts once */
const sendConversions: Handler = inScene(async (scene) => {
  const events = fieldsIn(scene.call.body['events']);
  // What was shown in the past does not change, so it is read before the commit, and only where a click is to be found.
  const structure = events.some(namesClick) ? await structureOf(scene.call, scene.desk) : undefined;
  return commit<Reply>(scene.desk, [`${CONVERSION}/${scene.owners.ownerId}`], async (view) => {
    const { body } = scene.call;
    const accountId = scene.owners.account?.id ?? '';
    const { platform = '' } = scene.owners.account?.doc ?? {};
    const keys = new Set((await knownOf(view, scene)).map(({ doc }) => keyOf(doc)));
    const taken: Taken[] = [];
    const failures: Fields[] = [];
    for (const [eventIndex, event] of events.entries()) {
      const user = hashedUser(event['user'], platform);
      const message = conversionFault(event, Object.keys(user).length > 0);
      if (message !== undefined) {
        failures.push({ eventIndex, eventId: event['eventId'], message });
        continue;
      }
      const click = structure && touchOfClick(user, { accountId, structure });
      const touch = click ?? (await touchOfLead(user, accountId, view));
      taken.push({ event, user, touch });
    }
    const fresh = taken.filter(({ event }) => !keys.has(keyOf(event)) && keys.add(keyOf(event)));
    return {
      records: body['testCode'] === undefined ? fresh.map((one) => recordFor(scene, one)) : [],
      feed: fresh.map(({ event, user }) => itemFor(scene, { text: event['eventName'], ...event, user })),
      result: ok({ platform, eventsReceived: taken.length, eventsFailed: failures.length, failures }),
    };
  });
});

/** The conversion that an adjustment is about. Source: fact set, adjustConversions */
const isMeant = ({ doc }: ConversionRecord, { orderId, gclid, conversionTime }: Fields): boolean =>
  orderId === undefined
    ? gclid !== undefined && doc.gclid === gclid && doc.eventTime === conversionTime
    : doc.eventId === orderId;

/** The conversion after the adjustment, or why it cannot be adjusted. */
function adjusted(before: ConversionRecord | undefined, sent: Fields, user: Fields): ConversionRecord | string {
  if (before === undefined) return 'There is no such conversion.';
  if (before.doc.isRetracted === true) return 'The conversion was retracted.';
  const { adjustmentType, restatementValue: value, currency } = sent;
  if (adjustmentType === 'RETRACTION') return withFields(before, { isRetracted: true });
  if (adjustmentType === 'ENHANCEMENT')
    return withFields(before, { identifiers: [...new Set([...(before.doc.identifiers ?? []), ...Object.keys(user)])] });
  return typeof value === 'number'
    ? withFields(before, { value, ...(typeof currency === 'string' && { currency }) })
    : 'A restatement needs `restatementValue`.';
}

/** Source: fact set, adjustConversions; readings, "Conversions" */
const adjustConversions: Handler = inScene((scene) => {
  const { platform = '' } = scene.owners.account?.doc ?? {};
  if (traitsOf(platform).adRules?.adjustments !== true)
    return refuse('platform_not_supported', {
      status: 405,
      message: 'This network does not support conversion adjustments.',
    });
  return commit<Reply>(scene.desk, [`${CONVERSION}/${scene.owners.ownerId}`], async (view) => {
    const known = new Map((await knownOf(view, scene)).map((one) => [one.id, one]));
    const feed: FeedItem[] = [];
    const failures: Fields[] = [];
    for (const [adjustmentIndex, sent] of fieldsIn(scene.call.body['adjustments']).entries()) {
      const user = hashedUser(sent['user'], platform);
      const after = adjusted(
        [...known.values()].find((one) => isMeant(one, sent)),
        sent,
        user,
      );
      if (typeof after === 'string') failures.push({ adjustmentIndex, message: after });
      else known.set(after.id, after);
      feed.push(itemFor(scene, { text: sent['adjustmentType'], ...sent, user }));
    }
    const adjustmentsFailed = failures.length;
    const adjustmentsReceived = feed.length - adjustmentsFailed;
    return {
      records: [...known.values()],
      feed,
      result: ok({ platform, adjustmentsReceived, adjustmentsFailed, failures }),
    };
  });
});

export const conversions: Record<string, Handler> = { sendConversions, adjustConversions };
