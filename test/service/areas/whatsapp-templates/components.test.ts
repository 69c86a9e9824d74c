/** Components of templates: their words in any case, and what is refused of them. */
import { expect, test } from 'vitest';
import { submitting } from './submitted.ts';

const BUTTONS = { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Yes' }] };

test('WAP-03 words of the platform are taken in capitals and read in lower case', async () => {
  const { submitted, template, api, path, accountId } = await submitting();
  const card = { components: [{ type: 'BODY', text: 'One' }, BUTTONS] };
  const components = [
    { type: 'HEADER', format: 'TEXT', text: 'News' },
    { type: 'BODY', text: 'We are open.' },
    BUTTONS,
    { type: 'CAROUSEL', cards: [card, card] },
  ];
  const id = await submitted({ components });
  const buttons = { type: 'buttons', buttons: [{ type: 'quick_reply', text: 'Yes' }] };
  const read = { components: [{ type: 'body', text: 'One' }, buttons] };
  expect((await template(id))?.['components']).toEqual([
    { type: 'header', format: 'text', text: 'News' },
    { type: 'body', text: 'We are open.' },
    buttons,
    { type: 'carousel', cards: [read, read] },
  ]);
  await api('PATCH', `${path}/id/${id}`, { body: { accountId, components: [{ type: 'BODY', text: 'Closed.' }] } });
  expect((await template(id))?.['components']).toEqual([{ type: 'body', text: 'Closed.' }]);
});

test('a component of a kind that templates do not have is refused with those that they have', async () => {
  const { submit } = await submitting();
  const { status, body } = await submit({ components: [{ type: 'bodyy', text: 'We are open.' }] });
  expect([status, body['error']]).toEqual([
    400,
    'components.0.type must be one of header, body, footer, buttons, carousel, limited_time_offer.',
  ]);
});
