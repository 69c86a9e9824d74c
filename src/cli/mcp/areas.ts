/** Areas that `svc mcp` may be allowed to change: the first words of the commands. */
import { failure } from '../../kernel/failure.ts';
import { EVERY_AREA } from '../../kernel/tools.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { didYouMean, suggestion } from '../../schema/suggest.ts';

/** @throws Failure `usage` for a word that is no area */
export function requireAreas(words: readonly string[], catalog: Catalog): void {
  const areas = new Set(Object.keys(catalog.index().commands).map((path) => path.split(' ')[0] ?? ''));
  const known = [...areas, EVERY_AREA];
  const strange = words.find((word) => !known.includes(word));
  if (strange === undefined) return;
  const near = suggestion(strange, known);
  throw failure('usage', {
    message: `--allow-write takes an area such as posts or inbox, or all; not ${JSON.stringify(strange)}.`,
    param: '--allow-write',
    ...(near !== undefined && { hint: didYouMean(near) }),
  });
}
