/** Which ads an audience is used by, and which audience an ad names. Asked before an ad is made and an audience deleted. */
import { isFields } from '../../../../kernel/json.ts';
import type { Fields } from '../../../../kernel/json.ts';
import type { Reply } from '../../../call.ts';
import { notFound } from '../../../engine/not-found.ts';
import { refuse } from '../../../refuse.ts';
import type { Reader, RecordOf } from '../../../store/store.ts';
import { AUDIENCE, sizesOf, type AudienceRecord, type Size } from './audience-record.ts';

/** Ads that are over use nothing any more. */
const OVER: readonly unknown[] = ['completed', 'cancelled'];

/** Where an ad, or targeting, names an audience, with the ids. */
const namedIn = (fields: Fields): readonly (readonly [param: string, id: string])[] => {
  const { audienceId, targeting } = fields;
  const inner = isFields(targeting) ? targeting['audienceId'] : undefined;
  return [
    ['audienceId', audienceId],
    ['targeting.audienceId', inner],
  ].flatMap(([param, id]) => (typeof id === 'string' && typeof param === 'string' ? [[param, id] as const] : []));
};

const idsOf = ({ id, doc }: AudienceRecord): readonly unknown[] => [id, doc.platformAudienceId];

/** An audience of the team by either of its ids. */
export async function audienceNamed(view: Reader, teamId: string, id: unknown): Promise<AudienceRecord | undefined> {
  const all = await view.list(AUDIENCE, { teamId });
  return all.find((one) => typeof id === 'string' && idsOf(one).includes(id));
}

/** The sizes of the audience that each ad is aimed at, by the id of the ad; an ad without one is not there. */
export function sizesByAd(
  ads: readonly RecordOf<'ad'>[],
  audiences: readonly AudienceRecord[],
): ReadonlyMap<string, readonly Size[]> {
  const sizes = new Map(audiences.flatMap((one) => idsOf(one).map((id) => [id, sizesOf(one)] as const)));
  return new Map(
    ads.flatMap(({ id, doc }) => namedIn(doc).flatMap(([, named]) => [[id, sizes.get(named) ?? []] as const])),
  );
}

/** How many ads that are not over are aimed at the audience. */
export async function usesOf(audience: AudienceRecord, view: Reader): Promise<number> {
  const ads = await view.list('ad', { teamId: audience.teamId });
  const ids = idsOf(audience);
  return ads.filter(({ doc }) => !OVER.includes(doc.status) && namedIn(doc).some(([, id]) => ids.includes(id))).length;
}

/** The refusal of an ad that is aimed at an audience which is not there, or in another ad account. Source: readings, "Audiences" */
export async function audienceRefusal(body: Fields, teamId: string, view: Reader): Promise<Reply | undefined> {
  for (const [param, id] of namedIn(body)) {
    const audience = await audienceNamed(view, teamId, id);
    if (audience === undefined) return notFound(AUDIENCE, { param });
    const { adAccountId } = audience.doc;
    if (adAccountId !== undefined && adAccountId !== body['adAccountId'])
      return refuse('invalid_field_value', { param, message: 'The audience belongs to another ad account.' });
  }
  return undefined;
}
