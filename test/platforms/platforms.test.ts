/** The table of platforms beside the contract: every word for a platform has a row, and every row is a word of the contract. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { limitsOf, offers, PLATFORMS, POSTING_PLATFORMS, traitsOf, upstreamOf } from '../../src/platforms/platforms.ts';

const CONTRACT = join(import.meta.dirname, '..', '..', 'src', 'contract');

/** Enums of the contract about platforms: schemas so named, and every field or parameter called `platform`. */
function wordsIn(node: unknown, name = ''): string[] {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap((one) => wordsIn(one, name));
  const { enum: choices, const: only, items, in: place, name: parameter, schema } = node as Record<string, unknown>;
  const own = /^platforms?$|[a-z]Platform$/.test(name) ? [choices, only, Object(items).enum].flat().filter(isWord) : [];
  const named = typeof place === 'string' ? wordsIn(schema, String(parameter)) : [];
  return [...own, ...named, ...Object.entries(node).flatMap(([key, value]) => wordsIn(value, key))];
}

const isWord = (value: unknown): value is string => typeof value === 'string';

const contract = readdirSync(CONTRACT)
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => parse(readFileSync(join(CONTRACT, file), 'utf8')) as Record<string, unknown>);

const words = new Set(contract.flatMap((document) => wordsIn(document)));

/** Words of filters that stand for no platform. */
const ANY = ['all'];

test('every word of the contract for a platform has a row, or is the ad name of one', () => {
  const adNames = Object.values(PLATFORMS).flatMap((row) => row.adNames ?? []);
  const known = [...Object.keys(PLATFORMS), ...adNames, ...ANY];
  expect(words.size).toBeGreaterThan(25);
  expect([...words].filter((word) => !known.includes(word))).toEqual([]);
});

test('every row and every ad name is a word of the contract', () => {
  const all = Object.entries(PLATFORMS).flatMap(([name, { adNames = [] }]) => [name, ...adNames]);
  expect(all.filter((name) => !words.has(name))).toEqual([]);
});

test('PLT-01 posts go to the platforms of the contract and to no other', () => {
  const schemas = contract.flatMap(({ components }) => Object.entries(Object(Object(components).schemas) as object));
  const { enum: targets = [] } = Object(Object.fromEntries(schemas)['PostPlatform']) as { enum?: string[] };
  expect([...POSTING_PLATFORMS].sort()).toEqual([...targets].sort());
});

test('whatever takes posts has limits', () => {
  expect(POSTING_PLATFORMS.filter((name) => limitsOf(name) === undefined)).toEqual([]);
});

test.each(['myspace', 'toString', '__proto__', ''])('%j names no platform, and nothing is special about it', (word) => {
  expect(traitsOf(word)).toEqual({});
  expect(offers(word, 'videos')).toBe(false);
  expect(upstreamOf(word)).toBe(word);
});

test.each([
  ['twitter', 'x'],
  ['instagram', 'meta'],
  ['linkedin', 'linkedin'],
  ['googleads', 'google'],
  ['sms', 'carrier'],
])('ERR-09 errors name the company behind %s %s', (platform, company) => {
  expect(upstreamOf(platform)).toBe(company);
});
