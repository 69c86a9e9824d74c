/** What others ask of contacts: names in double braces, values of templates and of custom fields, whom an account reaches, and who is left out. */
import { describe, expect, test } from 'vitest';
import {
  channelOn,
  contactAt,
  fieldValue,
  fillText,
  silenceOf,
  tagChanges,
  templateFor,
  valueAt,
  type Reached,
} from '../../../../src/service/areas/contacts/offers.ts';
import { CONTACT, type FieldRecord } from '../../../../src/service/areas/contacts/record.ts';
import { ACCOUNT_KIND } from '../../../../src/service/records/account.ts';
import { startService } from '../../../support/service.ts';

const SCOPE = { name: 'Ada', 'first.name': 'A.', customFields: { plan: 'gold' }, tags: ['news', 'vip'], empty: null };

test.each([
  ['Hi {{name}}', 'Hi Ada'],
  ['Hi {{ name }}, {{name}}', 'Hi Ada, Ada'],
  ['{{customFields.plan}}', 'gold'],
  ['{{first.name}}', 'A.'],
  ['{{tags.1}}', 'vip'],
  ['[{{empty}}]', '[]'],
  ['[{{nothing}}]', '[]'],
  ['[{{customFields.nothing}}]', '[]'],
  ['[{{name.length}}]', '[]'],
  ['[{{constructor}}]', '[]'],
  ['[{{tags.7}}]', '[]'],
  ['{name} {{na me}}', '{name} {{na me}}'],
])('%s reads %s', (text, words) => {
  expect(fillText(text, SCOPE)).toBe(words);
});

test('a value under a dotted path is found as it is', () => {
  expect(valueAt('tags', SCOPE)).toEqual(['news', 'vip']);
  expect(valueAt('name.length', SCOPE)).toBeUndefined();
});

describe('AUT-03 the values of a template', () => {
  const scope = { name: 'Ada', plan: 'gold' };
  const mapped = (variableMapping: object, components: readonly object[] = []) =>
    templateFor({ name: 'hello', language: 'en', components, variableMapping: { ...variableMapping } }, scope);
  const body = (...parameters: readonly object[]) => ({ type: 'body', parameters });

  test('go in the order of their places, whatever the order of the mapping', () => {
    const place = (at: number) => ({ [String(at)]: { field: 'custom', customValue: `v${String(at)}` } });
    const mapping = Object.fromEntries(['b', 'a'].map((name) => [name, { field: name === 'a' ? 'plan' : 'name' }]));
    expect(mapped(mapping)).toEqual({
      template: {
        name: 'hello',
        language: 'en',
        components: [
          body({ type: 'text', parameter_name: 'b', text: 'Ada' }, { type: 'text', parameter_name: 'a', text: 'gold' }),
        ],
      },
    });
    const texts = ['v1', 'v2', 'v10'].map((text) => ({ type: 'text', text }));
    expect(mapped({ ...place(10), ...place(2), ...place(1) })).toMatchObject({
      template: { components: [body(...texts)] },
    });
  });

  test('take the place of those of its text, and leave its other parts', () => {
    const header = { type: 'header', parameters: [{ type: 'image', image: { id: '1' } }] };
    const own = { type: 'BODY', parameters: [{ type: 'text', text: 'Bo' }] };
    expect(mapped({}, [header, own])).toMatchObject({ template: { components: [header, own] } });
    expect(mapped({ 1: { field: 'name' } }, [header, own])).toMatchObject({
      template: { components: [header, body({ type: 'text', text: 'Ada' })] },
    });
  });

  test('are missing in a sentence where the contact has none', () => {
    expect(mapped({ 1: { field: 'email' } })).toEqual({ problem: 'The contact has no email for {{1}}.' });
    expect(mapped({ 1: { field: 'custom' } })).toMatchObject({ problem: expect.stringContaining('{{1}}') as string });
  });
});

const field = (type: string, options: readonly string[] = []) => ({ doc: { type, options } }) as unknown as FieldRecord;

test.each([
  ['text', 'x', 'x'],
  ['number', 7, 7],
  ['number', '7.5', 7.5],
  ['boolean', true, true],
  ['boolean', false, false],
  ['boolean', 'true', true],
  ['boolean', 'false', false],
  ['date', '2027-03-01', '2027-03-01'],
  ['date', '2027-03-01T09:00:00Z', '2027-03-01T09:00:00Z'],
  ['select', 'L', 'L'],
])('readings, "Contacts": a field of the type %s takes %j', (type, value, expected) => {
  expect(fieldValue(field(type, ['S', 'L']), value)).toEqual({ value: expected });
});

test.each([
  ['text', 7, 'text'],
  ['number', '', 'a number'],
  ['number', ' ', 'a number'],
  ['number', 'seven', 'a number'],
  ['number', Infinity, 'a number'],
  ['number', true, 'a number'],
  ['boolean', 'yes', 'true or false'],
  ['boolean', 1, 'true or false'],
  ['date', '2027-13-01', 'a date'],
  ['date', '01.03.2027', 'a date'],
  ['date', 20270301, 'a date'],
  ['select', 'XL', 'one of S, L'],
  ['select', 7, 'one of S, L'],
])('readings, "Contacts": a field of the type %s does not take %j', (type, value, words) => {
  expect(fieldValue(field(type, ['S', 'L']), value)).toEqual({
    problem: expect.stringContaining(`The field must be ${words}`) as string,
  });
});

const reached = (contact: object, channel: object) =>
  ({ contact: { doc: contact }, channel: { doc: channel } }) as unknown as Reached;

test.each([
  [{ isBlocked: false, isSubscribed: true }, { isSubscribed: true }, undefined],
  [{ isBlocked: true, isSubscribed: true }, { isSubscribed: true }, 'The contact is blocked.'],
  [{ isBlocked: false, isSubscribed: false }, { isSubscribed: true }, 'The contact has unsubscribed.'],
  [{ isBlocked: false, isSubscribed: true }, { isSubscribed: false }, 'The contact has unsubscribed on this channel.'],
])('readings, "Contacts": the contact %j on the channel %j is left out because: %s', (contact, channel, reason) => {
  expect(silenceOf(reached(contact, channel))).toBe(reason);
});

test('readings, "Contacts": a contact is reached by its own account alone', async () => {
  const { api, account, profileId, service } = await startService();
  const [{ _id: accountId }, { _id: other }] = [
    await account('telegram'),
    await account('telegram', { username: 'two' }),
  ];
  const body = { profileId: await profileId(), accountId, platform: 'telegram', platformIdentifier: '77', name: 'Ana' };
  const made = await api('POST', '/v1/contacts', { body });
  const bare = await api('POST', '/v1/contacts', { body: { profileId: body.profileId, name: 'Bo' } });
  const { read } = service.desk.store;
  const contact = async ({ body: answer }: typeof made) => {
    const found = await read.get(CONTACT, String(answer['contact']?.['id']));
    if (found === undefined) throw new Error('The contact is not there.');
    return found;
  };
  const [own, elsewhere] = [await read.get(ACCOUNT_KIND, accountId), await read.get(ACCOUNT_KIND, other)];
  if (own === undefined || elsewhere === undefined) throw new Error('The accounts are not there.');
  const ana = await contact(made);
  expect(await channelOn(read, ana, own)).toMatchObject({ parentId: ana.id });
  expect(await channelOn(read, ana, elsewhere)).toBeUndefined();
  expect(await channelOn(read, await contact(bare), own)).toBeUndefined();
  expect(await contactAt(read, accountId, '77')).toMatchObject({
    contact: { id: ana.id },
    channel: { parentId: ana.id },
  });
  expect(await contactAt(read, accountId, '78')).toBeUndefined();
});

test('AUT-04 only tags that came or went have events', () => {
  const contact = (...tags: readonly string[]) =>
    ({
      id: '1',
      kind: CONTACT,
      teamId: 't',
      profileId: 'p',
      parentId: null,
      createdAt: 0,
      doc: { id: '1', name: 'Ana', tags },
    }) as never;
  expect(tagChanges(contact('vip'), contact('vip'), 0)).toEqual({});
  const both = tagChanges(contact('vip'), contact('new'), 0);
  expect(both.events?.map(({ type }) => type)).toEqual(['contact.tag_added', 'contact.tag_removed']);
  expect(both.domainEvents).toMatchObject([{ added: ['new'], removed: ['vip'] }]);
  expect(tagChanges(undefined, contact('vip'), 0).events).toHaveLength(1);
  expect(tagChanges(contact('vip'), contact(), 0).events).toHaveLength(1);
});
