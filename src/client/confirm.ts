/** Which calls a person is asked about before they are sent. */
import type { Card } from '../kernel/card.ts';

/** Some changes need a confirmation only with certain fields, such as a budget. */
export function asksFirst({ command: { confirm, confirmWith } }: Card, body: unknown): boolean {
  if (confirm === undefined || confirmWith === undefined) return confirm !== undefined;
  const fields = (body ?? {}) as Readonly<Record<string, unknown>>;
  return confirmWith.some((word) => {
    const [field = '', wanted] = word.split('=');
    const value = fields[field];
    return value !== undefined && (wanted === undefined || String(value).toLowerCase() === wanted);
  });
}
