/** Another validator must come to the same verdict about every schema of the contract and about made-up ones. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CardFile } from '../../src/kernel/card.ts';
import type { Schema } from '../../src/kernel/schema.ts';
import { problemsOf } from '../../src/schema/problems.ts';
import { pruned } from '../../src/schema/unknown.ts';
import { ROOT } from '../support/process.ts';

const CARDS = join(ROOT, 'dist', 'cards');
const parts = (await readdir(CARDS)).filter((name) => name.endsWith('.json'));
const read = await Promise.all(
  parts.map(async (name) => JSON.parse(await readFile(join(CARDS, name), 'utf8')) as Partial<CardFile>),
);
const files = read.filter((part): part is CardFile => part.operations !== undefined && part.schemas !== undefined);

/** Formats are compared elsewhere; here they hold nothing back. */
function oracle(schemas: Record<string, Schema> | CardFile['schemas']) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
  ajv.addSchema({ $id: 'https://cards/', schemas });
  return (schema: Schema) =>
    ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/schemas/', '"https://cards/#/schemas/')) as object);
}

const leaf = fc.oneof(
  fc.constantFrom('draft', 'scheduled', 'twitter', '64f0a1b2c3d4e5f601234567', '2026-12-01T09:00:00Z', ''),
  fc.integer({ min: -5, max: 300 }),
  fc.boolean(),
  fc.constant(null),
);

/** Values that are mostly right: the schema's own keys, with values of the right and of wrong types. */
function near(schema: Schema, schemas: CardFile['schemas'], depth = 3): fc.Arbitrary<unknown> {
  const here = schema.$ref === undefined ? schema : (schemas[schema.$ref.replace('#/schemas/', '')] as Schema);
  if (depth === 0) return leaf;
  const forms = [...(here.anyOf ?? []), ...(here.oneOf ?? [])];
  if (forms.length > 0) return fc.oneof(...forms.map((form) => near(form, schemas, depth - 1)), leaf);
  if (here.enum) return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...here.enum) }, leaf);
  if (here.items)
    return fc.oneof({ weight: 5, arbitrary: fc.array(near(here.items, schemas, depth - 1), { maxLength: 2 }) }, leaf);
  if (!here.properties) return leaf;
  const parts = Object.entries(here.properties).map(([key, one]) => [key, near(one, schemas, depth - 1)] as const);
  const record = fc.record(Object.fromEntries(parts), { requiredKeys: [] });
  return fc.oneof({ weight: 9, arbitrary: record }, leaf);
}

test.each(files.map((file) => [file.area, file] as const))('every body and answer of %s', (_area, file) => {
  const compile = oracle(file.schemas);
  const bodies = file.operations.flatMap(({ body, responses }) => [body?.schema, ...Object.values(responses)]);
  const all = [...Object.values(file.schemas), ...bodies.filter((schema) => schema !== undefined && schema !== null)];
  for (const schema of all) {
    const validate = compile(schema);
    fc.assert(
      fc.property(near(schema, file.schemas), (value) => {
        const faults = problemsOf(schema, value, file.schemas).filter(({ sentence }) => !isFormat(sentence));
        expect(faults.length === 0).toBe(validate(value));
      }),
      { numRuns: 15, seed: 2 },
    );
  }
});

const isFormat = (sentence: string): boolean =>
  /must be (a time|a date|an absolute URL|a UUID|an IANA|a valid)/.test(sentence);

test('what is pruned has nothing left to prune, and keeps what was right', () => {
  const file = files.find(({ area }) => area === 'posts') as CardFile;
  const schema = file.operations.find(({ id }) => id === 'createPost')?.body?.schema as Schema;
  fc.assert(
    fc.property(near(schema, file.schemas), (value) => {
      const once = pruned(schema, value, file.schemas);
      expect(pruned(schema, once.value, file.schemas).unknown).toEqual([]);
      expect(once.unknown).toEqual([]);
      expect(once.value).toBe(value);
    }),
    { numRuns: 100, seed: 2 },
  );
});
