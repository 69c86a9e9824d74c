/** Images and videos of ads: whether everybody can read them, and whether they suit the places where the ad is shown. Files of the service's own are known by their bytes; others are left to their network. */
import { type Fields, isFields, textOf } from '../../../../kernel/json.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { Call, Reply } from '../../../call.ts';
import type { Desk } from '../../../desk.ts';
import type { Check } from '../../../engine/checked.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../../records/account.ts';
import { ownMedia, type OwnMedia } from '../../../records/upload.ts';
import { refuse } from '../../../refuse.ts';
import { effectivePlacements, positionsIn } from '../placements.ts';
import { refusedUpstream } from './refusals.ts';

const MEGABYTE = 1024 * 1024;

/** Where calls have media, with what each is; `*` is every entry of a list. */
const PLACES: readonly (readonly [place: string, use: Use])[] = [
  ['imageUrl', 'image'],
  ['images.landscape', 'image'],
  ['images.square', 'image'],
  ['video.url', 'video'],
  ['video.thumbnailUrl', 'image'],
  ['creatives.*.imageUrl', 'image'],
  ['creatives.*.video.url', 'video'],
  ['creatives.*.video.thumbnailUrl', 'image'],
  ['dynamicCreative.imageUrls.*', 'image'],
  ['dynamicCreative.videoUrls.*', 'video'],
  ['carouselCards.*.imageUrl', 'card'],
  ['carouselCards.*.videoUrl', 'card'],
];

type Use = 'image' | 'video' | 'card';

/** What the network takes. Source: ADS-55, ADS-57, ADS-59, ADS-61 */
const TAKEN: Readonly<Record<Use, Readonly<Record<string, number>>>> = {
  image: { 'image/jpeg': 30 * MEGABYTE, 'image/png': 30 * MEGABYTE },
  video: { 'video/mp4': 4_096 * MEGABYTE, 'video/quicktime': 4_096 * MEGABYTE },
  card: { 'image/jpeg': 30 * MEGABYTE, 'image/png': 30 * MEGABYTE, 'video/mp4': 30 * MEGABYTE },
};

/** Positions that fill the screen of a phone. Source: ADS-58, ADS-59 */
const REELS: readonly string[] = ['reels', 'facebook_reels', 'facebook_reels_overlay', 'profile_reels'];
const STORY = 'story';
const UPRIGHT = 9 / 16;

/** How far a ratio may be off, as far as whole pixels make it. */
const ROUNDING = 0.01;

const REELS_SECONDS = 90;

interface Medium {
  readonly param: string;
  readonly url: string;
  readonly use: Use;
}

const mediaIn = (body: Fields): readonly Medium[] =>
  PLACES.flatMap(([place, use]) => found(body, place.split('.'), []).map((one) => ({ ...one, use })));

function found(
  value: unknown,
  [step, ...rest]: readonly string[],
  taken: readonly string[],
): readonly Pick<Medium, 'param' | 'url'>[] {
  if (step === undefined) return typeof value === 'string' ? [{ param: taken.join('.'), url: value }] : [];
  if (step === '*') {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    return list.flatMap((one, at) => found(one, rest, [...taken, String(at)]));
  }
  return isFields(value) ? found(value[step], rest, [...taken, step]) : [];
}

/** Judges the media of a call by the network of its account; an account that is not there is left to what serves the call. */
export const adMedia: Check = async (call, desk) => {
  const media = mediaIn(call.body);
  const account = await desk.store.read.get(ACCOUNT_KIND, textOf(call.body['accountId']) ?? '');
  if (account === undefined) return undefined;
  for (const medium of media) {
    const own = await ownMedia(desk.store.read, medium.url);
    const refusal =
      own === undefined ? closedProblem(medium, call, account) : ownProblem(medium, own, { call, account });
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};

/** Addresses with credentials, and those of the service that are not files, are not publicly reachable. Source: ADS-49, ERR-53 */
export function closedProblem(
  { url, param }: Pick<Medium, 'param' | 'url'>,
  { origin }: Pick<Call, 'origin'>,
  account: AccountRecord,
): Reply | undefined {
  if (!URL.canParse(url)) return refuse('invalid_field_value', { param, message: 'This is not an absolute URL.' });
  const { origin: host, username, password } = new URL(url);
  return username !== '' || password !== '' || host === new URL(origin).origin
    ? refusedUpstream(account, 'The media could not be read: its URL is not public.', 324)
    : undefined;
}

interface Judging {
  readonly call: Call;
  readonly account: AccountRecord;
}

function ownProblem({ param, use }: Medium, own: OwnMedia, { call, account }: Judging): Reply | undefined {
  if (traitsOf(account.doc.platform).adRules?.placementMedia !== true) return undefined;
  const message = fileProblem(own, use, positionsOf(call.body));
  return message === undefined ? undefined : refuse('invalid_field_value', { param, message });
}

/** Why the network does not show a file at some positions; undefined for one that it does. Source: ADS-55, ADS-57 to ADS-61 */
export function fileProblem(file: OwnMedia, use: Use, positions: readonly string[]): string | undefined {
  const most = TAKEN[use][file.contentType];
  if (most === undefined) return `It must be ${NAMES[use]}.`;
  return file.sizeBytes > most ? `It can be at most ${String(most / MEGABYTE)} MB.` : shapeProblem(file, positions);
}

const NAMES: Readonly<Record<Use, string>> = {
  image: 'a JPEG or PNG',
  video: 'an MP4 or MOV',
  card: 'a JPEG, PNG or MP4',
};

/** Positions that the call chooses; on a boost they are in its targeting. */
function positionsOf({ placements, targeting }: Fields): readonly string[] {
  const inner = isFields(targeting) ? targeting['placements'] : undefined;
  return positionsIn(effectivePlacements(placements ?? inner));
}

function shapeProblem({ contentType, facts }: OwnMedia, positions: readonly string[]): string | undefined {
  const isVideo = contentType.startsWith('video/');
  const { width, height, seconds } = facts;
  const isReel = isVideo && positions.some((one) => REELS.includes(one));
  const isStory = positions.includes(STORY);
  if (!isReel && !isStory) return undefined;
  if (isStory && contentType === 'video/quicktime') return 'A story video must be an MP4.';
  if (width !== undefined && height !== undefined && Math.abs(width / height - UPRIGHT) > ROUNDING)
    return 'Stories and reels require vertical media, 9:16.';
  return isReel && seconds !== undefined && seconds > REELS_SECONDS
    ? 'A reels video can be at most 90 seconds long.'
    : undefined;
}

/** Where the ad is shown is refused by its network, not by the service, where places do not go together. Source: ADS-25 */
export const placesTogether: Check = async ({ body }: Call, { store }: Desk) => {
  const account = await store.read.get(ACCOUNT_KIND, textOf(body['accountId']) ?? '');
  const chosen = positionsOf(body);
  const needs = traitsOf(account?.doc.platform ?? '').adRules?.placesWith ?? {};
  const lone = Object.keys(needs).find((one) => chosen.includes(one) && !chosen.includes(needs[one] ?? ''));
  return account === undefined || lone === undefined
    ? undefined
    : refusedUpstream(account, `The position ${lone} can only be used together with ${String(needs[lone])}.`);
};
