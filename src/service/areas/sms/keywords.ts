/** Words that carriers act on when somebody texts nothing else: they end the texts of a number, let them begin again, or ask for help. Used by arrives.ts. */
import type { Fields } from '../../../kernel/json.ts';

export type Wish = 'out' | 'in' | 'help';

/** In English, French, Spanish, Portuguese and German. Source: readings, "Texts" */
const WORDS: Readonly<Record<Wish, readonly string[]>> = {
  out: [
    ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
    ...['ARRET', 'ARRÊT', 'ALTO', 'BAJA', 'PARAR', 'SAIR', 'STOPP', 'ABMELDEN'],
  ],
  in: ['START', 'UNSTOP', 'YES'],
  help: ['HELP', 'INFO', 'AIDE', 'AYUDA', 'AJUDA', 'HILFE'],
};

/** What a campaign says of its own words: a list with commas each, and the answer to them. */
const OF_CAMPAIGN: Readonly<Record<Wish, { readonly words: string; readonly answer: string }>> = {
  out: { words: 'optoutKeywords', answer: 'optoutMessage' },
  in: { words: 'optinKeywords', answer: 'optinMessage' },
  help: { words: 'helpKeywords', answer: 'helpMessage' },
};

const WISHES = Object.keys(WORDS) as Wish[];

/** What a text asks of the carrier: the words of everybody first, then those of the campaign that the number sends for. */
export function wishIn(text: string, campaign: Fields = {}): Wish | undefined {
  const said = text.trim().toUpperCase();
  const own = (wish: Wish): readonly string[] => listed(campaign[OF_CAMPAIGN[wish].words]);
  return WISHES.find((wish) => WORDS[wish].includes(said)) ?? WISHES.find((wish) => own(wish).includes(said));
}

const listed = (words: unknown): readonly string[] =>
  typeof words === 'string' ? words.split(',').map((word) => word.trim().toUpperCase()) : [];

/** What the campaign answers to a wish; undefined where it says nothing. */
export function answerTo(wish: Wish, campaign: Fields = {}): string | undefined {
  const answer = campaign[OF_CAMPAIGN[wish].answer];
  return typeof answer === 'string' && answer !== '' ? answer : undefined;
}
