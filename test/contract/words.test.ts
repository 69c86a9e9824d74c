import { describe, expect, test } from 'vitest';
import { contract, isNode, nodeAt, contentOf, pages, type Node } from './shapes.ts';

const named = contract.operations.map((operation) => [String(operation['operationId']), operation] as const);

/** Operations that spend money or reach many people. */
const SPENDING = [
  'activateSequence',
  'activateWorkflow',
  'boostPost',
  'createCallAd',
  'createCtwaAd',
  'createMessagingAd',
  'createPhoneNumberPortIn',
  'createStandaloneAd',
  'createVerification',
  'createVoiceCall',
  'dialVoiceWebCall',
  'enrollContacts',
  'initiateWhatsAppCall',
  'scheduleBroadcast',
  'sendSms',
];

/** Operations that spend more money only with certain fields. */
const SPENDING_WITH: Readonly<Record<string, readonly string[]>> = {
  bulkUpdateAdCampaignStatus: ['status=active'],
  updateAd: ['budget', 'status=active'],
  updateAdCampaign: ['budget'],
  updateAdCampaignStatus: ['status=active'],
  updateAdSet: ['budget', 'status=active'],
  updateAdSetStatus: ['status=active'],
  updateAdStatus: ['status=active'],
};

/** Besides every DELETE: what cannot be taken back once it is done. */
const BEYOND_RECALL = [
  'unpublishPost',
  'sendBroadcast',
  'deprecateWhatsAppFlow',
  'orderImessageSender',
  'createPhoneNumber',
  'purchasePhoneNumber',
  'purchaseWhatsAppPhoneNumber',
  'submitPhoneNumberKyc',
  'submitWhatsAppNumberKyc',
  'rotateSipTrunkCredentials',
];

describe.each(named)('%s', (_id, operation) => {
  test('has a summary of one sentence that is not its path read aloud', () => {
    const summary = String(operation['summary']);
    expect(summary).toMatch(/^[A-Z][^]*[^.]\.$/);
    expect(summary).not.toMatch(/\b(GET|POST|PUT|PATCH|DELETE|endpoint for|\/v1)\b/);
    expect(summary.length).toBeLessThanOrEqual(100);
  });

  test('says of every parameter, of every field one can send and of every answer what it is', () => {
    const parameters = ((operation['parameters'] ?? []) as Node[]).filter((one) => !isSentence(one['description']));
    const body = contentOf(nodeAt(operation, 'requestBody'))?.schema;
    const answers = Object.entries(nodeAt(operation, 'responses')).filter(
      ([, one]) =>
        isNode(one) &&
        one['$ref'] === undefined &&
        (!isSentence(one['description']) || one['description'] === 'The answer.'),
    );
    expect({
      parameters: parameters.map(({ name }) => name),
      fields: wordless(body, 'body'),
      answers: answers.map(([status]) => status),
    }).toEqual({ parameters: [], fields: [], answers: [] });
  });

  test('asks before something is lost, money is spent or many people are reached', () => {
    const id = String(operation['operationId']);
    const loses =
      operation['method'] === 'DELETE' || [...BEYOND_RECALL, ...SPENDING, ...Object.keys(SPENDING_WITH)].includes(id);
    const { confirm, confirmWith } = nodeAt(operation, 'x-svc-command');
    expect(confirmWith).toEqual(SPENDING_WITH[id]);
    const schema = contentOf(nodeAt(operation, 'requestBody'))?.schema;
    const fields = Object.keys(isNode(schema) ? nodeAt(behind(schema), 'properties') : {});
    for (const word of SPENDING_WITH[id] ?? []) expect(fields).toContain(word.split('=')[0]);
    expect(typeof confirm === 'string').toBe(loses);
    if (loses) expect(confirm).toMatch(/^[A-Z].*\? ?/);
  });
});

test('no two operations have the same summary', () => {
  const summaries = contract.operations.map(({ summary }) => summary);
  expect(new Set(summaries).size).toBe(summaries.length);
});

test('every event says what happened and to which resource group it belongs', () => {
  const groups = contract.schemas['ResourceGroup']?.['enum'] as string[];
  for (const [name, event] of Object.entries(contract.events)) {
    const { summary, tags } = nodeAt(event, 'post');
    expect([name, isSentence(summary)]).toEqual([name, true]);
    expect(groups).toContain((tags as string[])[0]);
  }
});

test('the resource groups of the document are those of restricted keys', () => {
  const document = pages.find(({ file }) => file === 'document.yaml') ?? {};
  const names = (nodeAt({ document }, 'document')['tags'] as Node[]).map(({ name }) => name);
  expect(names).toEqual(contract.schemas['ResourceGroup']?.['enum']);
});

const isSentence = (text: unknown): boolean => typeof text === 'string' && /^[^\s][^]*\.$/.test(text);

/** Places below a schema, references followed once each, whose fields have no description of their own or behind the reference. */
function wordless(schema: unknown, place: string, seen: readonly unknown[] = []): string[] {
  if (!isNode(schema) || seen.includes(schema['$ref'] ?? schema)) return [];
  const below = [...seen, schema['$ref'] ?? schema];
  const target = behind(schema);
  const fields = Object.entries(nodeAt(target, 'properties')).flatMap(([name, field]) => {
    const described = isSentence((field as Node)['description']) || isSentence(behind(field as Node)['description']);
    return [...(described ? [] : [`${place}.${name}`]), ...wordless(field, `${place}.${name}`, below)];
  });
  const forms = ['anyOf', 'allOf', 'oneOf'].flatMap((key) => (target[key] ?? []) as unknown[]);
  return [...fields, ...[target['items'], ...forms].flatMap((form) => wordless(form, place, below))];
}

function behind(schema: Node): Node {
  const ref = schema['$ref'];
  return typeof ref === 'string' ? (contract.schemas[ref.split('/').at(-1) ?? ''] ?? {}) : schema;
}
