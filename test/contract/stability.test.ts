/** What callers rely on from one release to the next. `released.json` is what the latest release had; a release takes it anew. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { API_ERRORS } from '../../src/kernel/errors.ts';
import { startService } from '../support/service.ts';
import { svc } from '../support/svc.ts';

interface Released {
  readonly codes: readonly string[];
  readonly events: readonly string[];
  /** `GET /v1/posts` to what a call of it must bring, path aside. */
  readonly operations: Readonly<Record<string, readonly string[]>>;
}

const released = JSON.parse(readFileSync(new URL('released.json', import.meta.url), 'utf8')) as Released;

const catalog = openCatalog('dist/cards');
const cards = Object.values(catalog.index().commands).map(({ id }) => catalog.card(id));

interface Description {
  readonly info: Readonly<Record<string, unknown>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string; deprecated?: boolean }>>>>;
}

const described = JSON.parse(readFileSync('dist/openapi.json', 'utf8')) as Description;

test('VRS-02 every operation of the release is there, under /v1, and asks for nothing more', () => {
  const now = new Map<string, readonly string[]>(
    cards.map((card) => {
      const params = card.params.filter((param) => param.required && param.in !== 'path').map(({ name }) => name);
      return [`${card.method} ${card.path}`, [...params, ...(card.body?.schema?.required ?? [])]] as const;
    }),
  );
  expect(Object.keys(released.operations).length).toBeGreaterThan(770);
  const broken = Object.entries(released.operations).filter(([operation, required]) => {
    const asks = now.get(operation);
    return asks === undefined || asks.some((name) => !required.includes(name));
  });
  expect(broken.map(([operation]) => operation)).toEqual([]);
  expect([...now.keys()].filter((operation) => !/^[A-Z]+ \/v1\//.test(operation))).toEqual([]);
});

test('VRS-02 another version is another path', async () => {
  const { api } = await startService();
  expect((await api('GET', '/v1/posts')).status).toBe(200);
  expect((await api('GET', '/v2/posts')).status).toBe(404);
});

test('VRS-03 the description has a version of its own and says that it lives', async () => {
  expect(described.info).toMatchObject({ version: '1.117.1', 'x-lifecycle': 'active' });
  const { code, stdout } = await svc(['api', 'spec']);
  expect(code).toBe(0);
  expect((JSON.parse(stdout) as Description).info).toEqual(described.info);
});

test('VRS-04 what is deprecated says so in the description, and help does not offer it', async () => {
  const facts = cards.filter(({ deprecated }) => deprecated === true);
  expect(facts).toHaveLength(20);
  const said = Object.values(described.paths).flatMap((path) =>
    Object.values(path).flatMap(({ operationId, deprecated }) => (deprecated === true ? [operationId] : [])),
  );
  expect(said.sort()).toEqual(facts.map(({ id }) => id).sort());
  const { stdout } = await svc(['usage', '--help']);
  expect(stdout).toContain('get');
  expect(stdout).not.toMatch(/^\s+stats\b/m);
});

test('VRS-05 no code of the release is gone', () => {
  expect(released.codes.filter((code) => !Object.hasOwn(API_ERRORS, code))).toEqual([]);
  expect(released.codes.length).toBeGreaterThan(50);
});

test('VRS-06 no event of the release is gone', () => {
  const events = new Set(catalog.index().events);
  expect(released.events.filter((event) => !events.has(event))).toEqual([]);
  expect(released.events.length).toBe(73);
});
