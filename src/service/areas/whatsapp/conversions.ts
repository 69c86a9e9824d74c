/** Leads and purchases that a whatsapp account reports to the ads behind its chats, and the dataset that takes them up. Reports are kept by engine/. */
import type { Fields } from '../../../kernel/json.ts';
import { ok, type Reply } from '../../call.ts';
import { commit } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { nativeId } from '../../engine/draft.ts';
import { engineWith, inScene } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { singleKey } from '../../engine/keys.ts';
import { conversionFault } from '../../records/reported-conversion.ts';
import { withFields } from '../../store/record.ts';
import type { RecordOf } from '../../store/store.ts';

const DATASET = 'whatsapp_dataset';
const CONVERSION = 'whatsapp_conversion';

/** An account has one dataset; asked for again, it is the same. */
const createWhatsAppDataset = inScene((scene) => {
  const { call, desk, owners, now } = scene;
  const id = singleKey(scene);
  return commit(desk, [`${DATASET}/${owners.ownerId}`], async (view) => {
    const known = await view.get(DATASET, id);
    const datasetId = known?.doc.datasetId ?? nativeId(desk.ids.record());
    const { teamId } = call.caller;
    const base = { kind: DATASET, id, teamId, profileId: owners.profileId, parentId: null, createdAt: now };
    const dataset = { ...base, doc: { ...owners.fields, datasetId } };
    return { records: known === undefined ? [dataset] : [], result: ok({ datasetId, created: known === undefined }) };
  });
});

/** A report that comes again under its id takes the place of the one before. */
const replaceEarlier: Follow<typeof CONVERSION> = async ([{ after } = {}], { call }, view) => {
  const all = await view.list(CONVERSION, { teamId: call.caller.teamId });
  const isSame = ({ id, doc }: RecordOf<typeof CONVERSION>): boolean =>
    id !== after?.id && doc.accountId === after?.doc.accountId && doc.eventId === after?.doc.eventId;
  return { removed: all.filter(isSame) };
};

const RECORDED = engineWith(replaceEarlier);

/** What the ad network rejects is in the list, and leaves an earlier report under its id as it is. */
const sendWhatsAppConversion: Handler = async (call, desk) => {
  const { eventId, conversationId, phoneE164, email, externalId } = call.body;
  const isIdentified = [conversationId, phoneE164, email, externalId].some((one) => one !== undefined);
  const message = conversionFault(call.body, isIdentified);
  if (message === undefined) return withCounts(await RECORDED(call, desk), []);
  const rejected = engineWith<typeof CONVERSION>(([{ after } = {}]) =>
    after === undefined ? {} : { records: [withFields(after, { eventsReceived: 0, eventsFailed: 1 })] },
  );
  return withCounts(await rejected(call, desk), [{ eventIndex: 0, eventId, message }]);
};

const withCounts = (reply: Reply, failures: readonly Fields[]): Reply =>
  reply.status >= 400
    ? reply
    : ok({ platform: 'metaads', eventsReceived: 1 - failures.length, eventsFailed: failures.length, failures });

export const handlers: Readonly<Record<string, Handler>> = {
  createWhatsAppDataset,
  sendWhatsAppConversion,
};
