/** What another validator has against an answer: the contract's word, from outside. */
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Catalog } from '../../src/catalog/catalog.ts';
import type { Card, Schema } from '../../src/kernel/card.ts';
import type { SeenAnswer } from './injected.ts';

const validators = new Map<string, ValidateFunction>();

/** The envelope of a refusal, which every operation may answer with whatever else it lists. */
const refusalIn = (catalog: Catalog): Schema | undefined => catalog.file('posts').schemas['ErrorResponse'];

/** The faults of an answer against the schema of its status, or null. An answer without a known body may say anything. */
export function complaintsAbout(
  catalog: Catalog,
  card: Card,
  { status, text }: Pick<SeenAnswer, 'status' | 'text'>,
): unknown {
  const { responses } = card;
  const known = [responses[String(status)], responses[status < 300 ? '2XX' : 'default']];
  if (status >= 400 && status < 500) known.push(refusalIn(catalog));
  const schema = known.find((one) => one !== undefined && one !== null);
  if (schema === undefined) return known.includes(null) || text === '' ? null : `no schema for ${String(status)}`;
  if (schema.format === 'binary') return null;
  const key = `${card.id} ${String(status)}`;
  const validate = validators.get(key) ?? compiled({ ...schema, $defs: catalog.file(card.area).schemas });
  validators.set(key, validate);
  return validate(JSON.parse(text)) ? null : validate.errors;
}

function compiled(schema: object): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: false });
  addFormats.default(ajv);
  for (const format of ['iana-zone', 'binary']) ajv.addFormat(format, true);
  return ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('#/schemas/', '#/$defs/')) as object);
}
