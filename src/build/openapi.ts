/** All pages of the contract as one OpenAPI 3.1 document: what `svc api spec` prints. */
import { METHODS } from '../kernel/methods.ts';
import { isFields } from '../kernel/json.ts';
import type { Schema } from '../kernel/schema.ts';
import { anyOneOf, answersOf } from './answers.ts';
import { compareText, type Compiled } from './compile.ts';
import type { Components, Contract, OperationWords, PathWords, ResponseWords, TagWords } from './contract.ts';
import { descriptionOf } from './description.ts';
import { aboutEvent } from './events.ts';
import { referencesIn, withoutExtensions } from './references.ts';

type Item = PathWords | Readonly<Record<string, OperationWords>>;

/** The merged document, without our extension keys; paths, events and components in the order of their names. */
export function openapiOf({ document, pages, components }: Contract, compiled: Compiled): Record<string, unknown> {
  const { file, tags = [], ...head } = document;
  if (head.openapi === undefined) throw new Error(`${file} names no OpenAPI version.`);
  const paths = pages.flatMap((page) => Object.entries(page.paths ?? {}));
  const webhooks = pages.flatMap((page) => Object.entries(page.webhooks ?? {}));
  const described = describer(compiled);
  const calls = {
    paths: sorted(paths.map(([path, item]) => [path, withEach(item, described)])),
    webhooks: sorted(webhooks.map(([event, item]) => [event, receivedAs(event, item, compiled)])),
  };
  const whole: Components = { ...components, responses: { ...components.responses, Refusal: refusalOf(components) } };
  const published = withoutExtensions({
    ...head,
    tags: [...tags.map(tagOf), ...keylessTag(paths)],
    ...calls,
    components: reachedFrom(calls, whole),
  });
  return withItems(published) as Record<string, unknown>;
}

/** Linters and generators ask every list for the schema of its items; of a list whose places are all named, that is any of theirs. */
function withItems(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withItems);
  if (!isFields(node)) return node;
  const { items, prefixItems } = node;
  const closed = items === false && Array.isArray(prefixItems) ? { items: anyOneOf(prefixItems as Schema[]) } : {};
  return Object.fromEntries(Object.entries({ ...node, ...closed }).map(([key, value]) => [key, withItems(value)]));
}

/** Tag of the operations that belong to no resource group. */
const KEYLESS = {
  name: 'identity',
  description: 'Whose a key is; any valid key may ask.',
  'x-displayName': 'Identity',
};

const isKeyless = ({ tags = [] }: OperationWords): boolean => tags.length === 0;

const keylessTag = (paths: readonly (readonly [string, PathWords])[]) =>
  paths.some(([, item]) => operationsIn(item).some(isKeyless)) ? [KEYLESS] : [];

const operationsIn = (item: PathWords): OperationWords[] =>
  METHODS.flatMap((method) => item[method.toLowerCase()] ?? []);

/** Gives an operation what its card and its effect say: a description, the answers by their statuses, and a tag. */
function describer({ files, service }: Compiled): (operation: OperationWords) => OperationWords {
  const cards = new Map(
    files.flatMap(({ operations, schemas }) => operations.map((card) => [card.id, { card, schemas }] as const)),
  );
  return (operation) => {
    const { operationId: id = '', description: written, responses = {} } = operation;
    const [found, served] = [cards.get(id), service.operations[id]];
    if (found === undefined || served === undefined) return operation;
    return {
      ...operation,
      ...(isKeyless(operation) && { tags: [KEYLESS.name] }),
      description: descriptionOf({ ...found, served, kinds: service.kinds, written }),
      responses: answersOf(found.card, served, responses),
    };
  };
}

/** OpenAPI 3.1 has no short title for a tag; readers of the description know this key for it. */
const tagOf = ({ summary, ...tag }: TagWords) => ({
  ...tag,
  ...(summary !== undefined && { 'x-displayName': summary }),
});

/** Every call can be refused, whether or not an operation names the status. Source: specification, "Envelope" */
function refusalOf({ schemas = {} }: Components): ResponseWords {
  const schema = { $ref: '#/components/schemas/ErrorResponse' };
  return {
    description: 'The request is refused; the status and the code say why.',
    ...('ErrorResponse' in schemas && { content: { 'application/json': { schema } } }),
  };
}

/** `post.published` is received as `onPostPublished`, and comes without our key. */
function receivedAs(event: string, item: Readonly<Record<string, OperationWords>>, compiled: Compiled): Item {
  const operationId = `on${event.split(/[._]/).map(capital).join('')}`;
  const pressed = compiled.eventRows[event];
  const cards = compiled.files.flatMap(({ operations }) => operations);
  const description = pressed === undefined ? {} : { description: aboutEvent(event, pressed, cards) };
  return withEach(item, (operation) => ({ operationId, security: [], ...description, ...operation }));
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Beside its operations an item may hold parameters for all of them. */
function withEach(item: Item, change: (operation: OperationWords) => OperationWords): Item {
  const entries = Object.entries(item) as [string, OperationWords][];
  const isMethod = (key: string): boolean => METHODS.some((method) => method.toLowerCase() === key);
  return Object.fromEntries(entries.map(([key, value]) => [key, isMethod(key) ? change(value) : value]));
}

/** The components that the calls lead to, in the order of their names. Credentials are named, not referred to. */
function reachedFrom(calls: unknown, components: Components): Record<string, unknown> {
  const reached = new Set<string>();
  const follow = (node: unknown): void => {
    for (const ref of referencesIn(node)) {
      if (reached.has(ref)) continue;
      reached.add(ref);
      const [, , section = '', name = ''] = ref.split('/');
      follow(components[section]?.[name]);
    }
  };
  follow(calls);
  const isReached = (section: string, name: string): boolean =>
    section === 'securitySchemes' || reached.has(`#/components/${section}/${name}`);
  const sections = Object.entries(components).map(([section, entries = {}]) => {
    const kept = Object.entries(entries).filter(([name]) => isReached(section, name));
    return [section, sorted(kept)] as const;
  });
  return Object.fromEntries(sections.filter(([, entries]) => Object.keys(entries).length > 0));
}

const sorted = <T>(entries: readonly [string, T][]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => compareText(a, b)));
