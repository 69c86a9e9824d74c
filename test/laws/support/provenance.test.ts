/** What the law on provenance takes for declared: the default of a parameter under its own name, and no other word. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { operationsIn } from '../../support/asking.ts';
import { declaredIn } from './declared.ts';
import { inventedIn, stateOf } from './provenance.ts';

test('the default of a parameter is declared under its own name; another word of its enum is not', () => {
  const catalog = openCatalog('dist/cards');
  const operation = operationsIn(catalog).find(({ card }) => card.id === 'getInstagramAccountInsights');
  if (operation === undefined) throw new Error('There is no such operation.');
  const invented = (metricType: string): readonly string[] => {
    const told = { status: 200, text: JSON.stringify({ metricType }), contentType: 'application/json' };
    const done = { operation, asking: { path: {}, query: {} }, told, commits: 0 };
    return inventedIn(done, stateOf([]), declaredIn(catalog));
  };
  expect([invented('total_value'), invented('time_series')]).toEqual([[], ['metricType']]);
});

test('a member that the operation declares as computed has a provenance, with what is below it; its neighbours have none', () => {
  const catalog = openCatalog('dist/cards');
  const operation = operationsIn(catalog).find(({ card }) => card.id === 'getVoiceCallEstimate');
  if (operation === undefined) throw new Error('There is no such operation.');
  const answer = { breakdown: { totalCostUSD: 0.7 }, breakdowns: 0.7, currency: 'GBP' };
  const told = { status: 200, text: JSON.stringify(answer), contentType: 'application/json' };
  const done = { operation, asking: { path: {}, query: {} }, told, commits: 0 };
  expect(inventedIn(done, stateOf([]), declaredIn(catalog))).toEqual(['breakdowns', 'currency']);
});
