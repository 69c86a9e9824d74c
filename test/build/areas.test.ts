import { expect, test } from 'vitest';
import { areaFiles, areasModule, auditAreas, ownFunctions, type AreaFile } from '../../src/build/areas.ts';
import { collectRefusals } from '../../src/build/refusal.ts';
import { ROOT } from '../support/process.ts';

const act = async (): Promise<void> => undefined;

const THINGS: AreaFile = { area: 'things', part: 'operations', list: { createThing: act, listThings: act } };
const STEPS: AreaFile = { area: 'things', part: 'work', list: { thing_step: act } };
const ADDRESSES: AreaFile = { area: 'things', part: 'raw', list: [{ method: 'GET', path: '/thing/:key' }] };

const KNOWN = {
  operations: new Set(['createThing', 'listThings', 'sendBox']),
  elsewhere: { file: 'src/service/delivery/work.ts', kinds: ['delivery'] },
};

function refusedFor(...files: AreaFile[]): readonly string[] {
  const { refuse, sentences } = collectRefusals();
  auditAreas([THINGS, STEPS, ADDRESSES, ...files], KNOWN, refuse);
  return sentences;
}

test('what every area has under names of its own is taken', () => {
  expect(refusedFor({ area: 'boxes', part: 'operations', list: { sendBox: act } })).toEqual([]);
});

// prettier-ignore
test.each<[string, AreaFile, string]>([
  ['an operation that two areas serve', { area: 'boxes', part: 'operations', list: { listThings: act } }, 'src/service/areas/boxes/operations.ts: serves listThings, and so does src/service/areas/things/operations.ts; keep one of the two'],
  ['a function under an id of no operation', { area: 'boxes', part: 'operations', list: { sendBoxes: act } }, 'src/service/areas/boxes/operations.ts: has a function for sendBoxes, which is no operation; name it by an operationId of src/contract'],
  ['a kind of due rows that two areas claim', { area: 'boxes', part: 'work', list: { thing_step: act } }, 'src/service/areas/boxes/work.ts: does due work of the kind thing_step, and so does src/service/areas/things/work.ts; keep one of the two'],
  ['a kind of due rows that is the work of deliveries', { area: 'boxes', part: 'work', list: { delivery: act } }, 'src/service/areas/boxes/work.ts: does due work of the kind delivery, and so does src/service/delivery/work.ts; keep one of the two'],
  ['an address at which two areas answer', { area: 'boxes', part: 'raw', list: [{ method: 'GET', path: '/thing/:key' }] }, 'src/service/areas/boxes/raw.ts: answers at GET /thing/:key, and so does src/service/areas/things/raw.ts; keep one of the two'],
  ['a file without its list', { area: 'boxes', part: 'arrives', list: undefined }, 'src/service/areas/boxes/arrives.ts: exports no arrives, the list that the press makes its index of'],
])('the press refuses %s', (_what, file, sentence) => {
  expect(refusedFor(file)).toEqual([sentence]);
});

test('the index names the area of everything, and loads nothing by itself', () => {
  const text = areasModule([THINGS, STEPS, ADDRESSES]);
  expect(text).toContain('OPERATIONS: Names = {"createThing":"things","listThings":"things"}');
  expect(text).toContain('WORK: Names = {"thing_step":"things"}');
  expect(text).toContain('[{"area":"things","method":"GET","path":"/thing/:key"}]');
  expect(text).toContain(`"things": async () => (await import('../../src/service/areas/things/work.ts')).work`);
  expect(text).not.toMatch(/^import (?!type )/m);
});

test('several areas may act on the same thing, and the index names them all', () => {
  const boxes: AreaFile = { area: 'boxes', part: 'reacts', list: { messageStatusChanged: act } };
  const things: AreaFile = {
    area: 'things',
    part: 'reacts',
    list: { messageStatusChanged: act, commentReceived: act },
  };
  expect(refusedFor(boxes, things)).toEqual([]);
  expect(areasModule([boxes, things])).toContain(
    'REACTS: Readonly<Record<string, readonly string[]>> = {"messageStatusChanged":["boxes","things"],"commentReceived":["things"]}',
  );
});

test('the functions of the real areas are read from their files', async () => {
  const files = await areaFiles(ROOT);
  expect(ownFunctions(files)).toContain('createPost');
  expect(files.map(({ area, part }) => `${area}/${part}`)).toContain('inbox/arrives');
});
