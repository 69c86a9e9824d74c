/** Every event of the contract is built somewhere: its name occurs in the service's own code. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pressCards } from '../../src/build/press.ts';
import { ROOT } from '../support/module.ts';

const SERVICE = join(ROOT, 'src', 'service');
const code = readdirSync(SERVICE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(SERVICE, path), 'utf8'))
  .join('\n');

/** Names that are put together, such as `post.external.${change}`: their fixed parts, with a word between. */
const composed = [...code.matchAll(/`([a-z_]+\.[a-z_.]*)\$\{[^}]*\}`/g)].map(([, beginning = '']) => beginning);

const isNamed = (event: string): boolean =>
  code.includes(`'${event}'`) ||
  composed.some((beginning) => event.startsWith(beginning) && /^[a-z_]+$/.test(event.slice(beginning.length)));

test('every event has an emitter in the service', async () => {
  const { compiled } = await pressCards(join(ROOT, 'src', 'contract'));
  expect(compiled.index.events.filter((event) => !isNamed(event))).toEqual([]);
});
