/** The ad that led to a reported conversion: by the id of a click on it, or by a lead that came from it. Kept by conversions.ts, counted by by-ad.ts. */
import { type Fields, isFields, textOf } from '../../../../kernel/json.ts';
import type { Reader } from '../../../store/store.ts';
import { LEAD } from '../leads/lead-record.ts';
import type { AdRecord } from '../record.ts';
import { deletedParts } from '../tree/deleted.ts';
import { everMade, type Structure } from '../tree/structure.ts';

/** Ids of clicks; `fbp` is the id of a browser. */
const CLICK_IDS: readonly string[] = ['fbc', 'gclid', 'gbraid', 'wbraid', 'li_fat_id'];

/** Its end: milliseconds of the click, and the id of the ad on the network. Source: readings, "Conversions" */
const CLICK = /(?:^|[.])(\d{13})[.]([^.]+)$/;

/** What a conversion follows. */
export interface Touch {
  /** Id of the ad in the Service. */
  readonly adId: string;
  /** Milliseconds. */
  readonly clickedAt: number;
}

/** Where clicks are looked for. */
interface Clicked {
  readonly accountId: string;
  readonly structure: Structure;
}

/** The last click on an ad of the account that was shown at that instant, be it deleted by now. */
export function touchOfClick(user: Fields, { accountId, structure }: Clicked): Touch | undefined {
  const { clickIds } = user;
  const touches = Object.entries(isFields(clickIds) ? clickIds : {}).flatMap(([name, value]): Touch[] => {
    const [, at, platformAdId] = (CLICK_IDS.includes(name) && CLICK.exec(textOf(value) ?? '')) || [];
    const clickedAt = Number(at);
    const ad = everMade(structure).ads.find(
      ({ doc }) => platformAdId !== undefined && doc.platformAdId === platformAdId && doc.accountId === accountId,
    );
    return ad !== undefined && isShownAt(ad, clickedAt, structure) ? [{ adId: ad.id, clickedAt }] : [];
  });
  return touches.sort((one, other) => other.clickedAt - one.clickedAt)[0];
}

const isShownAt = ({ id }: AdRecord, at: number, { delivery }: Structure): boolean =>
  (delivery.stretches.get(id) ?? []).some(({ from, to }) => from <= at && at < to);

/** The ad whose form a lead filled in. @param accountId the account that received the lead */
export async function touchOfLead(user: Fields, accountId: string, view: Reader): Promise<Touch | undefined> {
  const leadgenId = textOf(user['leadId']);
  if (leadgenId === undefined) return undefined;
  const [lead] = await view.list(LEAD, { where: { leadgenId, accountId } });
  const platformAdId = textOf(lead?.doc.adId);
  if (lead === undefined || platformAdId === undefined) return undefined;
  const { teamId } = lead;
  const [own] = await view.list('ad', { teamId, where: { platformAdId } });
  const ad = own ?? (await deletedParts(view, teamId)).ads.find(({ doc }) => doc.platformAdId === platformAdId);
  return ad && { adId: ad.id, clickedAt: lead.createdAt };
}
