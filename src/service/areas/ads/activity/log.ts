/** The activity log of an ad account, the newest entry first. Entries come from entries.ts. Listed in operations.ts. */
import { ok } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import { pageOf, pageWord } from '../../../engine/page.ts';
import { isReached } from '../../../engine/scene.ts';
import { selected } from '../../../engine/select.ts';
import { ACTIVITY } from './entries.ts';

/** An object that is asked for filters the page that was read, and the next page begins behind it. Source: ADS-35 */
const getAdsActivityLog: Handler = inScene(async (scene) => {
  const { call, desk } = scene;
  const { accountId, adAccountId, objectId } = call.query;
  const all = await desk.store.read.list(ACTIVITY, { teamId: call.caller.teamId });
  const own = all.filter(
    (one) => isReached(call, one) && one.doc.accountId === accountId && one.doc.adAccountId === adAccountId,
  );
  const page = pageOf(call, selected(scene, own));
  const data = page.items.flatMap(({ doc }) => (objectId === undefined || doc.object_id === objectId ? [doc] : []));
  return ok({ adAccountId, data, paging: { after: pageWord('after', page) } });
});

export const activity: Record<string, Handler> = { getAdsActivityLog };
