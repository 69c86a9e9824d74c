/** All pages of the contract as one OpenAPI 3.1 document: what `svc api spec` prints. */
import { compareText } from './compile.ts';
import type { Contract } from './contract.ts';
import { withoutExtensions } from './references.ts';

/** The merged document, without our extension keys; paths, events and components in the order of their names. */
export function openapiOf({ document, pages, components }: Contract): Record<string, unknown> {
  const { file, ...head } = document;
  const paths = pages.flatMap((page) => Object.entries(page.paths ?? {}));
  const webhooks = pages.flatMap((page) => Object.entries(page.webhooks ?? {}));
  const sections = Object.entries(components).map(([name, entries]) => [name, sorted(Object.entries(entries ?? {}))]);
  if (head.openapi === undefined) throw new Error(`${file} names no OpenAPI version.`);
  return withoutExtensions({
    ...head,
    paths: sorted(paths),
    webhooks: sorted(webhooks),
    components: Object.fromEntries(sections) as Record<string, unknown>,
  });
}

const sorted = <T>(entries: readonly [string, T][]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => compareText(a, b)));
