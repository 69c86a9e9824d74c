/** What each component of a UI skill shows, and what leaves the answer without it. */
import { expect, test } from 'vitest';
import { elementOf } from '../../../../src/service/areas/business-agent/elements.ts';

const TEXT = 'Every day from 9 to 18.';

const shown = (component_type: string, instruction: string, more: object = {}, text = TEXT) =>
  elementOf({ component_type, instruction, ...more } as Parameters<typeof elementOf>[0], text);

test('buttons are the quoted words', () => {
  expect(shown('interactive_reply_buttons', 'Offer “Yes” and "No".')).toEqual({
    parts: {
      buttons: [
        { type: 'postback', title: 'Yes', payload: 'Yes' },
        { type: 'postback', title: 'No', payload: 'No' },
      ],
    },
    replies: ['Yes', 'No'],
  });
});

test('rows of a list are the quoted words, and its title opens it', () => {
  expect(shown('interactive_list', 'Show "Main Street" and "Harbour".', { title: 'Shops' })).toEqual({
    parts: {
      interactive: {
        type: 'list',
        body: { text: TEXT },
        action: {
          button: 'Shops',
          sections: [
            {
              rows: [
                { id: 'Main Street', title: 'Main Street' },
                { id: 'Harbour', title: 'Harbour' },
              ],
            },
          ],
        },
      },
    },
    replies: ['Main Street', 'Harbour'],
  });
});

test('a link has the first address, and the quoted words or the title on its button', () => {
  const link = (display_text: string) => ({
    parts: {
      interactive: {
        type: 'cta_url',
        body: { text: TEXT },
        action: { name: 'cta_url', parameters: { display_text, url: 'https://example.com/hours' } },
      },
    },
  });
  expect(shown('cta_url', 'Link "All hours" to https://example.com/hours.')).toEqual(link('All hours'));
  expect(shown('cta_url', 'Link to https://example.com/hours', { title: 'Hours' })).toEqual(link('Hours'));
});

test('an image is the first address, and a place is its coordinates', () => {
  expect(shown('image', 'Show https://example.com/shop.jpg, please')).toEqual({
    attachments: [{ type: 'image', url: 'https://example.com/shop.jpg' }],
  });
  expect(shown('location', 'The shop is at 38.7139, -9.1394.', { title: 'Shop' })).toEqual({
    parts: { location: { latitude: 38.7139, longitude: -9.1394, name: 'Shop' } },
  });
});

test('a location is asked for, and a flow is opened', () => {
  expect(shown('location_request', 'Ask where they are.')).toEqual({
    parts: {
      interactive: { type: 'location_request_message', body: { text: TEXT }, action: { name: 'send_location' } },
    },
  });
  expect(shown('flow', 'Open it.', { title: 'Book', flow_id: 121 })).toEqual({
    parts: {
      interactive: {
        type: 'flow',
        body: { text: TEXT },
        action: { name: 'flow', parameters: { flow_id: '121', flow_cta: 'Book', flow_action: 'navigate' } },
      },
    },
  });
});

test.each([
  ['interactive_reply_buttons', 'Nothing quoted.', {}],
  ['interactive_reply_buttons', 'Offer "1", "2", "3" and "4".', {}],
  ['interactive_reply_buttons', 'Offer "A label of more than 20".', {}],
  ['interactive_list', 'Show "One".', {}],
  ['interactive_list', 'Show "A row of more than 24 letters".', { title: 'Rows' }],
  ['cta_url', 'No address.', { title: 'Hours' }],
  ['cta_url', 'To https://example.com', {}],
  ['flow', 'Open it.', { title: 'Book', flow_id: null }],
  ['flow', 'Open it.', { flow_id: 121 }],
  ['image', 'No address.', {}],
  ['location', 'Somewhere at 95.0, 10.0', {}],
  ['location', 'No coordinates.', { title: null }],
  ['carousel_url', 'Show "One" at https://example.com.', { title: 'Cards' }],
  ['carousel_quick_reply', 'Show "One".', { title: 'Cards' }],
])('what is missing or too long leaves the answer as it is: %s, %s', (component, instruction, more) => {
  expect(shown(component, instruction, more)).toBeUndefined();
});

test('a body longer than the platform shows is sent without the element', () => {
  const long = 'x'.repeat(1_025);
  expect(shown('location_request', 'Ask.', {}, long)).toBeUndefined();
  expect(shown('interactive_list', 'Show "One".', { title: 'Rows' }, long)).toBeUndefined();
  expect(shown('location_request', 'Ask.', {}, long.slice(1))).toBeDefined();
});
