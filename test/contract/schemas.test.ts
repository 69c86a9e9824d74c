import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { contentOf, contract, nodeAt, type Node } from './shapes.ts';

const PREFIX = 'contract#/components/schemas/';

/** An independent judge of the contract's schemas. */
const judge = new Ajv2020({
  ...{ allErrors: true, strict: true, strictTypes: false, strictRequired: false },
  code: { optimize: false },
});
formats.default(judge);
judge.addFormat('iana-zone', true).addKeyword('components');
judge.addSchema(absolute({ $id: 'contract', components: { schemas: contract.schemas } }));

/** References that begin at the named whole instead of the schema they stand in. */
function absolute(node: Node): Node {
  return JSON.parse(JSON.stringify(node).replaceAll('"#/components/schemas/', `"${PREFIX}`)) as Node;
}

const bodyOf = (id: string): Node => {
  const operation = contract.operations.find(({ operationId }) => operationId === id) ?? {};
  return absolute(contentOf(nodeAt(operation, 'requestBody'))?.schema as Node);
};

test('every schema of the contract is JSON Schema 2020-12 that a strict judge takes', () => {
  for (const name of Object.keys(contract.schemas)) expect(judge.getSchema(PREFIX + name), name).toBeTypeOf('function');
  for (const [name, event] of Object.entries(contract.events)) {
    const payload = contentOf(nodeAt(nodeAt(event, 'post'), 'requestBody'))?.schema as Node;
    expect(() => judge.compile(absolute(payload)), name).not.toThrow();
  }
});

const platforms = (contract.schemas['PlatformData']?.['anyOf'] as { $ref: string }[]).length;

// prettier-ignore
test.each([
  ['twitter', 'longVideo'], ['threads', 'firstComment'], ['facebook', 'pageId'], ['instagram', 'audioName'],
  ['linkedin', 'reshareUrl'], ['pinterest', 'boardId'], ['youtube', 'categoryId'], ['googlebusiness', 'languageCode'],
  ['tiktok', 'allowDuet'], ['telegram', 'protectContent'], ['snapchat', 'contentType'], ['reddit', 'subreddit'],
  ['bluesky', 'langs'], ['discord', 'channelId'], ['slack', 'threadTs'],
])('a wrong type in the data of a %s target is refused where it stands', (platform, field) => {
  const validate = judge.compile(bodyOf('createPost'));
  const target = { platform, accountId: '0'.repeat(24), platformSpecificData: { [field]: 7 } };
  expect(validate({ platforms: [target] })).toBe(false);
  expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain(`/platforms/0/platformSpecificData/${field}`);
});

test('every shape of platform data is tied to its platform', () => {
  const ties = contract.schemas['PlatformDataByPlatform']?.['allOf'] as Node[];
  const shapes = ties.map((tie) => nodeAt(nodeAt(nodeAt(tie, 'then'), 'properties'), 'platformSpecificData')['$ref']);
  expect(new Set(shapes).size).toBe(platforms);
});

test('a post target may name the platforms of posts, and the two that are refused by name', () => {
  const known = contract.schemas['PostPlatform']?.['enum'] as string[];
  expect(contract.schemas['TargetPlatform']?.['enum']).toEqual([...known, 'shopify', 'wordpress']);
});

test('an endpoint can ask for every event of the catalogue except the test', () => {
  const names = Object.keys(contract.events).filter((name) => name !== 'webhook.test');
  expect([...(contract.schemas['WebhookEventName']?.['enum'] as string[])].sort()).toEqual(names.sort());
});
