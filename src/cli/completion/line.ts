/** Splits a line of bash, up to the cursor, into words. Pure. Next stop: place.ts. */

export interface Line {
  /** The words before the cursor, without the name of the program. */
  readonly words: readonly string[];
  /** The word at the cursor, as far as it was typed and without its quotes. */
  readonly begun: string;
  /** As much of `begun` as bash takes for words of their own: it stays, and a candidate is put behind it. */
  readonly kept: string;
  /** The quote that is still open. */
  readonly quote: Quote;
}

type Quote = '' | '"' | "'";

/** @param breaks COMP_WORDBREAKS: signs that end a word for bash, though not for the program */
export function lineOf(text: string, breaks: string): Line {
  const words: string[] = [];
  let word: Begun = FRESH;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (isEscape(sign, word.quote)) {
      at += 1;
      word = { ...word, begun: word.begun + text.charAt(at), isWord: true };
    } else if (word.quote === '' && /\s/.test(sign)) {
      if (word.isWord) words.push(word.begun);
      word = FRESH;
    } else word = grown(word, sign, breaks);
  }
  const { begun, kept, quote } = word;
  return { words: words.slice(1), begun, kept, quote };
}

interface Begun extends Omit<Line, 'words'> {
  /** True from the first sign on, an opening quote included. */
  readonly isWord: boolean;
}

const FRESH: Begun = { begun: '', kept: '', quote: '', isWord: false };

/** Between double quotes the backslash has its meaning before few signs; an odd one there is not worth the difference. */
const isEscape = (sign: string, quote: Quote): boolean => sign === '\\' && quote !== "'";

function grown(word: Begun, sign: string, breaks: string): Begun {
  if (word.quote === sign) return { ...word, quote: '', isWord: true };
  if (word.quote === '' && (sign === '"' || sign === "'"))
    return { ...word, quote: sign, kept: word.begun, isWord: true };
  const begun = word.begun + sign;
  const isBreak = word.quote === '' && breaks.includes(sign);
  return { ...word, begun, isWord: true, ...(isBreak && { kept: begun }) };
}
