/** What is refused before any review, and what a template of the library consists of. */
import { expect, test } from 'vitest';
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
