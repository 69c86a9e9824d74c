import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  arrowsUp,
  cyclesOf,
  insidesImported,
  mutualPairs,
  roomOf,
  type Rooms,
} from '../../../src/build/counts/graph.ts';
import { sourceOf, sourcesIn } from '../../../src/build/counts/source.ts';

const ROOT = join(import.meta.dirname, '../../..');
const rooms = JSON.parse(readFileSync(join(ROOT, 'src/build/rooms.json'), 'utf8')) as Rooms;
const sources = sourcesIn(ROOT);

/** Lower it with the list. */
const MOST_INSIDES = 2;

describe('the graph of the imports', () => {
  test('has no cycle, types counted', () => {
    expect(cyclesOf(sources, { types: true })).toEqual([]);
  });

  test('runs up inside the service only where rooms.json gives the reason', () => {
    const known = rooms.known.map(({ from, to }) => ({ from, to }));
    expect(arrowsUp(sources, rooms)).toEqual(expect.arrayContaining(known));
    expect(known).toEqual(expect.arrayContaining(arrowsUp(sources, rooms)));
    expect(rooms.known.filter(({ reason }) => reason.length < 20)).toEqual([]);
    expect(known).toEqual([]);
  });

  test('leads from one area to the insides of another only where rooms.json lists the file, a list that may only shrink', () => {
    expect(rooms.insides).toEqual(insidesImported(sources));
    expect(rooms.insides.length).toBeLessThanOrEqual(MOST_INSIDES);
  });

  test('knows the layer of every room of the service', () => {
    const named = new Set(rooms.layers.flat());
    const found = new Set(sources.flatMap(({ path }) => roomOf(path) ?? []));
    expect([...found].filter((room) => !named.has(room))).toEqual([]);
  });
});

describe('counting', () => {
  const low = sourceOf('src/service/store/a.ts', "import type { B } from '../areas/b.ts';\nexport const a = 1;\n");
  const high = sourceOf('src/service/areas/b.ts', "import { a } from '../store/a.ts';\nexport type B = typeof a;\n");
  const layers = [['store'], ['areas']];

  test('sees a cycle that only types close, and tells it from one at run time', () => {
    expect(cyclesOf([low, high], { types: true })).toEqual([['src/service/areas/b.ts', 'src/service/store/a.ts']]);
    expect(cyclesOf([low, high], { types: false })).toEqual([]);
  });

  test('sees an import of what is inside another area, and none of its offers or its own files', () => {
    const sends =
      "import { a } from '../boxes/inside.ts';\nimport { b } from '../boxes/offers.ts';\nimport { c } from './c.ts';\n";
    expect(insidesImported([sourceOf('src/service/areas/things/send.ts', sends)])).toEqual([
      'src/service/areas/boxes/inside.ts',
    ]);
  });

  test('sees an arrow up, and two rooms that import each other', () => {
    const up = [{ from: 'src/service/store/a.ts', to: 'src/service/areas/b.ts' }];
    expect(arrowsUp([low, high], { layers })).toEqual(up);
    expect(mutualPairs([low, high])).toEqual(['areas store']);
  });
});
