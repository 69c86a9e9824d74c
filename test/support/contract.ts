/** What another validator has against an answer: the contract's word, from outside. */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Catalog } from '../../src/catalog/catalog.ts';
import type { Card } from '../../src/kernel/card.ts';
import type { Schema } from '../../src/kernel/schema.ts';
import type { SeenAnswer } from './injected.ts';

const validators = new Map<string, ValidateFunction>();

/** The envelope of a refusal, which every operation may answer with whatever else it lists. */
const refusalIn = (catalog: Catalog): Schema | undefined => catalog.file('posts').schemas['ErrorResponse'];

/** The one refusal of the service that is a server's, and is no fault. */
const NOT_SIMULATED = 501;

/** The faults of an answer against the schema of its status, or null. An answer without a known body may say anything. */
export function complaintsAbout(
  catalog: Catalog,
  card: Card,
  { status, text }: Pick<SeenAnswer, 'status' | 'text'>,
): unknown {
  const { responses } = card;
  const own = responses[String(status)];
  const known = [own === undefined ? responses[status < 300 ? '2XX' : 'default'] : own];
  if ((status >= 400 && status < 500) || status === NOT_SIMULATED) known.push(refusalIn(catalog));
  const schema = known.find((one) => one !== undefined && one !== null);
  if (schema === undefined) return known.includes(null) || text === '' ? null : `no schema for ${String(status)}`;
  if (schema.format === 'binary') return null;
  const key = `${card.id} ${String(status)}`;
  const validate = validators.get(key) ?? compiled(catalog, card.area, schema);
  validators.set(key, validate);
  return validate(JSON.parse(text)) ? null : validate.errors;
}

/** One for all: its meta-schemas, and what the answers of an area share, are compiled once. Optimizing would cost more than it saves. */
const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: false, code: { optimize: false } });
addFormats.default(ajv);
for (const format of ['iana-zone', 'binary']) ajv.addFormat(format, true);

function compiled(catalog: Catalog, area: string, schema: Schema): ValidateFunction {
  const id = `svc:${area}`;
  if (ajv.getSchema(id) === undefined)
    ajv.addSchema({ $id: id, $defs: pointing(id, catalog.file(area).schemas) as Record<string, object> });
  return ajv.compile(pointing(id, schema));
}

/** The same schema with references to the schemas of an area by the area's id. */
const pointing = (id: string, schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/schemas/', `${id}#/$defs/`)) as object;
