/** Carries the shapes of a facts folder into one page of the contract and keeps the words there. Run by hand; next stop: press.ts. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digest } from './carry/digest.ts';
import { content, operationFrom, schemaIn, type Fact, type Shared } from './carry/operation.ts';
import { readPage, writePage } from './carry/page.ts';
import { folding, merged, namesIn, nodeAt, renamed, without, type Node } from './carry/shapes.ts';

/** Where shapes come from and go to. */
export interface Journey {
  /** A facts folder: `operations/<area>.json`, `schemas.json`, `webhook-events.json`, `document-only-operations.json`. */
  readonly facts: string;
  /** An area of the facts, or `events`. */
  readonly area: string;
  /** The folder of the contract's pages. */
  readonly contract: string;
}

const EVENTS = 'events';

/** Writes the page of the area, then every shared schema that it leads to. */
export async function carry(journey: Journey): Promise<void> {
  const shared = await sharedParts(journey);
  await (journey.area === EVENTS ? carryEvents(journey, shared) : carryArea(journey, shared));
  await carrySchemas(journey, shared);
}

async function carryArea(journey: Journey, shared: Shared): Promise<void> {
  const { area } = journey;
  const page = await readPage(pageOf(journey, area));
  const all = [
    ...(await factsOf<readonly Fact[]>(journey, `operations/${area}.json`)),
    ...(await factsOf<readonly Fact[]>(journey, 'document-only-operations.json')).filter((fact) => fact.area === area),
  ];
  const paths: Record<string, unknown> = { ...nodeAt(page, 'paths') };
  for (const fact of all) {
    if (fact.path === null) continue;
    const method = fact.method.toLowerCase();
    const item = nodeAt(paths, fact.path);
    paths[fact.path] = { ...item, [method]: operationFrom(fact, nodeAt(item, method), shared) };
  }
  const head = { info: page['info'] ?? { title: area }, tags: page['tags'] ?? [] };
  await writePage(pageOf(journey, area), { ...head, ...page, paths });
}

async function carryEvents(journey: Journey, { fold }: Shared): Promise<void> {
  const page = await readPage(pageOf(journey, EVENTS));
  const events = await factsOf<Readonly<Record<string, { readonly schema: Node }>>>(journey, 'webhook-events.json');
  const webhooks = Object.entries(events).map(([name, { schema }]) => {
    const have = nodeAt(nodeAt(nodeAt(page, 'webhooks'), name), 'post');
    const requestBody = content('json', merged(fold(renamed(schema)), schemaIn(have['requestBody'])));
    const responses = have['responses'] ?? {
      '2XX': { description: 'Taken. After any other answer it is sent again.' },
    };
    return [name, { post: { ...without(have, 'requestBody', 'responses'), requestBody, responses } }] as const;
  });
  await writePage(pageOf(journey, EVENTS), { ...page, webhooks: Object.fromEntries(webhooks) });
}

/** A new schema goes where it was first needed: beside the events, or into schemas.yaml. */
async function carrySchemas(journey: Journey, { fold }: Shared): Promise<void> {
  const facts = await factsOf<Readonly<Record<string, Node>>>(journey, 'schemas.json');
  const homes = [pageOf(journey, 'schemas'), pageOf(journey, EVENTS)] as const;
  const [schemas, events] = await Promise.all(homes.map(readPage));
  const standing = new Map<string, Node>([
    [homes[0], schemas ?? {}],
    [homes[1], events ?? {}],
  ]);
  const seen = namesIn(await readPage(pageOf(journey, journey.area)));
  for (const name of seen) {
    const first = journey.area === EVENTS ? homes[1] : homes[0];
    const home = homes.find((path) => name in schemasOf(standing.get(path) ?? {})) ?? first;
    const page = standing.get(home) ?? {};
    const [fact, have] = [facts[name], schemasOf(page)[name]];
    const shape = fact === undefined ? have : merged(fold(renamed(fact)), have);
    standing.set(home, withSchema(page, name, shape));
    namesIn(shape, seen);
  }
  for (const [path, page] of standing) if (Object.keys(page).length > 0) await writePage(path, page);
}

/** What the contract has and the facts have not: named shapes that are spelled out there again and again, and answers. */
async function sharedParts(journey: Journey): Promise<Shared> {
  const [schemas, events] = await Promise.all(['schemas', EVENTS].map((name) => readPage(pageOf(journey, name))));
  const all = { ...schemasOf(schemas ?? {}), ...schemasOf(events ?? {}) };
  const facts = await factsOf<Node>(journey, 'schemas.json');
  return {
    fold: folding(without(all, ...Object.keys(facts)) as Readonly<Record<string, Node>>),
    answers: nodeAt(nodeAt(schemas ?? {}, 'components'), 'responses') as Readonly<Record<string, Node>>,
  };
}

function schemasOf(page: Node): Readonly<Record<string, Node>> {
  return nodeAt(nodeAt(page, 'components'), 'schemas') as Readonly<Record<string, Node>>;
}

function withSchema(page: Node, name: string, shape: Node | undefined): Node {
  return { ...page, components: { ...nodeAt(page, 'components'), schemas: { ...schemasOf(page), [name]: shape } } };
}

const pageOf = ({ contract }: Journey, name: string): string => join(contract, `${name}.yaml`);

const factsOf = async <T>({ facts }: Journey, name: string): Promise<T> =>
  JSON.parse(await readFile(join(facts, name), 'utf8')) as T;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [facts, area] = process.argv.slice(2);
  if (facts === undefined || area === undefined) {
    console.error('usage: npx tsx src/build/carry.ts <facts folder> <area, or events>');
    process.exitCode = 2;
  } else {
    const root = resolve(import.meta.dirname, '../..');
    await carry({ facts, area, contract: join(root, 'src/contract') });
    await digest(facts, area, join(root, 'test/contract/facts'));
  }
}
