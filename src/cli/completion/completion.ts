/** `svc __complete SHELL …`: the candidates at the cursor, for the scripts in completions/. It reads names and one card, and makes no calls. */
import type { OwnWords } from '../tree.ts';
import { answerAt, type Answer } from './candidates.ts';
import { lineOf } from './line.ts';
import { placeAt } from './place.ts';
import { forBash, forFish, forPowerShell, forZsh } from './shells.ts';
import type { Scene } from './values.ts';

export interface Completing extends Pick<Scene, 'catalog' | 'world'> {
  readonly own: OwnWords;
}

/**
 * The lines for the shell; empty for a shell that is not known.
 * @param asked `bash COMP_TYPE COLUMNS COMP_WORDBREAKS LINE`; other shells part the line themselves and give `SHELL =BEGUN WORD…`,
 *   the begun word behind a sign, since an empty word would not get through every shell
 */
export function completed([shell, ...asked]: readonly string[], completing: Completing): string {
  if (shell === 'bash') return completedLine(asked, completing);
  const [marked = '', ...words] = asked;
  const begun = marked.slice(1);
  const answer = (): Answer => answered(words, begun, completing);
  if (shell === 'zsh') return forZsh(answer());
  if (shell === 'fish') return forFish(answer());
  if (shell === 'powershell') return forPowerShell(answer(), begun);
  return '';
}

/** COMP_TYPE of bash for a second press of the key, which only lists. */
const LISTING = '63';

function completedLine([type, columns, breaks = '', text = '']: readonly string[], completing: Completing): string {
  const line = lineOf(text, breaks);
  const answer = answered(line.words, line.begun, completing);
  return forBash(answer, { line, isListing: type === LISTING, columns: Number(columns) || 80 });
}

function answered(words: readonly string[], begun: string, { catalog, own, world }: Completing): Answer {
  const place = placeAt(words, begun, { catalog, own });
  return answerAt(place, { catalog, world, begun, context: contextIn(words) });
}

/** The value of `--context` in the line. */
function contextIn(words: readonly string[]): string | undefined {
  const at = words.findLastIndex((word) => word === '--context' || word.startsWith('--context='));
  const word = words[at];
  return word?.includes('=') === true ? word.slice(word.indexOf('=') + 1) : word && words[at + 1];
}
