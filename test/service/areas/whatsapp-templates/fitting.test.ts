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

const GREETING = { type: 'header', format: 'text', text: 'For {{1}}' };
const PLACE = { type: 'header', format: 'location' };
const place = (location: object) => header({ type: 'location', location });
const words = (value: string) => ({ type: 'text', text: value });

test.each([
  ['a text for a header', [GREETING], [header(words('Ana'))]],
  ['nothing where the header takes nothing', [{ type: 'header', format: 'text', text: 'Sale' }], []],
  ['a file by its `url`', [IMAGE], [header({ type: 'image', image: { url: 'https://example.com/a.png' } })]],
])('INB-35 %s fits', (_what, parts, sent) => {
  expect(misfit(parts, sent)).toBeUndefined();
});

test.each([
  ['an empty text for a header', [GREETING], [header(words(''))], 'takes text: as text'],
  ['a place without a longitude', [PLACE], [place({ latitude: 1 })], 'or as coordinates'],
  ['a place without a latitude', [PLACE], [place({ longitude: 1 })], 'or as coordinates'],
  ['a file that is not described', [IMAGE], [header({ type: 'image' })], 'or as coordinates'],
  ['nothing for a file', [IMAGE], [], 'takes image, but nothing was sent'],
  [
    'a text where nothing is taken',
    [{ type: 'header', text: 'Sale' }],
    [header(words('x'))],
    'takes nothing, but text was sent',
  ],
  [
    'a second file',
    [IMAGE],
    [header({ type: 'image', image: { id: '1' } }, { type: 'image', image: { id: '2' } })],
    'image, image was sent',
  ],
])('INB-35 %s is refused, and the refusal says what the header takes', (_what, parts, sent, sentence) => {
  const refusal = misfit(parts, sent);
  expect(refusal).toMatchObject({ status: 400, body: { code: 'INVALID_TEMPLATE_HEADER' } });
  expect(JSON.stringify(refusal?.body)).toContain(sentence);
});

const buttons = (...all: readonly object[]) => [{ type: 'buttons', buttons: all }];
const value = (index: number, sub_type: string) => ({ type: 'button', index, sub_type, parameters: [words('x')] });
const PLAIN_URL = { type: 'url', url: 'https://example.com' };
const FILLED_URL = { type: 'url', url: 'https://example.com/{{1}}' };
const COPY = { type: 'copy_code' };
const CODE = { type: 'otp' };
const ANSWER = { type: 'quick_reply' };
const FLOW = { type: 'flow' };

test.each([
  ['no value for an address without a place', buttons(PLAIN_URL), []],
  ['a value for an address with a place', buttons(FILLED_URL), [value(0, 'url')]],
  ['a value by the place of its button', buttons(PLAIN_URL, FILLED_URL), [value(1, 'URL')]],
  ['a code to copy', buttons(COPY), [value(0, 'copy_code')]],
  ['a code to sign in with', buttons(CODE), [value(0, 'url')]],
  ['an answer without a value', buttons(ANSWER), []],
  ['an answer with one', buttons(ANSWER), [value(0, 'quick_reply')]],
  ['a flow with one', buttons(FLOW), [value(0, 'flow')]],
])('INB-35 %s fits the buttons', (_what, parts, sent) => {
  expect(misfit(parts, sent)).toBeUndefined();
});

test.each([
  [
    'no value for an address with a place',
    buttons(FILLED_URL),
    [],
    'Button 0 of the template needs a value of the type url',
  ],
  ['a value for the button before it', buttons(PLAIN_URL, FILLED_URL), [value(0, 'url')], 'Button 1'],
  [
    'a value for an address without a place',
    buttons(PLAIN_URL),
    [value(0, 'url')],
    'no button 0 that takes a value of the type url',
  ],
  ['an address for a code to copy', buttons(COPY), [value(0, 'url')], 'a value of the type copy_code'],
  ['no code to sign in with', buttons(CODE), [], 'a value of the type url'],
  ['a value for a button that is not there', buttons(ANSWER), [value(1, 'quick_reply')], 'no button 1'],
  ['a value for an answer at a flow', buttons(FLOW), [value(0, 'quick_reply')], 'of the type quick_reply'],
  ['a value for a call', buttons({ type: 'phone_number' }), [value(0, 'phone_number')], 'no button 0'],
])('INB-35 %s is refused, and the refusal names the button', (_what, parts, sent, sentence) => {
  const refusal = misfit(parts, sent);
  expect(refusal).toMatchObject({ status: 400, body: { code: 'INVALID_TEMPLATE_BUTTON_PARAM' } });
  expect(JSON.stringify(refusal?.body)).toContain(sentence);
});

const CAROUSEL = [1, 2].map(() => ({ components: [{ type: 'body', text: 'For {{1}}' }] }));
const carousel = (cards: readonly object[]) => [{ type: 'carousel', cards }];
const card = (card_index: number) => ({ card_index, components: [body(words('Ana'))] });

test('INB-35 each card gets its values, by its place', () => {
  expect(misfit(carousel(CAROUSEL), carousel([card(1), card(0)]))).toBeUndefined();
});

test.each([
  ['a card too few', CAROUSEL, [card(0)], '2 cards; the values for card 0 '],
  ['the values of one card twice', CAROUSEL, [card(0), card(0)], 'card 1 '],
  ['a card without its value', CAROUSEL, [{ ...card(0), components: [] }, card(1)], 'card 0 '],
  ['a card where there is none', [], [card(0)], '0 cards'],
])('INB-35 %s is refused', (_what, parts, sent, sentence) => {
  const refusal = misfit(carousel(parts), carousel(sent));
  expect(refusal).toMatchObject({ status: 400, body: { code: 'INVALID_TEMPLATE_CARD_PARAM' } });
  expect(JSON.stringify(refusal?.body)).toContain(sentence);
});
