/** Which texts an automation answers: by its keywords, with one slip, without excluding words; and whose posts it watches. */
import { expect, test } from 'vitest';
import { isWatched, matchOf } from '../../../../src/service/areas/automations/matching.ts';
import type { AutomationRecord } from '../../../../src/service/areas/automations/record.ts';

const automation = (more: object): AutomationRecord =>
  ({ doc: { keywords: [], excludeKeywords: [], matchMode: 'contains', ...more } }) as unknown as AutomationRecord;

// prettier-ignore
test.each<[mode: string, keyword: string, text: string, isAnswered: boolean]>([
  ['contains', 'price',   'What a PRICELESS day', true],
  ['contains', ' Price ', 'the price?',           true],
  ['contains', 'price',   'What does it cost?',   false],
  ['word',     'price',   'Price, please',        true],
  ['word',     'price',   'priceless',            false],
  ['word',     'größe',   'Welche Größe?',        true],
  ['exact',    'price',   '  Price ',             true],
  ['exact',    'price',   'price?',               false],
])('readings, "Comment automations": %s %j in %j: %s', (matchMode, keyword, text, isAnswered) => {
  expect(matchOf(automation({ matchMode, keywords: [keyword] }), text)).toBe(isAnswered ? 'answered' : 'missed');
});

test('readings, "Comment automations": one without keywords answers everything, and any of several is enough', () => {
  expect(matchOf(automation({}), 'Nice')).toBe('answered');
  expect(matchOf(automation({ keywords: ['price', 'cost'] }), 'The cost?')).toBe('answered');
});

// prettier-ignore
test.each<[word: string, isAnswered: boolean]>([
  ['price',   true],
  ['prce',    true],
  ['pricee',  true],
  ['xprice',  true],
  ['prize',   true],
  ['pirce',   true],
  ['priec',   true],
  ['rpice',   true],
  ['prcie',   true],
  ['pirec',   false],
  ['prizes',  false],
  ['prie',    true],
  ['pr',      false],
  ['prixx',   false],
  ['epric',   false],
  ['pciie',   false],
])('readings, "Comment automations": with one slip forgiven, %s is taken for price: %s', (word, isAnswered) => {
  const forgiving = automation({ matchMode: 'word', keywords: ['price'], typoTolerance: true });
  expect(matchOf(forgiving, `The ${word}!`)).toBe(isAnswered ? 'answered' : 'missed');
  const strict = automation({ matchMode: 'word', keywords: ['price'] });
  expect(matchOf(strict, `The ${word}!`)).toBe(word === 'price' ? 'answered' : 'missed');
});

test('readings, "Comment automations": no slip is forgiven in keywords of fewer than four letters', () => {
  const forgiving = (keyword: string) => automation({ matchMode: 'word', keywords: [keyword], typoTolerance: true });
  expect(matchOf(forgiving('buy'), 'bay')).toBe('missed');
  expect(matchOf(forgiving('cost'), 'cast')).toBe('answered');
});

test('readings, "Comment automations": a slip in the whole text counts where the whole text is compared', () => {
  const whole = automation({ matchMode: 'exact', keywords: ['price list'], typoTolerance: true });
  expect(matchOf(whole, 'price lst')).toBe('answered');
  expect(matchOf(whole, 'the price list')).toBe('missed');
});

test('readings, "Comment automations": an excluding word wins over keywords, and is named', () => {
  const picky = automation({ keywords: ['price'], excludeKeywords: ['Spam', 'cheap'] });
  expect(matchOf(picky, 'price of SPAM')).toEqual({ excludedBy: 'Spam' });
  expect(matchOf(picky, 'spam')).toBe('missed');
  expect(matchOf(automation({ excludeKeywords: ['spam'], typoTolerance: true, matchMode: 'word' }), 'spom')).toBe(
    'answered',
  );
});

test.each([
  [{}, ['1'], true],
  [{ postId: '1' }, ['1', '2'], true],
  [{ platformPostId: '2' }, ['1', '2'], true],
  [{ postId: '3', platformPostId: '2' }, ['2'], true],
  [{ postId: '3' }, ['1'], false],
  [{ platformPostId: '3' }, [], false],
])('readings, "Comment automations": one with %j watches %j: %s', (doc, posts, isSeen) => {
  expect(isWatched(automation(doc), posts)).toBe(isSeen);
});
