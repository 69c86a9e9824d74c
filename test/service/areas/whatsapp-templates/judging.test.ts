/** What is refused before any review, and what a template of the library consists of. */
import { expect, test } from 'vitest';
import { componentsProblem, libraryComponents } from '../../../../src/service/areas/whatsapp-templates/judging.ts';
import { submitting } from './submitted.ts';

const body = (text = 'We are open.') => ({ type: 'body', text });

test.each([
  ['no body', [{ type: 'footer', text: 'Bye' }]],
  ['two bodies', [body(), body()]],
  ['a long body', [body('a'.repeat(1_025))]],
  ['a long header', [{ type: 'header', format: 'text', text: 'a'.repeat(61) }, body()]],
  ['two placeholders in the header', [{ type: 'header', format: 'text', text: '{{1}} {{2}}' }, body()]],
  ['a placeholder in the footer', [body(), { type: 'footer', text: '{{1}}' }]],
  ['a number that is left out', [body('{{1}} and {{3}}')]],
  ['a count from 0', [body('{{0}}')]],
  ['numbers beside names', [body('{{1}} and {{name}}')]],
  ['eleven buttons', [body(), { type: 'buttons', buttons: Array(11).fill({ type: 'quick_reply', text: 'Yes' }) }]],
  ['a long label', [body(), { type: 'buttons', buttons: [{ type: 'quick_reply', text: 'a'.repeat(26) }] }]],
])('WAP-03 a template with %s is not submitted', async (_what, components) => {
  const { submit, happened } = await submitting();
  expect(await submit({ components })).toMatchObject({ status: 400, body: { param: 'components' } });
  expect(await happened()).toEqual([]);
});

test('WAP-03 a change is judged like a new template', async () => {
  const { api, accountId, path, submitted, template } = await submitting();
  const id = await submitted();
  const changed = await api('PATCH', `${path}/id/${id}`, { body: { accountId, components: [body('{{2}}')] } });
  expect(changed).toMatchObject({ status: 400, body: { param: 'components' } });
  expect(await template(id)).toMatchObject({ components: [body()] });
});

test('a template of the library has the parts that it has there', async () => {
  const { submitted, submit, template } = await submitting();
  const inputs = [{ type: 'url', url: { base_url: 'https://example.com/{{1}}' } }];
  const copy = { components: undefined, library_template_name: 'delivery_update_1' };
  const id = await submitted({ ...copy, library_template_button_inputs: inputs });
  expect(await template(id)).toMatchObject({
    components: [
      { type: 'body', text: expect.stringContaining('{{3}}') as string },
      { type: 'buttons', buttons: [{ type: 'url', text: 'Follow the parcel', url: 'https://example.com/{{1}}' }] },
    ],
  });
  const unknown = await submit({ ...copy, name: 'other', library_template_name: 'nothing' });
  expect(unknown).toMatchObject({ status: 404, body: { param: 'library_template_name' } });
});

const buttons = (...texts: readonly string[]) => ({
  type: 'buttons',
  buttons: texts.map((text) => ({ type: 'quick_reply', text })),
});

test.each([
  ['a body of 1,024 characters', [body('a'.repeat(1_024))]],
  ['a header of 60 characters', [{ type: 'header', format: 'text', text: 'a'.repeat(60) }, body()]],
  ['a footer of 60 characters', [body(), { type: 'footer', text: 'a'.repeat(60) }]],
  ['one placeholder in the header', [{ type: 'header', format: 'text', text: 'For {{1}}' }, body()]],
  ['placeholders of the body beside a footer without any', [body('{{1}} and {{2}}'), { type: 'footer', text: 'Bye' }]],
  ['two placeholders in the body', [body('{{2}} and {{1}}')]],
  ['names as placeholders', [body('{{name}} and {{city}}')]],
  ['ten buttons', [body(), buttons(...Array<string>(10).fill('Yes'))]],
  ['a label of 25 characters', [body(), buttons('a'.repeat(25))]],
])('WAP-03 a template with %s is submitted', (_what, components) => {
  expect(componentsProblem(components)).toBeUndefined();
});

test('readings, "WhatsApp": a copy from the library leads where the caller says, and has a header where the library has one', () => {
  const row = {
    body: 'Hi',
    buttons: [
      { type: 'PHONE_NUMBER', text: 'Call' },
      { type: 'URL', text: 'Open' },
    ],
  };
  expect(libraryComponents(row, [{ phone_number: '+15550100300' }])).toEqual([
    { type: 'body', text: 'Hi' },
    {
      type: 'buttons',
      buttons: [
        { type: 'phone_number', text: 'Call', phone_number: '+15550100300' },
        { type: 'url', text: 'Open' },
      ],
    },
  ]);
  expect(libraryComponents({ body: 'Hi', header: 'News' }, undefined)).toEqual([
    { type: 'header', format: 'text', text: 'News' },
    { type: 'body', text: 'Hi' },
  ]);
});
