/** Values of a message beside the places of its template. */
import { expect, test } from 'vitest';
import { misfit } from '../../../../src/service/areas/whatsapp-templates/fitting.ts';

const BODY = { type: 'body', text: 'Hi {{name}}, it is {{amount}}.' };
const IMAGE = { type: 'header', format: 'image' };

const text = (parameter_name: string, value: string) => ({ type: 'text', parameter_name, text: value });
const amount = (currency: object) => ({ type: 'currency', parameter_name: 'amount', currency });
const body = (...parameters: readonly object[]) => ({ type: 'body', parameters });
const header = (...parameters: readonly object[]) => ({ type: 'header', parameters });

const NAME = text('name', 'Ana');

test.each([
  ['texts and amounts', [BODY], [body(NAME, amount({ fallback_value: '5 EUR' }))]],
  ['a file by its address', [IMAGE], [header({ type: 'image', image: { link: 'https://example.com/a.png' } })]],
  ['a file by its id', [IMAGE], [header({ type: 'IMAGE', IMAGE: { id: '1' }, image: { id: '1' } })]],
  [
    'a place',
    [{ type: 'header', format: 'location' }],
    [header({ type: 'location', location: { latitude: 1, longitude: 2 } })],
  ],
])('INB-35 %s fit', (_what, parts, sent) => {
  expect(misfit(parts, sent)).toBeUndefined();
});

test.each([
  ['a value too few', [BODY], [body(NAME)], 'INVALID_TEMPLATE_PARAMS'],
  ['an empty text', [BODY], [body(NAME, text('amount', ''))], 'INVALID_TEMPLATE_PARAMS'],
  ['a picture in the text', [BODY], [body(NAME, { type: 'image', image: { id: '1' } })], 'INVALID_TEMPLATE_PARAMS'],
  ['an amount without words', [BODY], [body(NAME, amount({ code: 'EUR' }))], 'INVALID_TEMPLATE_PARAMS'],
  ['a name that the text does not have', [BODY], [body(NAME, text('price', '5'))], 'INVALID_TEMPLATE_PARAMS'],
  ['no file', [IMAGE], [], 'INVALID_TEMPLATE_HEADER'],
  ['a file without an address', [IMAGE], [header({ type: 'image', image: {} })], 'INVALID_TEMPLATE_HEADER'],
  ['a video for an image', [IMAGE], [header({ type: 'video', video: { id: '1' } })], 'INVALID_TEMPLATE_HEADER'],
])('INB-35 %s is refused', (_what, parts, sent, code) => {
  expect(misfit(parts, sent)).toMatchObject({ status: 400, body: { code } });
});
