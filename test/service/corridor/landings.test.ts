import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANDINGS } from '../../../src/service/corridor/landings.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The lines of the drawing in the tour: what must be known, then the landings. */
function drawing(): { needs: string; names: string[] }[] {
  const [, block = ''] = /```corridor\n([^]*?)```/.exec(readFileSync(join(ROOT, 'docs/tour.md'), 'utf8')) ?? [];
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [needs = '', ...names] = line.match(/[a-z]+/g) ?? [];
    return { needs, names };
  });
}

describe('the landings of the corridor', () => {
  test('are those of the drawing in the tour, in its order', () => {
    const drawn = drawing().flatMap(({ needs, names }) => names.map((name) => ({ name, needs })));
    expect(LANDINGS.map(({ name, needs }) => ({ name, needs }))).toEqual(drawn);
  });

  test('have a file each, of their name', () => {
    const files = readdirSync(join(ROOT, 'src/service/corridor'));
    expect(LANDINGS.filter(({ name }) => !files.includes(`${name}.ts`))).toEqual([]);
  });

  test('need no less than the landings before them', () => {
    const order = ['head', 'operation', 'body', 'reply'];
    const needs = LANDINGS.map((one) => order.indexOf(one.needs));
    expect(needs).toEqual(needs.toSorted((a, b) => a - b));
  });
});
