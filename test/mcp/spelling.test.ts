/** One spelling for all arguments: every schema of every tool, and the way back to the API. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import type { Schema } from '../../src/kernel/schema.ts';
import { openToolbox } from '../../src/mcp/toolbox.ts';
import { snake, snakeSchema, snakeWords, wireValue } from '../../src/mcp/spelling.ts';

const catalog = openCatalog('dist/cards');
const toolbox = openToolbox(catalog);
const tools = catalog.operations().map(({ id }) => [id, toolbox.tool(id)] as const);

/** Names of fields at every depth. */
function namesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties = {} } = value as Schema;
  return [...Object.keys(properties), ...Object.values(value).flatMap(namesIn)];
}

test('every argument of every tool is in snake_case, at every depth', () => {
  expect(tools.every(([, tool]) => tool !== undefined)).toBe(true);
  for (const [id, tool] of tools) {
    const strange = namesIn(tool?.inputSchema()).filter((name) => !/^_?[a-z0-9]+(_[a-z0-9]+)*$/.test(name));
    expect(strange, id).toEqual([]);
  }
  for (const tool of toolbox.core)
    expect(namesIn(tool.inputSchema()).filter((name) => name !== snake(name))).toEqual([]);
});

test('what is required is there under the same name', () => {
  for (const [id, tool] of tools) {
    const { properties = {}, required = [] } = tool?.inputSchema() ?? {};
    expect(Object.keys(properties), id).toEqual(expect.arrayContaining([...required]));
  }
});

/** Every place where fields are named, with what it is put together of. */
function placesIn(schema: Schema, schemas: Readonly<Record<string, Schema>>): readonly (readonly string[])[] {
  const parts = [schema, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const names = parts.flatMap(({ properties = {} }) => Object.keys(properties));
  const below = Object.values(schema).flatMap((value: unknown) =>
    typeof value === 'object' && value !== null ? placesIn(value as Schema, schemas) : [],
  );
  return [names, ...below];
}

test('no two fields of one place become the same word', () => {
  for (const { id } of catalog.operations()) {
    const { card, schemas } = catalog.command(id);
    const params = card.params.map(({ name }) => name);
    const places = [card.body?.schema ?? {}, ...Object.values(schemas)].flatMap((one) => placesIn(one, schemas));
    for (const names of [...places, params]) {
      const distinct = new Set(names);
      expect(new Set([...distinct].map(snake)).size, `${id} ${[...distinct].join()}`).toBe(distinct.size);
    }
  }
});

describe('wireValue', () => {
  const schemas = {
    Target: {
      type: 'object',
      properties: { accountId: { type: 'string' }, platformData: { type: 'object', additionalProperties: true } },
      allOf: [{ if: {}, then: { properties: { platformData: { properties: { privacyLevel: {} } } } } }],
    },
  } satisfies Readonly<Record<string, Schema>>;
  const schema: Schema = {
    properties: { platforms: { type: 'array', items: { $ref: '#/schemas/Target' } }, redirect_url: {} },
  };

  test('spells fields as the API does, in lists, references and conditions', () => {
    const given = { platforms: [{ account_id: 'a', platform_data: { privacy_level: 'X' } }], redirect_url: 'u' };
    expect(wireValue(given, schema, schemas)).toEqual({
      platforms: [{ accountId: 'a', platformData: { privacyLevel: 'X' } }],
      redirect_url: 'u',
    });
  });

  test("leaves a caller's own keys alone", () => {
    const given = { platforms: [{ platform_data: { my_own: { some_key: 1 } } }], not_there: 1 };
    expect(wireValue(given, schema, schemas)).toEqual({
      platforms: [{ platformData: { my_own: { some_key: 1 } } }],
      not_there: 1,
    });
  });
});

test('descriptions name fields as the arguments do', () => {
  expect(snakeWords('Without an offset `scheduledFor` is read in `timezone`; `GET` stays.')).toBe(
    'Without an offset `scheduled_for` is read in `timezone`; `GET` stays.',
  );
  expect(snakeSchema({ properties: { aB: { description: 'Beside `cD`.' } }, required: ['aB'] })).toEqual({
    properties: { a_b: { description: 'Beside `c_d`.' } },
    required: ['a_b'],
  });
});
