/** The code that a person carries from the terminal to the browser: eight letters without vowels, so that it spells nothing. */

const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

const LENGTH = 8;

/** @param bits random, as hex of 12 bytes or more, so that no letter is likelier than another */
export function codeFrom(bits: string): string {
  let rest = BigInt(`0x${bits}`);
  let code = '';
  while (code.length < LENGTH) {
    code += LETTERS.charAt(Number(rest % BigInt(LETTERS.length)));
    rest /= BigInt(LETTERS.length);
  }
  return code;
}

/** In two groups, as it is shown: `BCDF-GHJK`. */
export const shownCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** The code in what a person typed, in any case and with or without the dash; undefined when it cannot be one. */
export function codeIn(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '');
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter)) ? code : undefined;
}
