/** Conversions of one's own on a pixel: one for each rule. Listed in operations.ts. */
import { isDeepStrictEqual } from 'node:util';
import { ok, type Reply } from '../../../call.ts';
import { commit } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { draft } from '../../../engine/draft.ts';
import { inScene } from '../../../engine/engine.ts';

const CUSTOM = 'ad_custom_conversion';

/** Source: fact set, createCustomConversion: one with the same rule is found */
const createCustomConversion: Handler = inScene((scene) =>
  commit<Reply>(scene.desk, [`${CUSTOM}/${scene.owners.ownerId}`], async (view) => {
    const { call, owners } = scene;
    const { adAccountId, pixelId, rule } = call.body;
    const all = await view.list(CUSTOM, { teamId: call.caller.teamId, where: { accountId: owners.account?.id ?? '' } });
    const same = all.find(
      ({ doc }) => doc.adAccountId === adAccountId && doc.pixelId === pixelId && isDeepStrictEqual(doc.rule, rule),
    );
    const one = same ?? draft<typeof CUSTOM>(scene, call.body);
    const { id, name, rule: own, customEventType, pixelId: pixel, isArchived } = one.doc;
    const customConversion = { id, name, rule: own, customEventType, pixelId: pixel, isArchived };
    const result = ok({ adAccountId, customConversionId: id, reused: same !== undefined, customConversion });
    return { records: same === undefined ? [one] : [], result };
  }),
);

export const customConversions: Record<string, Handler> = { createCustomConversion };
