/** Keeps the part of the facts that was carried, as JSON beside the test that compares it with the contract. Used by carry.ts. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Node } from './shapes.ts';

/** Copies the facts of one area (or of the events) to `folder`, with every shared schema that all areas there lead to. */
export async function digest(facts: string, area: string, folder: string): Promise<void> {
  const read = async <T>(name: string, from = facts): Promise<T> =>
    JSON.parse(await readFile(join(from, name), 'utf8')) as T;
  await mkdir(join(folder, 'operations'), { recursive: true });
  if (area === 'events') {
    const events = Object.entries(await read<Record<string, { schema: Node }>>('webhook-events.json'));
    await write(
      folder,
      'webhook-events.json',
      Object.fromEntries(events.map(([name, { schema }]) => [name, { schema }])),
    );
  } else {
    await write(folder, `operations/${area}.json`, await read(`operations/${area}.json`));
  }
  const areas = (await readdir(join(folder, 'operations'))).sort();
  const documentOnly = await read<{ area: string }[]>('document-only-operations.json');
  const kept = documentOnly.filter((operation) => areas.includes(`${operation.area}.json`));
  await write(folder, 'document-only-operations.json', kept);
  const parts = await Promise.all(areas.map((file) => read(`operations/${file}`, folder)));
  const payloads = await read('webhook-events.json', folder).catch(() => ({}));
  await write(folder, 'schemas.json', reached([parts, payloads], await read<Record<string, Node>>('schemas.json')));
}

/** One entry a line, so that a change shows as one line. */
async function write(folder: string, name: string, entries: object): Promise<void> {
  const list = Array.isArray(entries);
  const rows = Object.entries(entries).map(
    ([key, entry]) => (list ? '' : `${JSON.stringify(key)}:`) + JSON.stringify(entry),
  );
  const [open, close] = list ? ['[', ']'] : ['{', '}'];
  await writeFile(join(folder, name), `${open}\n${rows.join(',\n')}\n${close}\n`);
}

function reached(part: unknown, schemas: Readonly<Record<string, Node>>): Record<string, Node> {
  const names = new Set<string>();
  const follow = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/schemas\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      follow(schemas[name]);
    }
  };
  follow(part);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)));
}
