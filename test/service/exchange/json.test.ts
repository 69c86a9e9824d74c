import { describe, expect, test } from 'vitest';
import { BOUNDS } from '../../../src/service/exchange/bounds.ts';
import { readJson } from '../../../src/service/exchange/json.ts';

const read = (text: string) => readJson(Buffer.from(text));

const refusal = (text: string): string => {
  const answer = read(text);
  return 'refusal' in answer ? String((answer.refusal.body as { error: string }).error) : 'taken';
};

const list = (length: number, entry = '1'): string => `[${Array.from({ length }, () => entry).join(',')}]`;
const object = (length: number): string => `{${Array.from({ length }, (_, at) => `"k${String(at)}":1`).join(',')}}`;

const MANY_ENTRIES = 'A list or object in the body has more than 10000 entries.';

describe('bounds', () => {
  test('a body is taken up to the bounds', () => {
    expect(refusal(list(BOUNDS.entries))).toBe('taken');
    expect(refusal(object(BOUNDS.entries))).toBe('taken');
    expect(refusal('['.repeat(BOUNDS.depth) + ']'.repeat(BOUNDS.depth))).toBe('taken');
    expect(refusal(list(9, list(9_999)))).toBe('taken');
  });

  test.each([
    ['a long list', list(BOUNDS.entries + 1), MANY_ENTRIES],
    ['many keys', object(BOUNDS.entries + 1), MANY_ENTRIES],
    ['a long list in another', `{"a":[${list(BOUNDS.entries + 1)}]}`, MANY_ENTRIES],
    ['deep nesting', '['.repeat(BOUNDS.depth + 1), 'The body is nested more than 100 levels deep.'],
    ['many values', list(11, list(9_999)), 'The body has more than 100000 values.'],
  ])('%s is refused with a sentence', (_case, text, sentence) => {
    expect(refusal(text)).toBe(sentence);
  });

  test('what is inside of a text does not count', () => {
    const text = `${'['.repeat(200)}${','.repeat(20_000)}\\"${'{'.repeat(200)}`;
    expect(read(JSON.stringify({ text }))).toEqual({ value: { text } });
    expect(refusal(`{"a\\\\":${list(BOUNDS.entries + 1)}}`)).toContain('entries');
  });

  test('text that is not JSON is refused as such', () => {
    for (const text of ['', '{', ']', ']]]', '"', '"\\"', '[1,]'])
      expect(refusal(text), text).toContain('not valid JSON');
  });
});
