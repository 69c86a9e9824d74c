/** Whether a refusal speaks of the thing that was not found. */
import { API_ERRORS } from '../../../src/kernel/errors.ts';
import type { Card } from '../../../src/kernel/card.ts';
import type { Unknown } from './trial.ts';

/** The sentence for an address that no operation has. */
const NO_ADDRESS = API_ERRORS.not_found.sentence;

/** @param kinds those whose id the place holds, as far as the contract declares it */
export function speaksOfIt(
  card: Card,
  { place, told }: Pick<Unknown, 'place' | 'told'>,
  kinds: readonly string[],
): boolean {
  const { error } = JSON.parse(told.text) as { error: string };
  if (error === NO_ADDRESS) return false;
  const said = error.toLowerCase();
  return [...wordsFor(card, place.name), ...kinds.flatMap((kind) => kind.split('_'))].some(
    (word) => word !== '' && said.includes(word),
  );
}

/** The words of the place's name, and those of the kind where the place is the record's own. */
function wordsFor({ path, effect }: Card, name: string): readonly string[] {
  const own = path.endsWith(`{${name}}`) || name === 'id' ? (effect?.kind ?? '').split('_') : [];
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return [...own, ...words.split(/[ _]/)].filter((word) => word.length > 1 && !['id', 'ids'].includes(word));
}
