/** All pages of the contract as one OpenAPI 3.1 document: what `svc api spec` prints. */
import type { Contract } from './contract.ts';
import { withoutExtensions } from './references.ts';

/** The merged document, without our extension keys; paths, events and schemas in the order of their names. */
export function openapiOf({ document, pages, components }: Contract): Record<string, unknown> {
  const { file: _file, openapi, paths: _paths, webhooks: _webhooks, components: _components, ...head } = document;
  const paths = pages.flatMap((page) => Object.entries(page.paths ?? {}));
  const webhooks = pages.flatMap((page) => Object.entries(page.webhooks ?? {}));
  return withoutExtensions({
    openapi: openapi ?? '3.1.0',
    ...head,
    paths: sorted(paths),
    webhooks: sorted(webhooks),
    components: Object.fromEntries(
      Object.entries(components).map(([section, entries]) => [section, sorted(Object.entries(entries ?? {}))]),
    ),
  });
}

const sorted = <T>(entries: readonly [string, T][]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
