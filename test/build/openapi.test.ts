/** The published description, judged by three public validators and by a few rules of our own. */
import SwaggerParser from '@apidevtools/swagger-parser';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Document, Spectral, type RulesetDefinition } from '@stoplight/spectral-core';
import { Json } from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pressCards } from '../../src/build/press.ts';
import { ROOT } from '../support/process.ts';
import { FIXTURE } from './fixture.ts';

const { outputs } = await pressCards(join(ROOT, 'src', 'contract'));
const text = outputs['dist/openapi.json'] ?? '';

type Fields = Record<string, unknown>;
type Operation = Fields & {
  operationId: string;
  summary: string;
  description: string;
  tags?: string[];
  parameters?: Fields[];
  responses: Record<string, Fields>;
};

const document = JSON.parse(text) as {
  openapi: string;
  info: Fields;
  servers: Fields[];
  security: unknown;
  tags: Fields[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
};

const operations = Object.values(document.paths).flatMap((item) =>
  Object.entries(item).flatMap(([method, operation]) => (method === 'parameters' ? [] : [operation])),
);

/** Rules that speak about the API itself, which is as it is: its paths overlap, and it names no license. */
const NOT_OURS = { 'no-ambiguous-paths': 'off', 'info-license': 'off' } as const;

const STRICTER = {
  'tag-description': 'error',
  'parameter-description': 'error',
  'operation-tag-defined': 'off',
  'no-invalid-schema-examples': 'error',
  'no-schema-type-mismatch': 'error',
  'no-duplicated-tag-names': 'error',
} as const;

test('a public linter finds no fault and has no warning', { timeout: 120_000 }, async () => {
  const config = await createConfig({ extends: ['recommended'], rules: { ...STRICTER, ...NOT_OURS } });
  const problems = await lintFromString({ source: text, absoluteRef: join(ROOT, 'dist', 'openapi.json'), config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)).toEqual(
    [],
  );
});

/** Of spectral's rules: the API names no one to write to. */
const NAMES_NO_ONE = ['info-contact'];

const spectral = new Spectral();
spectral.setRuleset({ extends: [oas as RulesetDefinition] });

async function faultsBySpectral(source: string): Promise<string[]> {
  const problems = await spectral.run(new Document(source, Json, 'openapi.json'));
  return problems
    .filter(({ code }) => !NAMES_NO_ONE.includes(String(code)))
    .map(({ code, message, path }) => `${String(code)}: ${message} (${path.join('/')})`);
}

test("spectral's rules for OpenAPI find no fault and have no warning", { timeout: 120_000 }, async () => {
  expect(await faultsBySpectral(text)).toEqual([]);
  expect(await faultsBySpectral(text.replace('"operationId":"createPost"', '"operationId":"listPosts"'))).not.toEqual(
    [],
  );
});

test(
  'swagger-parser accepts it, which holds the first schema of OpenAPI 3.1 against it',
  { timeout: 120_000 },
  async () => {
    const parsed = JSON.parse(text) as Parameters<typeof SwaggerParser.validate>[0];
    expect(await SwaggerParser.validate(parsed)).toMatchObject({ openapi: '3.1.0' });
  },
);

test('the linter would find a fault', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const broken = text.replace('"operationId":"createPost"', '"operationId":"listPosts"');
  const problems = await lintFromString({ source: broken, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId }) => ruleId)).toContain('operation-operationId-unique');
});

test('it is what was published: version 1.117.1 of OpenAPI 3.1, active', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(document.info).toMatchObject({ version: '1.117.1', 'x-lifecycle': 'active' });
  expect(document.servers).toHaveLength(1);
  expect(document.security).toEqual([{ bearerAuth: [] }]);
});

test('every operation of the facts is in it, once', () => {
  const folder = join(ROOT, 'test', 'contract', 'facts', 'operations');
  const facts = readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as { id: string; path: string; method: string }[],
  );
  for (const { id, path, method } of facts)
    expect(document.paths[path]?.[method.toLowerCase()]?.operationId, id).toBe(id);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
});

test('every operation says what a refusal looks like', () => {
  for (const { operationId, responses } of operations)
    expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['401', '429', 'default']));
});

test('every answer has a status of its own, since generators of clients make nothing of ranges', () => {
  const ranges = operations.flatMap(({ operationId, responses }) =>
    Object.keys(responses)
      .filter((status) => !/^([1-5][0-9][0-9]|default)$/.test(status))
      .map((status) => `${operationId} ${status}`),
  );
  expect(ranges).toEqual([]);
});

test('every operation and event has a description that says more than its summary, and a tag', () => {
  const events = Object.values(document.webhooks).flatMap((item) => Object.values(item));
  const tags = new Set(document.tags.map(({ name }) => name));
  for (const { operationId, summary, description, tags: own = [] } of [...operations, ...events]) {
    expect(description.trim(), operationId).not.toBe('');
    expect(description, operationId).not.toContain(summary);
    expect(own.filter((tag) => tags.has(tag)).length, operationId).toBeGreaterThan(0);
  }
});

test('a description says what a call needs, causes and is refused with', () => {
  const described = (id: string) => operations.find(({ operationId }) => operationId === id)?.description ?? '';
  expect(described('sendInboxMessage').split('\n\n')).toEqual([
    expect.stringContaining('24 hours'),
    'Reaches the platform as `message`.',
    'Needs `accountId` in the body. A restricted key needs the resource group `messages`; a read-only key may not call it. ' +
      'The plan needs the inbox; otherwise 403 `feature_not_available`. ' +
      "The account's platform must have an inbox; otherwise 400 `PLATFORM_NOT_SUPPORTED`. What the platform itself refuses " +
      "comes back with the platform's words in `platformError`. A call repeated with the same `Idempotency-Key` is done once.",
    'May emit `message.sent`, `message.delivered`, `message.read`, `message.failed`, `conversation.control_changed`. ' +
      'An unknown `conversationId` is refused with 404 `not_found`.',
    'Command: `svc inbox conversations messages send`.',
  ]);
  expect(described('getAdTree')).toContain('otherwise 403 `ads_addon_required`');
  expect(described('verifyCredential')).toContain('Any valid key may call it.');
});

test('an event has an id of its own and needs no key', () => {
  expect(document.webhooks['post.published']?.['post']).toMatchObject({ operationId: 'onPostPublished', security: [] });
});

test('none of our own keys is left in it', () => {
  expect(text).not.toContain('x-svc-');
});

test('of a contract without errors it stays whole', async () => {
  const small = JSON.parse((await pressCards(FIXTURE)).outputs['dist/openapi.json'] ?? '') as typeof document & {
    components: Record<string, Fields>;
  };
  expect(small.tags.map(({ name }) => name)).toEqual(['publishing', 'identity']);
  expect(small.tags[0]).toEqual({ name: 'publishing', 'x-displayName': 'Publishing' });
  expect(Object.keys(small.components['responses'] ?? {})).toEqual(['Refusal']);
});
