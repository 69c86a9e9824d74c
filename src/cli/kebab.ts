/** Wire names to words of the command line: `scheduledFor` and `scheduled_for` are typed `scheduled-for`. */

/** A run of capitals, up to the one that begins the next word, or a word with a capital at most. */
const WORD = /[A-Z]+(?![a-z])[a-z0-9]*|[A-Z]?[a-z0-9]+/g;

/** Every start asks this of each flag: one expression costs it less than one for each step. */
export const kebab = (name: string): string => (name.match(WORD) ?? []).join('-').toLowerCase();
