/** No spelling of a field, a parameter, an event, a kind or an operation decides anything in the service: what they mean is declared. */
import { expect, test } from 'vitest';
import { serviceSources } from '../support/service-sources.ts';

/** Files outside http/ that take a name apart, each with its reason. The list may only shrink. */
const TAKING_APART: Readonly<Record<string, string>> = {
  'areas/ads/reports/spans.ts': 'a preset of the ad network has its number of days in it, as callers send it',
  'areas/discord/settings.ts': 'the name that a caller gives the bot',
  'areas/sign-in/client.ts': 'the name that a client gives itself',
  'corridor/decode.ts': 'the media type of a request',
  'corridor/fault.ts': 'a header of a reply that a user made up',
};

const TEXT_METHODS = 'startsWith|endsWith|indexOf|lastIndexOf|match|matchAll|split|search|replace|replaceAll';

/** What code calls the name of something that the contract declares. */
const NAMES =
  'name|field|type|kind|event|platform|operation|operationId|card\\.id|param|parameter|property|column|dimension|metric';

/** `event.type.startsWith(…)`, `EMPTY.test(name)`, `/^date_/.exec(field)`. */
const PATTERNS: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:${NAMES})\??\.(?:${TEXT_METHODS})\(`),
  new RegExp(String.raw`\.(?:test|exec)\(\s*(?:[\w.?]+\.)?(?:${NAMES})\s*\)`),
];

const takesApart = (text: string): boolean => PATTERNS.some((pattern) => pattern.test(text));

test.each([
  ['KINDS.find(([prefix]) => event.type.startsWith(prefix))', true],
  ['Object.hasOwn(FIGURES, name) || EMPTY.test(name)', true],
  ["status: /failed|disconnected/.test(event.type) ? 'failed' : 'success'", true],
  ["doc.platform.endsWith('ads')", true],
  ["if (call.card.id.startsWith('list')) return page;", true],
  ['text.startsWith(words)', false],
  ['TYPES.includes(event.type)', false],
  ['/^\\d+$/.test(value)', false],
])('the scan sees %s', (line, isApart) => {
  expect(takesApart(line)).toBe(isApart);
});

test('no name is taken apart in the service outside http/, but in the files that are listed', async () => {
  const found = [...(await serviceSources())].filter(([, text]) => takesApart(text)).map(([file]) => file);
  expect(found.filter((file) => !Object.hasOwn(TAKING_APART, file))).toEqual([]);
});

test('the list names no file that takes no name apart', async () => {
  const texts = await serviceSources();
  const stale = Object.keys(TAKING_APART).filter((file) => !takesApart(texts.get(file) ?? ''));
  expect(stale).toEqual([]);
});
