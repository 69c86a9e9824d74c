/** Attributes of a location: those that exist for its category, each with values of its type. */
import { type Fields, fieldsIn, isFields, isList, textOf, textsIn } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import type { Desk, Handler } from '../../desk.ts';
import { serveIn } from '../../engine/engine.ts';
import { findRecord } from '../../engine/find.ts';
import type { Follow } from '../../engine/follow.ts';
import type { Scene } from '../../engine/scene.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import { atPlace, placeKey, servedAtPlace, type AtPlace } from './place.ts';
import { firstOf, invalid, linkProblem } from './problems.ts';

const typesIn = ({ catalog }: Pick<Desk, 'catalog'>): readonly Fields[] =>
  catalog.fixtures()['google_business_attribute_type'] ?? [];

const isFor = (type: Fields, category: string | undefined): boolean =>
  type['categories'] === undefined || (category !== undefined && textsIn(type['categories']).includes(category));

/** Name of the category that the location is listed under. */
async function categoryAt({ scene, location, locationId }: AtPlace): Promise<string | undefined> {
  const { desk, owners } = scene;
  const key = keyOfSingle(placeKey(owners.account?.id ?? '', locationId));
  const changed = await desk.store.read.get('google_business_location_details', key);
  const doc: Fields = changed?.doc ?? (isFields(location['details']) ? location['details'] : {});
  return textOf(Object(Object(doc['categories'])['primaryCategory'])['name']);
}

/** What a location of the category may have. */
const getGmbAttributeMetadata = atPlace(async (at) => {
  const { scene } = at;
  const category = textOf(scene.call.query['categoryName']) ?? (await categoryAt(at));
  const rows = typesIn(scene.desk).filter((type) => isFor(type, category));
  const { fixtures } = scene.desk.catalog;
  const catalog = { ...scene.desk.catalog, fixtures: () => ({ ...fixtures(), [scene.name]: rows }) };
  return serveIn({ ...scene, desk: { ...scene.desk, catalog } }, () => ({}));
});

const maskIn = ({ body }: Scene['call']): readonly string[] =>
  String(body['attributeMask'])
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

async function attributesProblem(at: AtPlace): Promise<Reply | undefined> {
  const { call, desk } = at.scene;
  const category = await categoryAt(at);
  const types = typesIn(desk).filter((type) => isFor(type, category));
  const sent = fieldsIn(call.body['attributes']);
  const missing = maskIn(call).find((name) => !types.some(({ parent }) => parent === name));
  if (missing !== undefined) return invalid('attributeMask', `Locations in this category do not support ${missing}.`);
  return firstOf(sent, (attribute, place) => {
    const type = types.find(({ parent }) => parent === attribute['name']);
    const here = `attributes.${place}`;
    return type === undefined
      ? invalid(`${here}.name`, `Locations in this category do not support ${String(attribute['name'])}.`)
      : attributeProblem(here, attribute, type);
  });
}

function attributeProblem(here: string, attribute: Fields, type: Fields): Reply | undefined {
  const { valueType = type['valueType'], values, repeatedEnumValue, uriValues } = attribute;
  if (valueType !== type['valueType'])
    return invalid(`${here}.valueType`, `The values of ${String(type['parent'])} are ${String(type['valueType'])}.`);
  return VALUES[String(valueType)]?.(here, { values, repeatedEnumValue, uriValues }, knownValues(type));
}

const knownValues = (type: Fields): readonly string[] =>
  fieldsIn(type['valueMetadata']).map(({ value }) => String(value));

/** By the type of an attribute, what judges its values. */
const VALUES: Readonly<
  Record<string, (here: string, attribute: Fields, known: readonly string[]) => Reply | undefined>
> = {
  BOOL: (here, { values }) =>
    isList(values) && values.length === 1 && typeof values[0] === 'boolean'
      ? undefined
      : invalid(`${here}.values`, 'This attribute must be true or false.'),
  ENUM: (here, { values }, known) =>
    isList(values) && values.length === 1 && known.includes(String(values[0]))
      ? undefined
      : invalid(`${here}.values`, `This attribute must be one of ${known.join(', ')}.`),
  REPEATED_ENUM: (here, { repeatedEnumValue }, known) => {
    const { setValues, unsetValues } = isFields(repeatedEnumValue) ? repeatedEnumValue : {};
    const unknown = [...textsIn(setValues), ...textsIn(unsetValues)].find((value) => !known.includes(value));
    if (isFields(repeatedEnumValue) && unknown === undefined) return undefined;
    return invalid(`${here}.repeatedEnumValue`, `The values of this attribute must be among ${known.join(', ')}.`);
  },
  URL: (here, { uriValues }) =>
    fieldsIn(uriValues).length === 0
      ? invalid(`${here}.uriValues`, 'This attribute must be a URL.')
      : firstOf(fieldsIn(uriValues), ({ uri }, at) => linkProblem(`${here}.uriValues.${at}.uri`, uri)),
};

/** An attribute that the mask names is set as it was sent, or removed; the others stay. */
const changeByMask: Follow = (changes, { call, desk }) => {
  const mask = maskIn(call);
  const sent = fieldsIn(call.body['attributes']).filter(({ name }) => mask.includes(String(name)));
  const values = sent.map((one) => ({
    ...one,
    valueType: typesIn(desk).find(({ parent }) => parent === one['name'])?.['valueType'],
  }));
  return {
    records: changes.flatMap(({ before, after }) => {
      if (before === undefined || after === undefined) return [];
      const others = fieldsIn(before.doc['attributes']).filter(({ name }) => !mask.includes(String(name)));
      return [{ ...after, doc: { ...after.doc, attributes: [...others, ...values] } }];
    }),
  };
};

/** Answers with all attributes of the location, not only those that were sent. */
const updateGoogleBusinessAttributes = atPlace(async (at) => {
  const refusal = await attributesProblem(at);
  if (refusal !== undefined) return refusal;
  const reply = await serveIn(at.scene, changeByMask);
  const record = await findRecord(at.scene, at.scene.desk.store.read);
  return { ...reply, body: { ...Object(reply.body), attributes: record?.doc['attributes'] } };
});

export const handlers: Readonly<Record<string, Handler>> = {
  getGmbAttributeMetadata,
  getGoogleBusinessAttributes: servedAtPlace(),
  updateGoogleBusinessAttributes,
};
