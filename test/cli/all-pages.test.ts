/** --all on every operation that comes in pages, against answers in the form that the contract gives them. */
import { expect, test } from 'vitest';
import type { Card } from '../../src/kernel/card.ts';
import type { Schema } from '../../src/kernel/schema.ts';
import { resolved } from '../../src/schema/reference.ts';
import { catalog } from '../client/cards.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { svc } from '../support/svc.ts';

const ID = '65a1b2c3d4e5f60718293a4b';
const PAGES = 3;
const SIZE = 2;

type Fields = Record<string, unknown>;

const lists = catalog.operations().flatMap(({ id }) => {
  const card = catalog.card(id);
  return card.paging === undefined
    ? []
    : [[card.command.path.join(' '), card.paging.position.join(' and '), card] as const];
});

/** What a page says of itself, under every name that the schema of the answer has for it. */
const about = (page: number): Fields => ({
  page,
  pages: PAGES,
  totalPages: PAGES,
  total: PAGES * SIZE,
  skip: (page - 1) * SIZE,
  offset: (page - 1) * SIZE,
  limit: SIZE,
  hasMore: page < PAGES,
  ...Object.fromEntries(TOKENS.map((name) => [name, page < PAGES ? `t${page + 1}` : null])),
});

const TOKENS = ['nextCursor', 'cursor', 'after', 'nextPageToken'];

/** A page in the form of the answer: records in their list, and of what tells the position whatever the schema promises. */
function pageOf(card: Card, page: number): Fields {
  const { schemas } = catalog.file(card.area);
  const answer = resolved(card.responses['200'] ?? card.responses['2XX'] ?? {}, schemas);
  const form = [answer, ...(answer.oneOf ?? []), ...(answer.anyOf ?? [])]
    .map((one) => resolved(one, schemas))
    .find(({ properties = {} }) => (card.records ?? []).some((name) => name in properties));
  const records = Array.from({ length: SIZE }, (_, at) => ({ _id: `${page}-${at}` }));
  const list = (card.records ?? []).find((name) => name in (form?.properties ?? {})) ?? '';
  return { ...told(form ?? {}, page, schemas), [list]: records };
}

function told(form: Schema, page: number, schemas: Readonly<Record<string, Schema>>): Fields {
  const names = Object.keys(form.properties ?? {});
  const inside = (name: string): Fields => {
    const schema = resolved(form.properties?.[name] ?? {}, schemas);
    const open = schema.properties === undefined;
    return open ? { cursors: { after: about(page)['after'] } } : told(schema, page, schemas);
  };
  const nested = names.filter((name) => ['pagination', 'paging', 'cursors'].includes(name));
  return {
    ...Object.fromEntries(Object.entries(about(page)).filter(([name]) => names.includes(name))),
    ...Object.fromEntries(nested.map((name) => [name, inside(name)])),
  };
}

test.each(lists)('svc %s reads every page by %s', async (path, _, card) => {
  const positions: (readonly (readonly [string, string])[])[] = [];
  const api = await scriptedApi(({ url }, count) => {
    const query = new URL(url, 'http://x').searchParams;
    positions.push(
      (card.paging?.position ?? [])
        .flatMap((name) => [[name, query.get(name) ?? '']] as const)
        .filter(([, value]) => value !== ''),
    );
    return { body: pageOf(card, count) };
  });
  const args = card.params.filter((param) => param.in === 'path').map(() => ID);
  // Otherwise the account of the conversation is asked for first.
  const account = card.command.account === undefined ? [] : ['--account-id', ID];
  const argv = [...path.split(' '), ...args, ...account, '--all', '--no-validate', '-o', 'ndjson'];
  const said = await svc(argv, { env: { SVC_BASE_URL: api.url, SVC_API_KEY: 'sk_x' } });
  expect({ code: said.code, lines: said.stdout.trimEnd().split('\n').length }, said.stderr).toEqual({
    code: 0,
    lines: PAGES * SIZE,
  });
  const steps = positions.map(([only]) => only?.[1]);
  expect([
    [undefined, '2', '3'],
    [undefined, '2', '4'],
    [undefined, 't2', 't3'],
  ]).toContainEqual(steps);
});

test('every style of paging that the API has is among them', () => {
  const styles = new Set(lists.flatMap(([, , card]) => card.paging?.position ?? []));
  expect([...styles].sort()).toEqual(['after', 'before', 'cursor', 'offset', 'page', 'pageToken', 'skip']);
});
