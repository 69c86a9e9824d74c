/** The published description, judged by a public linter and by a few rules of our own. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
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

/** Rules that speak about the API itself, which is as it is: its paths overlap, and it names no licence. */
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
    expect('default' in responses || '4XX' in responses, operationId).toBe(true);
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
  expect(small.tags).toEqual([{ name: 'publishing', 'x-displayName': 'Publishing' }]);
  expect(Object.keys(small.components['responses'] ?? {})).toEqual(['Refusal']);
});
