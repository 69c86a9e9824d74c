/** Puts each chart on the card of its operation, and proves that the answer has its figures. Called by compile.ts. */
import type { Schema } from '../kernel/schema.ts';
import { CHARTS_FILE as FILE, type Charts } from './chart-words.ts';
import type { Operation } from './operation.ts';
import type { Refuse } from './refusal.ts';
import { hasField } from './views.ts';

interface Charting {
  readonly charts: Charts;
  readonly schemas: Readonly<Record<string, Schema>>;
}

export function withCharts(
  operations: readonly Operation[],
  { charts, schemas }: Charting,
  refuse: Refuse,
): readonly Operation[] {
  const known = new Set(operations.map(({ card }) => card.id));
  for (const id of Object.keys(charts))
    if (!known.has(id)) refuse({ file: FILE }, `draws the answer of the unknown operation ${id}`);
  return operations.map((operation) => {
    const chart = charts[operation.card.id];
    if (chart === undefined) return operation;
    const answer = operation.card.responses['200'] ?? {};
    const { rows = '', groups = '', of = [] } = chart;
    const fields = rows === '' ? [groups] : of.map((field) => `${rows}.${field}`);
    for (const field of fields)
      if (!hasField(answer, field.split('.'), schemas))
        refuse({ file: FILE }, `draws ${field} of ${operation.card.id}, which its answer does not have`);
    return { ...operation, card: { ...operation.card, chart } };
  });
}
