/** The words of a question, and what has most of them. Asked for passages and for skills. Pure. */

/** Words that no answer follows from, and words of greetings. */
const COMMON = new Set(
  `a about all am an and any are as at be but by can could did do does for from had has have hello hey hi how i if in is it me
  my no of off on or our please some so thank thanks that the their them then there these they this to too us was we what
  when where which who whose why will with would yes you your aber auch bei bin bitte danke das dem den der des die ein eine
  einen er es euch für gibt guten habe haben hallo ich ihr im ist kann können man mein mit mir nicht oder sie sind tag und uns
  von wann was wie wir wo zu zum zur`.split(/\s+/),
);

/** Share of the question's words that must be found. */
const ENOUGH = 0.5;

/** Letters that two words must share from the start on: `ship` and `shipping`. */
const SHORTEST_STEM = 4;

/** Each word once, in lower case, without the most common ones. */
export const wordsIn = (text: string): readonly string[] => [
  ...new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !COMMON.has(word))),
];

/**
 * What has most words of the question, at least half of them; of equals the first.
 * @param asked the question's words
 * @param about the words that one of them is compared by
 */
export function bestOf<T>(asked: readonly string[], all: readonly T[], about: (one: T) => string): T | undefined {
  const [best] = all
    .map((one) => ({ one, share: shareOf(asked, wordsIn(about(one))) }))
    .filter(({ share }) => share >= ENOUGH)
    .sort((one, other) => other.share - one.share);
  return best?.one;
}

const shareOf = (asked: readonly string[], known: readonly string[]): number =>
  asked.filter((word) => known.some((other) => isSameWord(word, other))).length / asked.length;

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= SHORTEST_STEM && long.startsWith(short);
}

/** The parts of a text in quotation marks, in their order. */
export const quotedIn = (text: string): readonly string[] =>
  [...text.matchAll(/"([^"]+)"|[“„]([^“”]+)[“”]|«([^«»]+)»/gu)]
    .map(([, plain, curly, angled]) => (plain ?? curly ?? angled ?? '').trim())
    .filter((words) => words !== '');
