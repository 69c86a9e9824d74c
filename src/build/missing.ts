/** The module behind `#missing`: the code of a record that is not there, kind by kind. Called by press.ts; read by service/engine/not-found.ts. */
import type { ServiceCards } from '../kernel/effect.ts';

export function missingModule({ kinds }: ServiceCards): string {
  const rows = Object.entries(kinds).flatMap(([name, { missing }]) => (missing === undefined ? [] : [[name, missing]]));
  return `/** Generated from src/contract/kinds by the press. */\nexport const MISSING = ${JSON.stringify(Object.fromEntries(rows))} as const;\n`;
}
