/** All pages of the contract as one OpenAPI 3.1 document: what `svc api spec` prints. */
import { METHODS } from '../kernel/methods.ts';
import { compareText } from './compile.ts';
import type { Components, Contract, OperationWords, PathWords, ResponseWords, TagWords } from './contract.ts';
import { referencesIn, withoutExtensions } from './references.ts';

type Item = PathWords | Readonly<Record<string, OperationWords>>;

/** The merged document, without our extension keys; paths, events and components in the order of their names. */
export function openapiOf({ document, pages, components }: Contract): Record<string, unknown> {
  const { file, tags = [], ...head } = document;
  if (head.openapi === undefined) throw new Error(`${file} names no OpenAPI version.`);
  const paths = pages.flatMap((page) => Object.entries(page.paths ?? {}));
  const webhooks = pages.flatMap((page) => Object.entries(page.webhooks ?? {}));
  const calls = {
    paths: sorted(paths.map(([path, item]) => [path, withRefusals(item)])),
    webhooks: sorted(webhooks.map(([event, item]) => [event, withId(event, item)])),
  };
  const whole: Components = { ...components, responses: { ...components.responses, Refusal: refusalOf(components) } };
  return withoutExtensions({ ...head, tags: tags.map(tagOf), ...calls, components: reachedFrom(calls, whole) });
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

const ANY_REFUSAL = '4XX';

const saysRefusal = ({ responses = {} }: OperationWords): boolean =>
  'default' in responses && Object.keys(responses).some((status) => status.startsWith('4'));

function withRefusals(item: PathWords): Item {
  const refusal = { [ANY_REFUSAL]: { $ref: '#/components/responses/Refusal' } };
  return withEach(item, (operation) =>
    saysRefusal(operation) ? operation : { ...operation, responses: { ...operation.responses, ...refusal } },
  );
}

/** `post.published` is received as `onPostPublished`, and comes without our key. */
function withId(event: string, item: Readonly<Record<string, OperationWords>>): Item {
  const operationId = `on${event.split(/[._]/).map(capital).join('')}`;
  return withEach(item, (operation) => ({ operationId, security: [], ...operation }));
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
