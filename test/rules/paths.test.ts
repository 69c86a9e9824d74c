/** No word of an address decides anything in the service: what an operation is, its card says. */
import { expect, test } from 'vitest';
import { serviceSources } from '../support/service-sources.ts';

/** Files outside http/ that take an address apart, each with its reason. None is added here. */
const TAKING_APART: Readonly<Record<string, string>> = {
  'faults/faults.ts': 'a user matches requests by globs of their own',
};

const TEXT_METHODS = 'startsWith|endsWith|includes|indexOf|lastIndexOf|match|matchAll|split|search|replace|replaceAll';

/** `card.path.startsWith(…)`, `/…/.test(path)`, `path === '/…'`. */
const PATTERNS: readonly RegExp[] = [
  new RegExp(String.raw`\bpath\??\.(?:${TEXT_METHODS})\(`),
  /\.(?:test|exec)\(\s*(?:[\w.]+\.)?path\s*\)/,
  /\bpath\s*[!=]==\s*['"`]/,
];

const asLiteral = (text: string): boolean => /['"`][^'"`\n]*\/v1\b|\\\/v1\b|\}\/v1\b/.test(text);
const takesApart = (text: string): boolean => PATTERNS.some((pattern) => pattern.test(text));

test.each([
  ["const isAd = ({ path }: Card) => path.startsWith('/v1/ads');", true, true],
  ['const isAd = ({ path }: Card) => /\\/insights\\b/.test(path);', false, true],
  ["if (call.card.path.includes('/whatsapp/')) return 'whatsapp';", false, true],
  ["if (card.path === '/v1/posts') return true;", true, true],
  ['const url = `${origin}/v1/posts`;', true, false],
  ['const ADS = /^\\/v1\\/ads/;', true, false],
  ["if (call.card.id === 'createPost') return path['postId'];", false, false],
])('the scan sees %s', (line, isLiteral, isApart) => {
  expect([asLiteral(line), takesApart(line)]).toEqual([isLiteral, isApart]);
});

test('no literal of an address stands in the service outside http/', async () => {
  const found = [...(await serviceSources())].filter(([, text]) => asLiteral(text)).map(([file]) => file);
  expect(found).toEqual([]);
});

test('no expression is tested on an address outside http/, but for the files that are listed', async () => {
  const found = [...(await serviceSources())].filter(([, text]) => takesApart(text)).map(([file]) => file);
  expect(found.filter((file) => !Object.hasOwn(TAKING_APART, file))).toEqual([]);
});

test('the list of those that do names no file that does not', async () => {
  const texts = await serviceSources();
  const stale = Object.keys(TAKING_APART).filter((file) => texts.has(file) && !takesApart(texts.get(file) ?? ''));
  expect(stale).toEqual([]);
});
