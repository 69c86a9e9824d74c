/** Automations as records, and which comments they answer. Next stop: reacts.ts. */
import type { RecordOf } from '../../store/store.ts';

export const AUTOMATION = 'automation';

export type AutomationRecord = RecordOf<'automation'>;

/** How a word is looked for in a comment. */
const MATCHES: Readonly<Record<AutomationRecord['doc']['matchMode'], (text: string, word: string) => boolean>> = {
  exact: (text, word) => text.trim() === word,
  contains: (text, word) => text.includes(word),
  word: (text, word) => text.split(/[^\p{L}\p{N}]+/u).includes(word),
};

/** Whether an automation answers a comment with the text: one without words answers every one. */
export function isAnswered({ doc }: AutomationRecord, text: string, postIds: readonly string[]): boolean {
  const { isActive, trigger, postId, platformPostId, matchMode, keywords, excludeKeywords } = doc;
  if (!isActive || trigger !== 'comment') return false;
  const posts = [postId, platformPostId].filter((id) => id !== undefined);
  if (posts.length > 0 && !posts.some((id) => postIds.includes(id))) return false;
  const has = (words: readonly string[]): boolean =>
    words.some((word) => MATCHES[matchMode](text.toLowerCase(), word.toLowerCase()));
  return (keywords.length === 0 || has(keywords)) && !has(excludeKeywords);
}
