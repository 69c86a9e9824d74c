/** Drawings of platforms: each has one, and no two are alike. */
import { expect, test } from 'vitest';
import { glyphOf } from '../../src/platforms/glyphs.ts';
import { PLATFORMS } from '../../src/platforms/platforms.ts';

const NAMES = Object.entries(PLATFORMS).flatMap(([name, { adNames = [] }]) => [name, ...adNames]);

test('every platform, and every name that ads have for one, has a drawing', () => {
  expect(NAMES.filter((name) => glyphOf(name) === undefined)).toEqual([]);
});

test('no two platforms are drawn alike', () => {
  const drawn = Object.keys(PLATFORMS).map((name) => JSON.stringify(glyphOf(name)));
  expect(new Set(drawn).size).toBe(drawn.length);
});

test('ads on a platform have its drawing in a frame', () => {
  expect(glyphOf('tiktokads')).toEqual({ path: glyphOf('tiktok')?.path, isAd: true });
  expect(glyphOf('tiktok')?.isAd).toBe(false);
});

test.each(['myspace', 'toString', '__proto__', ''])('%j has none', (word) => {
  expect(glyphOf(word)).toBeUndefined();
});
