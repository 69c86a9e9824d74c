/** A validator from outside stands between a client and the service, with the description that `svc api spec` prints. */
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { addressOf, headersOf, knownIn, operationsIn, payloadOf, rightAsking, type Asking } from '../support/asking.ts';
import { openInspector, type Inspector } from '../support/inspector.ts';
import { sharedService } from '../support/shared-service.ts';
import { svc } from '../support/svc.ts';

const catalog = openCatalog('dist/cards');
const operations = operationsIn(catalog);
const areas = [...new Set(operations.map(({ area }) => area))];
const SEED = 4;

const shared = sharedService(catalog);
let opening: Promise<Inspector> | undefined;

afterAll(async () => {
  await (await opening)?.close();
});

/** Stands there from the first test that asks for it. */
const inspected = (): Promise<Inspector> => (opening ??= opened());

async function opened(): Promise<Inspector> {
  const { url } = await shared.service.listen({ host: '127.0.0.1', port: 0 });
  const printed = await svc(['api', 'spec']);
  return openInspector(JSON.parse(printed.stdout) as object, url);
}

/** What the help asks for, and what may be asked for. */
const askings = ({ card, schemas }: (typeof operations)[number]): readonly Asking[] => [
  ...(catalog.examples()[card.id] ?? []),
  ...fc.sample(rightAsking({ card, schemas }, knownIn(catalog, card), true), { numRuns: 1, seed: SEED }),
];

test.each(areas)('%s says nothing that the description does not', async (area) => {
  const inspector = await inspected();
  await shared.restore();
  const before = inspector.violations.length;
  const own = operations.filter((one) => one.area === area);
  for (const operation of own) {
    for (const asking of askings(operation)) {
      const payload = payloadOf(operation, asking.body);
      const answer = await fetch(inspector.url + addressOf(operation.card, asking), {
        method: operation.card.method,
        headers: {
          authorization: `Bearer ${shared.service.apiKey}`,
          ...headersOf(operation.card),
          ...(payload && { 'content-type': payload.type }),
        },
        ...(payload && { body: payload.bytes }),
      });
      await answer.arrayBuffer();
    }
  }
  const violations = inspector.violations.slice(before);
  expect(violations, JSON.stringify(violations.slice(0, 5), undefined, 1)).toEqual([]);
});
