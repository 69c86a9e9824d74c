/** What a listing says of a location: as the network has it, then as calls changed it field by field. */
import { isFields, textsIn, type Fields } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { serveIn } from '../../engine/engine.ts';
import type { Follow } from '../../engine/follow.ts';
import { phoneProblem } from '../../records/phone.ts';
import { isVerifiedPlace } from './verified.ts';
import { atPlace, type AtPlace } from './place.ts';
import {
  dateProblem,
  firstOf,
  invalid,
  linkProblem,
  periodsProblem,
  specialHoursProblem,
  textProblem,
} from './problems.ts';
import { servicesProblem } from './service-items.ts';

/** The scene of a location whose details nobody has changed yet: they begin as the network has them. */
export function detailsIn(at: AtPlace): AtPlace {
  const { scene, location } = at;
  return {
    ...at,
    scene: { ...scene, kind: { ...scene.kind, initial: isFields(location['details']) ? location['details'] : {} } },
  };
}

/** Fields of a location, each with what judges a value of it. */
const FIELDS: Readonly<Record<string, (value: unknown, at: AtPlace) => Reply | undefined>> = {
  title: (value) => textProblem('title', value, 100),
  storeCode: (value) => textProblem('storeCode', value, 64),
  labels: (value) =>
    textsIn(value).length > 10
      ? invalid('labels', 'A location can have at most 10 labels.')
      : firstOf(textsIn(value), (label, at) => textProblem(`labels.${at}`, label, 255)),
  profile: (value) => (isFields(value) ? textProblem('profile.description', value['description'], 750) : undefined),
  websiteUri: (value) => linkProblem('websiteUri', value),
  phoneNumbers: (value) => phonesProblem(value),
  categories: (value, at) => categoriesProblem(value, at),
  regularHours: (value) => periodsProblem('regularHours', value),
  specialHours: (value) => specialHoursProblem('specialHours', value),
  moreHours: (value) =>
    firstOf(Array.isArray(value) ? value : [], (hours, at) => periodsProblem(`moreHours.${at}`, hours)),
  serviceItems: (value) => servicesProblem('serviceItems', value),
  openInfo: (value) => (isFields(value) ? dateProblem('openInfo.openingDate', value['openingDate']) : undefined),
  latlng: (value) => pointProblem(value),
  storefrontAddress: () => undefined,
  serviceArea: () => undefined,
  adWordsLocationExtensions: (value) =>
    isFields(value) && typeof value['adPhone'] === 'string'
      ? phoneProblem('adWordsLocationExtensions.adPhone', value['adPhone'])
      : undefined,
};

function phonesProblem(value: unknown): Reply | undefined {
  const { primaryPhone, additionalPhones } = isFields(value) ? value : {};
  if (textsIn(additionalPhones).length > 2)
    return invalid('phoneNumbers.additionalPhones', 'A location can have at most two additional phone numbers.');
  const all = [primaryPhone, ...textsIn(additionalPhones)].filter((one) => typeof one === 'string');
  return firstOf(all, (phone) => phoneProblem('phoneNumbers', phone));
}

function categoriesProblem(value: unknown, { scene }: AtPlace): Reply | undefined {
  const { primaryCategory, additionalCategories } = isFields(value) ? value : {};
  const rows = scene.desk.catalog.fixtures()['google_business_category'] ?? [];
  const sent = [primaryCategory, ...(Array.isArray(additionalCategories) ? additionalCategories : [])].filter(isFields);
  const unknown = sent.find(({ name }) => !rows.some((row) => row['name'] === name));
  return unknown === undefined
    ? undefined
    : invalid('categories', `There is no category named ${String(unknown['name'])}.`);
}

function pointProblem(value: unknown): Reply | undefined {
  const { latitude = 0, longitude = 0 } = isFields(value) ? value : {};
  if (Math.abs(Number(latitude)) > 90) return invalid('latlng.latitude', 'A latitude must be between -90 and 90.');
  return Math.abs(Number(longitude)) > 180
    ? invalid('latlng.longitude', 'A longitude must be between -180 and 180.')
    : undefined;
}

/** `field` or `field.member` out of a mask. */
interface Masked {
  readonly field: string;
  readonly member: string | undefined;
}

const maskedIn = (mask: unknown): readonly Masked[] =>
  String(mask ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => {
      const [field = '', member] = word.split('.');
      return { field, member };
    });

function maskProblem(param: string, mask: unknown): Reply | undefined {
  const masks = maskedIn(mask);
  const unknown = masks.find(({ field }) => !Object.hasOwn(FIELDS, field));
  if (unknown !== undefined) return invalid(param, `Locations have no field named ${unknown.field}.`);
  return masks.length === 0 ? invalid(param, `\`${param}\` names no field.`) : undefined;
}

/** Only what the mask names is judged and set. */
function updateProblem(at: AtPlace): Reply | undefined {
  const { body } = at.scene.call;
  const masks = maskedIn(body['updateMask']);
  if (masks.some(({ field }) => field === 'title') && body['title'] === undefined)
    return invalid('title', 'The title of a location cannot be removed.');
  return (
    maskProblem('updateMask', body['updateMask']) ?? firstOf(masks, ({ field }) => FIELDS[field]?.(body[field], at))
  );
}

/** A field that the mask names is set as it was sent, or removed; all others stay. */
const changeByMask: Follow = (changes, { call, desk }) => ({
  records: changes.flatMap(({ before, after }) => {
    if (before === undefined || after === undefined) return [];
    const sent = { ...call.body, categories: withNames(call.body['categories'], desk.catalog.fixtures()) };
    const doc = maskedIn(call.body['updateMask']).reduce<Fields>(
      (fields, one) => withMember(fields, one, sent),
      before.doc,
    );
    return [{ ...after, doc }];
  }),
});

function withMember(fields: Fields, { field, member }: Masked, sent: Fields): Fields {
  if (member === undefined) return { ...fields, [field]: sent[field] };
  const [part, now] = [sent[field], fields[field]];
  return { ...fields, [field]: { ...(isFields(now) && now), [member]: isFields(part) ? part[member] : undefined } };
}

/** Categories with the names that the network has for them. */
function withNames(
  categories: unknown,
  fixtures: ReturnType<AtPlace['scene']['desk']['catalog']['fixtures']>,
): unknown {
  if (!isFields(categories)) return undefined;
  const named = (category: unknown): unknown =>
    fixtures['google_business_category']?.find(({ name }) => name === Object(category)['name']) ?? category;
  const { primaryCategory, additionalCategories } = categories;
  return {
    ...(primaryCategory !== undefined && { primaryCategory: named(primaryCategory) }),
    ...(Array.isArray(additionalCategories) && { additionalCategories: additionalCategories.map(named) }),
  };
}

/** Members of the answer that no mask leaves out. */
const ALWAYS = ['success', 'accountId', 'locationId', 'location'];

const getGoogleBusinessLocationDetails = atPlace(async (at) => {
  const { readMask } = at.scene.call.query;
  const refusal = readMask === undefined ? undefined : maskProblem('readMask', readMask);
  if (refusal !== undefined) return refusal;
  const reply = await serveIn(detailsIn(at).scene, () => ({}));
  if (reply.status !== 200 || !isFields(reply.body)) return reply;
  const wanted = [...ALWAYS, ...maskedIn(readMask).map(({ field }) => field)];
  const fields = Object.entries(reply.body).filter(([name]) => readMask === undefined || wanted.includes(name));
  return { ...reply, body: { ...Object.fromEntries(fields), location: await listingOf(at) } };
});

/** Where the location is on the network, and whether the business has shown that it is its own. */
async function listingOf({ scene, location, locationId }: AtPlace): Promise<Fields> {
  const { placeId = null, reviewUrl = null, mapsUri = null } = location;
  const isVerified = await isVerifiedPlace(scene, location);
  return { name: `locations/${locationId}`, placeId, reviewUrl, mapsUri, isVerified };
}

const updateGoogleBusinessLocationDetails = atPlace(
  async (at) => updateProblem(at) ?? serveIn(detailsIn(at).scene, changeByMask),
);

export const handlers: Readonly<Record<string, Handler>> = {
  getGoogleBusinessLocationDetails,
  updateGoogleBusinessLocationDetails,
};
