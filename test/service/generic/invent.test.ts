import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import type { Card, Schema } from '../../../src/kernel/card.ts';
import { problemsOf } from '../../../src/schema/problems.ts';
import type { Schemas } from '../../../src/schema/reference.ts';
import { invented, spotFor } from '../../../src/service/generic/invent.ts';
import type { Made } from '../../../src/service/generic/senses.ts';
import { TEST_NOW } from '../../support/service.ts';

const catalog = openCatalog('dist/cards');
const areas = [...new Set(Object.values(catalog.index().commands).map(({ area }) => area))];

const made = (seed: string): Made => ({
  seed,
  now: TEST_NOW,
  origin: 'http://localhost',
  days: ['2026-01-04', '2026-01-05'],
  metrics: ['views'],
});

const answersOf = ({ responses }: Card): readonly Schema[] =>
  Object.entries(responses).flatMap(([status, schema]) => (status.startsWith('2') && schema !== null ? [schema] : []));

describe.each(areas)('%s', (area) => {
  test('a value made up for any answer is right for it', () => {
    const { operations, schemas } = catalog.file(area);
    for (const card of operations) {
      for (const schema of answersOf(card)) {
        const value = JSON.parse(JSON.stringify(invented(schema, spotFor(card.id, made(card.id), schemas)))) as unknown;
        expect([card.id, problemsOf(schema, value, schemas)]).toEqual([card.id, []]);
      }
    }
  });
});

const invent = (schema: Schema, name: string, seed = 'one', schemas: Schemas = {}): unknown =>
  invented(schema, spotFor(name, made(seed), schemas));

test('the same place says the same, another says another thing', () => {
  const schema: Schema = { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } } };
  expect(invent(schema, 'page', 'one')).toEqual(invent(schema, 'page', 'one'));
  expect(invent(schema, 'page', 'one')).not.toEqual(invent(schema, 'page', 'two'));
});

test('bounds, words, forms and patterns are kept', () => {
  expect(invent({ type: 'integer', minimum: 7, maximum: 9 }, 'size')).toBeGreaterThanOrEqual(7);
  expect(invent({ type: 'integer', minimum: 7, maximum: 9 }, 'size')).toBeLessThanOrEqual(9);
  expect(invent({ type: 'string', maxLength: 3 }, 'name')).toHaveLength(3);
  expect(invent({ enum: ['rejected', 'approved'] }, 'status')).toBe('approved');
  expect(invent({ type: 'string', pattern: '^[0-9a-f]{24}$' }, 'owner')).toMatch(/^[0-9a-f]{24}$/);
  expect(invent({ type: 'string', format: 'uri' }, 'anything')).toMatch(/^https:/);
});

test('nothing tells of trouble', () => {
  const schema: Schema = {
    type: 'object',
    properties: {
      error: { type: 'string' },
      errors: { type: 'array', items: {} },
      declineReason: { type: ['string', 'null'] },
    },
  };
  expect(invent(schema, 'answer')).toEqual({ errors: [], declineReason: null });
});
