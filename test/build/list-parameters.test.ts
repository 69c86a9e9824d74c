/** Every parameter of a list says what it means, and every 404 of a kind is one of the catalogue. */
import { describe, expect, test } from 'vitest';
import { pressCards } from '../../src/build/press.ts';
import { auditOwnParameters } from '../../src/build/list-parameters.ts';
import { missingModule } from '../../src/build/missing.ts';
import { collectRefusals } from '../../src/build/refusal.ts';
import { FIXTURE, fixtureWith } from './fixture.ts';

const COLOUR = '{ name: colour, in: query';
const EFFECT = 'list: . }';

describe('the press refuses', () => {
  // prettier-ignore
  const faults: readonly (readonly [what: string, file: string, from: string, to: string, sentence: string])[] = [
    ['a parameter that is no field and is not explained', 'things.yaml', COLOUR, '{ name: shade, in: query', 'things.yaml listThings: shade is no field of thing; say under query in x-svc-effect what the parameter shade means: the field that it filters by, or one of $from, $to, $search, $sort, $direction, $own, $unused'],
    ['a parameter that is explained by a field which is not there', 'things.yaml', EFFECT, 'list: ., query: { colour: shade } }', 'things.yaml listThings: shade is no field of thing'],
    ['an explanation that is no word', 'things.yaml', EFFECT, 'list: ., query: { colour: $find } }', 'things.yaml listThings: x-svc-effect.query.colour says $find; the words are $from,'],
    ['an explanation of no parameter', 'things.yaml', EFFECT, 'list: ., query: { size: $search } }', 'things.yaml listThings: x-svc-effect.query explains size, which is no query parameter of it'],
    ['a code of a kind that is no 404', 'kinds/things.yaml', '  names: [thingId]', '  names: [thingId]\n  missing: invalid_field_value', 'kinds/things.yaml: the kind thing is missing with invalid_field_value, which is no 404 of src/kernel/errors.ts'],
  ];

  test.each(faults)('%s', async (_what, ...rest) => {
    const [file, from, to, sentence] = rest;
    await expect(pressCards(await fixtureWith(file, from, to))).rejects.toThrow(sentence);
  });

  test('a parameter that only a function could read, where there is none', async () => {
    const folder = await fixtureWith('things.yaml', EFFECT, 'list: ., query: { colour: $own } }');
    const { compiled } = await pressCards(folder);
    const sentencesFor = (functions: readonly string[]) => {
      const { refuse, sentences } = collectRefusals();
      auditOwnParameters(compiled, { functions: new Set(functions) }, refuse);
      return sentences;
    };
    expect(sentencesFor(['listThings'])).toEqual([]);
    expect(sentencesFor([])).toEqual([
      'things.yaml listThings: leaves colour to a function, but has none; say what else it means under query in x-svc-effect',
    ]);
  });
});

test('a field by another name, and the words of a list, need no field of that name', async () => {
  const folder = await fixtureWith('things.yaml', COLOUR, '{ name: shade, in: query');
  await expect(pressCards(folder)).rejects.toThrow('shade');
  const explained = await fixtureWith('things.yaml', EFFECT, 'list: ., query: { colour: name } }');
  await expect(pressCards(explained)).resolves.toBeDefined();
});

test('the code of what is not there comes from its kind', async () => {
  const { compiled } = await pressCards(FIXTURE);
  const kinds = { ...compiled.service.kinds, box: { ...compiled.service.kinds['box'], missing: 'ad_not_found' } };
  expect(missingModule({ ...compiled.service, kinds: kinds as typeof compiled.service.kinds })).toContain(
    'MISSING = {"box":"ad_not_found"} as const',
  );
});
