/** `svc api spec`: the published description as JSON and YAML. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { catalog } from '../../client/cards.ts';
import { svc } from '../../support/svc.ts';

test('JSON, YAML and what a terminal shows are one document', async () => {
  const { code, stdout } = await svc(['api', 'spec']);
  expect(code).toBe(0);
  const document: unknown = JSON.parse(stdout);
  expect(document).toEqual(catalog.published());
  expect(parse((await svc(['api', 'spec', '-o', 'yaml'])).stdout)).toEqual(document);
  expect(JSON.parse((await svc(['api', 'spec', '-o', 'table'])).stdout)).toEqual(document);
});

test('it is version 1.117.1 of OpenAPI 3.1, and active', async () => {
  const { stdout } = await svc(['api', 'spec', '--jq', '[.openapi, .info.version, .info["x-lifecycle"]]']);
  expect(JSON.parse(stdout)).toEqual(['3.1.0', '1.117.1', 'active']);
});
