import { expect, test } from 'vitest';
import { ADDITIONS, OMISSIONS } from './additions.ts';
import { answerOf, contentOf, contract, facts, nodeAt, state, type Node, type Statements } from './shapes.ts';

/** All that the facts say, and all that the contract says, as statements of one form. */
const said = {
  facts: new Set([
    ...facts.operations.flatMap((one) => [...ofFact(one)]),
    ...ofSchemas(facts.schemas),
    ...ofPayloads(facts.events, payloadOfFact),
  ]),
  contract: new Set([
    ...contract.operations.flatMap((one) => [...ofOperation(one)]),
    ...ofSchemas(Object.fromEntries(Object.entries(contract.schemas).filter(([name]) => name in facts.schemas))),
    ...ofPayloads(contract.events, payloadOfPage),
  ]),
};

test('every operation, parameter, field, enum value, required flag and status of the facts stands in the contract', () => {
  const missing = [...said.facts].filter((one) => !said.contract.has(one));
  expect(unexplained(missing, OMISSIONS)).toEqual([]);
});

test('the contract says nothing beyond the facts except what the table of additions explains', () => {
  const extra = [...said.contract].filter((one) => !said.facts.has(one));
  expect(unexplained(extra, ADDITIONS)).toEqual([]);
});

test('every row of the two tables is needed', () => {
  const missing = [...said.facts].filter((one) => !said.contract.has(one));
  const extra = [...said.contract].filter((one) => !said.facts.has(one));
  const idle = [
    ...OMISSIONS.filter(([row]) => !missing.some((one) => fits(one, row))),
    ...ADDITIONS.filter(([row]) => !extra.some((one) => fits(one, row))),
  ];
  expect(idle).toEqual([]);
});

function unexplained(statements: readonly string[], table: typeof ADDITIONS): string[] {
  return statements.filter((one) => !table.some(([row]) => fits(one, row)));
}

/** `*` in a row stands for any text. */
function fits(statement: string, row: string): boolean {
  const parts = row.split('*').map((part) => part.replace(/[.[\]{}()^$|+?\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(statement);
}

function ofFact(one: Node): Statements {
  const id = String(one['id']);
  const into: Statements = new Set([`${id} ${String(one['method'])} ${String(one['path'])}`]);
  if (one['deprecated'] === true) into.add(`${id} deprecated`);
  for (const { name, ...schema } of one['pathParams'] as Node[])
    ofParameter(id, { name, in: 'path', required: true, schema }, into);
  for (const place of ['query', 'header'] as const) {
    const list = one[place === 'query' ? 'query' : 'headers'] as Node[];
    for (const param of list) ofParameter(id, { ...param, in: place }, into);
  }
  if (one['bodyKind'] !== 'none') {
    into.add(`${id} body ${String(one['bodyKind'])}${one['bodyRequired'] === true ? ' required' : ''}`);
    state(one['body'], `${id} body`, into);
  }
  for (const [status, schema] of Object.entries(nodeAt(one, 'responses'))) ofAnswer(id, status, schema, into);
  return into;
}

function ofOperation(one: Node): Statements {
  const id = String(one['operationId']);
  const into: Statements = new Set([`${id} ${String(one['method'])} ${String(one['path'])}`]);
  if (one['deprecated'] === true) into.add(`${id} deprecated`);
  for (const param of (one['parameters'] ?? []) as Node[]) ofParameter(id, param, into);
  const body = nodeAt(one, 'requestBody');
  const content = contentOf(body);
  if (content !== undefined) {
    into.add(`${id} body ${content.kind}${body['required'] === true ? ' required' : ''}`);
    state(content.schema, `${id} body`, into);
  }
  for (const [status, part] of Object.entries(nodeAt(one, 'responses'))) {
    ofAnswer(id, status, contentOf(answerOf(part))?.schema ?? null, into);
  }
  return into;
}

function ofParameter(id: string, param: Node, into: Statements): void {
  const place = `${id} ${String(param['in'])}.${String(param['name'])}`;
  for (const flag of ['required', 'deprecated', 'style', 'explode']) {
    if (param[flag] !== undefined && param[flag] !== false) into.add(`${place} ${flag} ${JSON.stringify(param[flag])}`);
  }
  state(param['schema'], place, into);
}

function ofAnswer(id: string, status: string, schema: unknown, into: Statements): void {
  into.add(`${id} ${status}`);
  if (schema === null) into.add(`${id} ${status} no body`);
  else state(schema, `${id} ${status} body`, into);
}

function ofSchemas(schemas: Readonly<Record<string, Node>>): Statements {
  const into: Statements = new Set();
  for (const [name, schema] of Object.entries(schemas)) state(schema, `${name} `, into);
  return into;
}

function ofPayloads(events: Readonly<Record<string, Node>>, payloadOf: (event: Node) => unknown): Statements {
  const into: Statements = new Set(Object.keys(events));
  for (const [name, event] of Object.entries(events)) state(payloadOf(event), `${name} payload`, into);
  return into;
}

function payloadOfFact(event: Node): unknown {
  return event['schema'];
}

function payloadOfPage(event: Node): unknown {
  return contentOf(nodeAt(nodeAt(event, 'post'), 'requestBody'))?.schema;
}
