/** Leads and purchases that a whatsapp account reports to the ads behind its chats, and the dataset that takes them up. Reports are kept by engine/. */
import { ok } from '../../call.ts';
import { commit } from '../../change.ts';
import type { Handler } from '../../desk.ts';
import { nativeId } from '../../engine/draft.ts';
import { engineWith, inScene } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { singleKey } from '../../engine/keys.ts';
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

export const handlers: Readonly<Record<string, Handler>> = {
  createWhatsAppDataset,
  sendWhatsAppConversion: engineWith(replaceEarlier),
};
