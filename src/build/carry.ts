/** Carries the shapes of a facts folder into one file of the contract and keeps the words there. Run by hand; next stop: press.ts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  folding,
  isNode,
  merged,
  nameBehind,
  namesIn,
  refTo,
  renamed,
  requested,
  sameShape,
  without,
  type Node,
} from './carry/shapes.ts';
import { readPage, writePage } from './carry/page.ts';

/** An operation of the facts; see their README. */
interface Fact {
  readonly id: string;
  readonly method: string;
  readonly path: string | null;
  readonly area: string;
  readonly pathParams: readonly Node[];
  readonly query: readonly Node[];
  readonly headers: readonly Node[];
  readonly bodyKind: 'none' | 'json' | 'multipart' | 'binary';
  readonly bodyRequired?: boolean;
  readonly body?: Node;
  readonly responses: Readonly<Record<string, Node | null>>;
  readonly deprecated?: boolean;
}

const CONTRACT = join(import.meta.dirname, '..', 'contract');
const MEDIA_TYPES = { json: 'application/json', multipart: 'multipart/form-data', binary: 'application/octet-stream' };

/** Answers that are worded once, under `components.responses`: the first of a status with the carried shape is referred to. */
const SHARED_ANSWERS: Readonly<Record<string, readonly string[]>> = {
  '400': ['BadRequest', 'BadRequestInBrief'],
  '401': ['Unauthorized'],
  '402': ['BillingGate'],
  '403': ['RestrictedKey', 'Forbidden', 'ForbiddenInFull'],
  '404': ['NotFound', 'NotFoundInBrief'],
  '409': ['Conflict'],
  '429': ['TooMany'],
  '500': ['ServiceFailure'],
  default: ['Refused', 'RefusedInBrief', 'RefusedEitherWay'],
};

const [, , factsFolder, area] = process.argv;
if (factsFolder === undefined || area === undefined) {
  console.error('usage: npx tsx src/build/carry.ts <facts folder> <area, or events>');
  process.exit(2);
}
const facts = async <T>(name: string): Promise<T> => JSON.parse(await readFile(join(factsFolder, name), 'utf8')) as T;
const factSchemas = await facts<Readonly<Record<string, Node>>>('schemas.json');
const pages = { schemas: join(CONTRACT, 'schemas.yaml'), events: join(CONTRACT, 'events.yaml') };
const fold = folding(await ownSchemas());
const answers = nodeAt(nodeAt(await readPage(pages.schemas), 'components'), 'responses') as Readonly<
  Record<string, Node>
>;

await (area === 'events' ? carryEvents() : carryArea(area));
await carrySchemas(join(CONTRACT, `${area}.yaml`));

async function carryArea(name: string): Promise<void> {
  const path = join(CONTRACT, `${name}.yaml`);
  const page = await readPage(path);
  const have = nodeAt(page, 'paths');
  const all = [
    ...(await facts<readonly Fact[]>(`operations/${name}.json`)),
    ...(await facts<readonly Fact[]>('document-only-operations.json')).filter((fact) => fact.area === name),
  ];
  const paths: Record<string, Node> = { ...(have as Record<string, Node>) };
  for (const fact of all) {
    if (fact.path === null) continue;
    const method = fact.method.toLowerCase();
    const item = paths[fact.path] ?? {};
    paths[fact.path] = { ...item, [method]: operation(fact, nodeAt(item, method)) };
  }
  await writePage(path, { ...page, info: page['info'] ?? { title: name }, tags: page['tags'] ?? [], paths });
}

async function carryEvents(): Promise<void> {
  const page = await readPage(pages.events);
  const have = nodeAt(page, 'webhooks');
  const events = await facts<Readonly<Record<string, { readonly schema: Node }>>>('webhook-events.json');
  const webhooks = Object.entries(events).map(([name, { schema }]) => {
    const old = nodeAt(nodeAt(have, name), 'post');
    const shape = merged(fold(renamed(schema)), schemaIn(old['requestBody']));
    const responses = old['responses'] ?? { '2XX': { description: 'Taken. Any other answer is tried again.' } };
    return [
      name,
      { post: { ...without(old, 'requestBody', 'responses'), requestBody: content('json', shape), responses } },
    ];
  });
  await writePage(pages.events, { ...page, webhooks: Object.fromEntries(webhooks) as Node });
}

/** Every schema of the facts that this page leads to now: one new to the contract stands where it was first needed. */
async function carrySchemas(here: string): Promise<void> {
  const first = area === 'events' ? pages.events : pages.schemas;
  const standing = { [pages.schemas]: await readPage(pages.schemas), [pages.events]: await readPage(pages.events) };
  const seen = namesIn(await readPage(here));
  for (const name of seen) {
    const home = Object.keys(standing).find((path) => name in schemasOf(standing[path] ?? {})) ?? first;
    const page = standing[home] ?? {};
    const have = schemasOf(page)[name];
    const fact = factSchemas[name];
    const shape = fact === undefined ? have : merged(fold(renamed(fact)), have);
    standing[home] = withSchema(page, name, shape);
    namesIn(shape, seen);
  }
  for (const [path, page] of Object.entries(standing)) if (Object.keys(page).length > 0) await writePage(path, page);
}

function withSchema(page: Node, name: string, shape: Node | undefined): Node {
  return { ...page, components: { ...nodeAt(page, 'components'), schemas: { ...schemasOf(page), [name]: shape } } };
}

function operation(fact: Fact, have: Node): Node {
  const words = without(have, 'operationId', 'deprecated', 'parameters', 'requestBody', 'responses');
  const old = (have['parameters'] ?? []) as readonly Node[];
  const carried = [
    ...fact.pathParams.map((param) =>
      parameter({ name: param['name'], required: true, schema: without(param, 'name') }, 'path', old),
    ),
    ...fact.query.map((param) => parameter(param, 'query', old)),
    ...fact.headers.map((param) => parameter(param, 'header', old)),
  ];
  const parameters = [...carried, ...old.filter((param) => carried.every((one) => !sameParameter(one, param)))];
  return {
    operationId: fact.id,
    ...words,
    ...(fact.deprecated === true && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(fact.bodyKind !== 'none' && { requestBody: requestBody(fact, fact.bodyKind, have['requestBody']) }),
    responses: responses(fact, nodeAt(have, 'responses')),
  };
}

function sameParameter(a: Node, b: Node): boolean {
  return a['name'] === b['name'] && a['in'] === b['in'];
}

function parameter(fact: Node, place: string, old: readonly Node[]): Node {
  const have = old.find((param) => param['name'] === fact['name'] && param['in'] === place) ?? {};
  const { name, required, schema, deprecated, style, explode } = fact;
  return {
    name,
    in: place,
    ...(required === true && { required }),
    ...(deprecated === true && { deprecated }),
    ...(style !== undefined && { style }),
    ...(explode !== undefined && { explode }),
    ...(have['description'] !== undefined && { description: have['description'] }),
    schema: merged(requested(fold(renamed(schema as Node)), String(name)), have['schema'] as Node | undefined),
  };
}

function requestBody(fact: Fact, kind: 'json' | 'multipart' | 'binary', have: unknown): Node {
  const shape = merged(requested(fold(renamed(fact.body ?? {}))), schemaIn(have));
  return { ...(fact.bodyRequired === true && { required: true }), ...content(kind, shape) };
}

function responses(fact: Fact, have: Node): Node {
  const carried = Object.entries(fact.responses).map(([status, schema]) => {
    const old = nodeAt(have, status);
    const known = nameBehind(old['$ref'], 'responses');
    const standing = schemaIn(known === undefined ? old : answers[known]);
    const shape = schema === null ? standing : merged(fold(renamed(schema)), standing);
    const shared = SHARED_ANSWERS[status]?.find((name) => name in answers && sameShape(schemaIn(answers[name]), shape));
    if (shared !== undefined && old['description'] === undefined) return [status, { $ref: refTo(shared, 'responses') }];
    return [status, { description: old['description'] ?? 'The answer.', ...(shape && content('json', shape)) }];
  });
  return { ...have, ...(Object.fromEntries(carried) as Node) };
}

function content(kind: keyof typeof MEDIA_TYPES, schema: Node): Node {
  return { content: { [MEDIA_TYPES[kind]]: { schema } } };
}

/** The schema in the `content` of a body or an answer. */
function schemaIn(part: unknown): Node | undefined {
  if (!isNode(part) || !isNode(part['content'])) return undefined;
  const [media] = Object.values(part['content']);
  return isNode(media) ? (media['schema'] as Node | undefined) : undefined;
}

/** Schemas that only the contract has. The facts spell their shapes out, so these names are folded into what is carried. */
async function ownSchemas(): Promise<Readonly<Record<string, Node>>> {
  const all = { ...schemasOf(await readPage(pages.schemas)), ...schemasOf(await readPage(pages.events)) };
  return without(all, ...Object.keys(factSchemas)) as Readonly<Record<string, Node>>;
}

function schemasOf(page: Node): Readonly<Record<string, Node>> {
  return nodeAt(nodeAt(page, 'components'), 'schemas') as Readonly<Record<string, Node>>;
}

function nodeAt(node: Node, key: string): Node {
  const value = node[key];
  return isNode(value) ? value : {};
}
