/** Which words an automation answers: its keywords, with slips of the pen where it takes those, unless an excluding word is there. Pure; asked by reacts.ts. */
import type { AutomationRecord } from './record.ts';

/** Words of a text, in small letters. */
const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

type Mode = AutomationRecord['doc']['matchMode'];

/** How a keyword is looked for. */
const MATCHES: Readonly<Record<Mode, (text: string, word: string) => boolean>> = {
  exact: (text, word) => text.trim().toLowerCase() === word,
  contains: (text, word) => text.toLowerCase().includes(word),
  word: (text, word) => wordsIn(text).includes(word),
};

/** Shorter words become others by one slip. */
const SHORTEST_TYPO = 4;

const isTypo = (text: string, keyword: string, mode: Mode): boolean => {
  if (keyword.length < SHORTEST_TYPO) return false;
  const candidates = mode === 'exact' ? [text.trim().toLowerCase()] : wordsIn(text);
  return candidates.some((word) => isOneSlipAway(word, keyword));
};

/** One letter is missing, added, other, or changed places with its neighbor. */
function isOneSlipAway(word: string, keyword: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === keyword[at]) at += 1;
  const [rest, wanted] = [word.slice(at), keyword.slice(at)];
  return (
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}

export type Match = 'answered' | 'missed' | { readonly excludedBy: string };

/** Whether the automation answers the text: one without keywords answers every one. */
export function matchOf({ doc }: AutomationRecord, text: string): Match {
  const { keywords, excludeKeywords, matchMode, typoTolerance } = doc;
  const has = (keyword: string): boolean => {
    const word = keyword.trim().toLowerCase();
    return MATCHES[matchMode](text, word) || (typoTolerance === true && isTypo(text, word, matchMode));
  };
  if (keywords.length > 0 && !keywords.some(has)) return 'missed';
  const excludedBy = excludeKeywords.find((word) => MATCHES[matchMode](text, word.trim().toLowerCase()));
  return excludedBy === undefined ? 'answered' : { excludedBy };
}

/** Whether the automation watches the post. @param postIds its ids here and on the platform */
export function isWatched({ doc: { postId, platformPostId } }: AutomationRecord, postIds: readonly string[]): boolean {
  const posts = [postId, platformPostId].filter((id) => id !== undefined);
  return posts.length === 0 || posts.some((id) => postIds.includes(id));
}
