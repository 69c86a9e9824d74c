/** The compiler over the small contract: what a card says, and what is refused. */
import { describe, expect, test } from 'vitest';
import { pressCards } from '../../src/build/press.ts';
import { FIXTURE, fixtureWith } from './fixture.ts';

const { compiled } = await pressCards(FIXTURE);
const [things] = compiled.files;
const cardOf = (id: string) => things?.operations.find((card) => card.id === id);

test('a card says what the operation says', () => {
  expect(cardOf('createThing')).toEqual({
    id: 'createThing',
    area: 'things',
    method: 'POST',
    path: '/v1/things',
    summary: 'Make a thing.',
    description: 'A thing has a name.',
    command: {
      path: ['things', 'create'],
      common: ['name'],
      examples: ['svc things create --name Cup', 'svc things create --name "Big cup" -o json | jq -r ._id'],
    },
    params: [],
    body: { kind: 'json', required: true, schema: { $ref: '#/schemas/Thing' } },
    responses: { 201: { $ref: '#/schemas/Thing' }, 204: null },
    bodied: ['201'],
    effect: { does: 'create', kind: 'thing' },
    view: ['_id', { field: 'name', heading: 'called', priority: 2 }],
    emits: ['thing.made'],
    group: 'publishing',
    source: [],
  });
});

test('paging is read off the names of the query parameters', () => {
  expect(cardOf('listThings')?.paging).toEqual({ position: ['after'], size: 'pageSize' });
  expect(cardOf('listBoxes')?.paging).toBeUndefined();
});

test('a shared parameter of the path stands on the card', () => {
  expect(cardOf('openThing')?.params).toEqual([
    { name: 'thingId', in: 'path', required: true, schema: { type: 'string' }, summary: 'The thing.' },
  ]);
});

test('a body that is neither JSON nor multipart is bytes', () => {
  expect(cardOf('sendBox')?.body).toMatchObject({ kind: 'binary', required: false });
});

test('a guard stands on the card as the contract has it', () => {
  expect(cardOf('sendBox')?.guard).toEqual({ surface: 'uploads' });
  expect(cardOf('createThing')?.guard).toBeUndefined();
});

test('a card says that the operation only reads, by its effect', () => {
  expect(things?.operations.filter(({ reads }) => reads === true).map(({ id }) => id)).toEqual([
    'listThings',
    'listBoxes',
  ]);
});

test('an area carries the schemas it reaches, also through others', () => {
  expect(Object.keys(things?.schemas ?? {})).toEqual(['Colour', 'Thing']);
});

test('the index knows names, nouns, groups and events', () => {
  expect(compiled.index).toEqual({
    version: '1.2.3',
    branches: [
      { name: 'things', summary: 'Things of all kinds.', heading: 'Publishing' },
      { name: 'things boxes', summary: 'Where things lie.', heading: 'General' },
    ],
    commands: {
      'things boxes list': {
        area: 'things',
        id: 'listBoxes',
        method: 'GET',
        path: '/v1/boxes',
        summary: 'List boxes.',
      },
      'things boxes send': {
        area: 'things',
        id: 'sendBox',
        method: 'PUT',
        path: '/v1/boxes',
        summary: 'Send what is in a box.',
      },
      'things create': {
        area: 'things',
        id: 'createThing',
        method: 'POST',
        path: '/v1/things',
        summary: 'Make a thing.',
      },
      'things list': {
        area: 'things',
        id: 'listThings',
        method: 'GET',
        path: '/v1/things',
        summary: 'List things.',
        aliases: ['ls'],
      },
      'things open': {
        area: 'things',
        id: 'openThing',
        method: 'POST',
        path: '/v1/things/{thingId}',
        summary: 'Open a thing.',
        hidden: true,
      },
    },
    groups: { publishing: 'Publishing' },
    events: ['thing.made'],
  });
});

test('event payloads lie beside the cards with what they reach', () => {
  expect(Object.keys(compiled.events.schemas).sort()).toEqual(['AccountPlatform', 'Colour', 'Thing', 'thing.made']);
});

/** What `fixtureWith` takes. */
type Change = [file: string, from: string, to: string];

describe('the compiler refuses', () => {
  // prettier-ignore
  const faults: readonly (readonly [what: string, ...change: Change, sentence: string])[] = [
    ['a missing summary', 'things.yaml', 'summary: List things.', "summary: ''", 'things.yaml listThings: has no summary'],
    ['a missing operationId', 'things.yaml', 'operationId: listBoxes', "tags: []", 'things.yaml GET /v1/boxes: has no operationId'],
    ['a parameter without a sentence', 'things.yaml', ', description: Only this colour.', '', 'things.yaml listThings: the parameter colour has no description'],
    ['an unknown extension key', 'things.yaml', 'x-svc-emits:', 'x-svc-sends:', 'things.yaml createThing: x-svc-sends is not a key that the contract has here'],
    ['an extension key in the wrong place', 'schemas.yaml', 'type: object', 'x-svc-command: {}\n      type: object', 'schemas.yaml: x-svc-command is not a key that the contract has here'],
    ['a field of the account that is none', 'things.yaml', 'aliases: [ls]', 'ofAccount: [weather]', 'things.yaml listThings: x-svc-command says something of weather, which is no field of it'],
    ['a phone that is no field', 'things.yaml', 'aliases: [ls]', 'phones: { weather: number }', 'things.yaml listThings: x-svc-command says something of weather, which is no field of it'],
    ['an unknown word of a command', 'things.yaml', 'aliases:', 'alias:', 'things.yaml listThings: x-svc-command.alias is not known'],
    ['an operation without a command', 'things.yaml', 'path: [things, boxes, send], ', '', 'things.yaml sendBox: has no x-svc-command path'],
    ['two commands with one path', 'things.yaml', 'path: [things, open]', 'path: [things, create]', 'things.yaml openThing: shares the command "things create" with createThing'],
    ['an alias that is another command', 'things.yaml', 'aliases: [ls]', 'aliases: [create]', 'things.yaml createThing: shares the command "things create" with listThings'],
    ['a command that is a noun', 'things.yaml', 'path: [things, open]', 'path: [things, boxes]', 'things.yaml openThing: "things boxes" is a command and a noun at once'],
    ['two operations with one id', 'things.yaml', 'operationId: sendBox', 'operationId: listBoxes', 'things.yaml listBoxes: shares the operationId listBoxes with listBoxes'],
    ['a noun without a summary', 'things.yaml', '{ name: things boxes, summary: Where things lie. }', '{ name: things boxes }', 'things.yaml listBoxes: the noun "things boxes" has no tag with a summary'],
    ['a missing example', 'things.yaml', ', examples: [svc things boxes list]', '', 'things.yaml listBoxes: has no example'],
    ['an example of another command', 'things.yaml', 'examples: [svc things boxes list]', 'examples: [svc things list]', 'things.yaml listBoxes: the example "svc things list" does not begin with svc things boxes list'],
    ['an unused schema', 'schemas.yaml', '    Colour:', '    Shape: { type: string }\n    Colour:', 'schemas.yaml: the schema Shape is used by nothing'],
    ['a schema defined twice', 'events.yaml', 'webhooks:', 'components: { schemas: { Thing: { type: object } } }\nwebhooks:', 'schemas.yaml: the component schemas/Thing is defined twice'],
    ['a dangling reference', 'schemas.yaml', "'#/components/schemas/Colour'", "'#/components/schemas/Color'", 'schemas.yaml: the reference #/components/schemas/Color leads nowhere'],
    ['a dangling reference of an operation', 'things.yaml', "items: { $ref: '#/components/schemas/Thing' }", "items: { $ref: '#/components/schemas/Thin' }", 'things.yaml listThings: the reference #/components/schemas/Thin leads nowhere'],
    ['an unknown event', 'things.yaml', 'x-svc-emits: [thing.made]', 'x-svc-emits: [thing.mad]', 'things.yaml createThing: emits the unknown event thing.mad; describe it under webhooks in events.yaml, or correct its name'],
    ['an unknown resource group', 'things.yaml', 'tags: [publishing]', 'tags: [printing]', 'things.yaml listThings: has the unknown resource group printing'],
    ['an unknown deed', 'things.yaml', 'x-svc-effect: { does: list', 'x-svc-effect: { does: find', 'things.yaml listThings: x-svc-effect.does must be one of create, get, list, update, delete, move, set, compute, fixture, run'],
    ['an unknown word of a guard', 'things.yaml', 'surface: uploads', 'surface: walls', 'things.yaml sendBox: x-svc-guard.surface is "walls"; it must be one of comments, conversations, listing, sending, uploads'],
    ['an unknown key of a guard', 'things.yaml', 'surface: uploads', 'dog: uploads', 'things.yaml sendBox: x-svc-guard.dog is not known; the keys are gate, feature, rate, quota, upstream, body, surface'],
    ['an unknown word of an effect', 'things.yaml', 'x-svc-effect: { does: create', 'x-svc-effect: { with: care, does: create', 'things.yaml createThing: x-svc-effect.with is not known'],
    ['an operation without an effect', 'things.yaml', '      x-svc-effect: { does: list, kind: thing, list: . }', '', 'things.yaml listThings: has no x-svc-effect; say what it does to which kind of record, in the words of src/kernel/effect.ts'],
    ['an effect on a kind that nobody declares', 'things.yaml', 'kind: thing, list: .', 'kind: cup, list: .', 'things.yaml listThings: acts on the kind cup, which no file in src/contract/kinds declares'],
    ['an incomplete effect', 'things.yaml', ', to: open }', ' }', 'things.yaml openThing: does move without saying to which state; add to to x-svc-effect'],
    ['an answer without the place of its record', 'things.yaml', 'record: . }', 'record: thing }', 'things.yaml createThing: x-svc-effect.record names thing, which its answer does not have'],
    ['a computed member from nowhere', 'things.yaml', 'kind: thing, list: .', 'kind: thing, list: ., computed: { colour: dreams }', 'things.yaml listThings: x-svc-effect.computed makes colour from dreams; it is one of call, contract, network, plan, platforms, prices, records, words'],
    ['a computed member that the answer does not have', 'things.yaml', 'kind: thing, list: .', 'kind: thing, list: ., computed: { shade: words }', 'things.yaml listThings: x-svc-effect.computed names shade, which is no member of its answer'],
    ['an answer that is computed as a whole', 'things.yaml', 'kind: thing, list: .', "kind: thing, list: ., computed: { '.': words }", 'things.yaml listThings: x-svc-effect.computed names ., which is no member of its answer'],
    ['records of the team read from a fixture', 'things.yaml', 'does: list, kind: thing', 'does: fixture, kind: thing', 'things.yaml listThings: reads thing from a fixture, but its records are the team'],
    ['a kind without a source', 'kinds/things.yaml', 'source: team', 'source: sky', 'kinds/things.yaml: the kind thing has no source; say where its first records come from: team, network, derived'],
    ['a place in a path that is no id of a kind', 'kinds/things.yaml', 'names: [thingId]', '', 'things.yaml openThing: no kind has an id by the name thingId; add it to the names of one'],
    ['a state that nothing leads to', 'kinds/things.yaml', 'states: { shut', 'states: { lost: [], shut', 'kinds/things.yaml: nothing leads to the state lost of thing; name what does (create, work, network, caller or an operationId), or take it out'],
    ['a move of a kind without states', 'kinds/things.yaml', '  states: { shut: create, open: [openThing] }\n', '', 'kinds/things.yaml: openThing moves thing to open, but the kind has no states; declare them, each with what leads to it'],
    ['a move to a state that the kind does not have', 'kinds/things.yaml', ', open: [openThing]', '', 'kinds/things.yaml: openThing moves thing to open, which is not one of its states; add it to them, or correct x-svc-effect.to'],
    ['a move that its state does not name', 'kinds/things.yaml', 'open: [openThing]', 'open: work', 'kinds/things.yaml: openThing moves thing to open; name openThing among what leads to that state'],
  ];

  test.each(faults)('%s', async (_what, ...rest) => {
    const [file, from, to, sentence] = rest;
    const folder = await fixtureWith(file, from, to);
    await expect(pressCards(folder)).rejects.toThrow(sentence);
  });

  test('every fault of a contract at once', async () => {
    const folder = await fixtureWith('things.yaml', 'x-svc-emits: [thing.made]', 'x-svc-emits: [thing.made, one, two]');
    await expect(pressCards(folder)).rejects.toMatchObject({
      sentences: [
        'things.yaml createThing: emits the unknown event one; describe it under webhooks in events.yaml, or correct its name',
        'things.yaml createThing: emits the unknown event two; describe it under webhooks in events.yaml, or correct its name',
      ],
    });
  });

  test('a page that is no YAML, by its name', async () => {
    const folder = await fixtureWith('schemas.yaml', 'components:', 'components: [');
    await expect(pressCards(folder)).rejects.toThrow(/^schemas\.yaml is not readable as YAML: /);
  });
});
