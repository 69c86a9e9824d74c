/** Whether a verb and a word for its result belong together: `pause` and `paused`, `activate` and `active`. */

/** Verbs whose result is another word. */
const IRREGULAR: Readonly<Record<string, readonly string[]>> = {
  send: ['sent', 'sending', 'sending_messages'],
  hide: ['hidden'],
  end: ['ended'],
  check: ['approved', 'verified', 'valid'],
  verify: ['verified', 'approved'],
  confirm: ['confirmed', 'verified'],
  complete: ['completed'],
  enable: ['enabled', 'on'],
  disable: ['disabled', 'off'],
  read: ['read'],
  resume: ['active', 'running'],
  stop: ['stopped', 'ended', 'cancelled', 'canceled'],
  release: ['released', 'releasing'],
  appeal: ['pending', 'in_appeal'],
  respond: ['requested', 'resubmitted'],
  like: ['liked'],
  hold: ['held', 'paused'],
};

/** Ends of words that say when, not what. */
const ENDINGS = /(ations?|ated?|ing|ions?|ed|es|e|d)$/;

const stemOf = (word: string): string => {
  const bare = word.toLowerCase().replace(ENDINGS, '');
  return bare.replace(/(.)\1$/, '$1');
};

export function sameStem(verb: string, word: string): boolean {
  const [said, result] = [verb.toLowerCase(), word.toLowerCase()];
  if (said === result || IRREGULAR[said]?.includes(result) === true) return true;
  const [one, other] = [stemOf(said), stemOf(result)];
  return one.length >= 3 && one === other;
}
