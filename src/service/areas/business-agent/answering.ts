/** What an agent replies: the passage of its knowledge that fits the question best, word for word, with its source. No model. Pure. */
import { textOf } from '../../../kernel/json.ts';
import type { Passage } from './knowledge.ts';
import type { AgentRecord } from './record.ts';

/** Why the agent does not answer itself. */
export type Hindrance = 'no_knowledge' | 'never_say_phrase' | 'no_text' | 'off' | 'not_on_allowlist' | 'budget_spent';

export interface Answer {
  /** What the customer reads. */
  readonly text: string;
  /** The passage behind it; absent for a reply to a greeting. */
  readonly passage?: Passage;
  readonly hindrance?: undefined;
}

export type Reply = Answer | { readonly hindrance: Hindrance };

/** Words that no answer follows from, and words of greetings. */
const COMMON = new Set(
  `a about all am an and any are as at be but by can could did do does for from had has have hello hey hi how i if in is it me
  my no of off on or our please some so thank thanks that the their them then there these they this to too us was we what
  when where which who whose why will with would yes you your aber auch bei bin bitte danke das dem den der des die ein eine
  einen er es euch für gibt guten habe haben hallo ich ihr im ist kann können man mein mit mir nicht oder sie sind tag und uns
  von wann was wie wir wo zu zum zur`.split(/\s+/),
);

/** Share of the question's words that a passage must have. */
const ENOUGH = 0.5;

/** Letters that two words must share from the start on: `ship` and `shipping`. */
const SHORTEST_STEM = 4;

/** Source: readings, "Business agent" */
export function replyTo(agent: AgentRecord, question: string, passages: readonly Passage[]): Reply {
  if (question.trim() === '') return { hindrance: 'no_text' };
  const asked = wordsIn(question);
  if (asked.length === 0) return { text: GREETING };
  const [best] = passages
    .map((passage) => ({ passage, share: shareOf(asked, wordsIn(passage.about)) }))
    .filter(({ share }) => share >= ENOUGH)
    .sort((one, other) => other.share - one.share);
  if (best === undefined) return { hindrance: 'no_knowledge' };
  const { passage } = best;
  return isForbidden(agent, passage.text)
    ? { hindrance: 'never_say_phrase' }
    : { text: `${passage.text}\n\nSource: ${passage.source}`, passage };
}

const GREETING = 'Hello! What would you like to know?';

const wordsIn = (text: string): readonly string[] => [
  ...new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !COMMON.has(word))),
];

const shareOf = (asked: readonly string[], known: readonly string[]): number =>
  asked.filter((word) => known.some((other) => isSameWord(word, other))).length / asked.length;

function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= SHORTEST_STEM && long.startsWith(short);
}

const isForbidden = ({ doc: { never_say_phrases: phrases = [] } }: AgentRecord, text: string): boolean =>
  phrases.some((phrase) => text.toLowerCase().includes(phrase.toLowerCase()));

/** What the customer reads when people take over, or when nobody does; undefined for nothing. */
export function handoffText({ doc: { handoff } }: AgentRecord): string {
  if (handoff?.enabled === false) return "I'm sorry, I don't know that.";
  const own = handoff?.message_selection === 'CUSTOM' ? textOf(handoff.message) : undefined;
  return own ?? "I'm handing you over to our team. Somebody will get back to you here.";
}

export const handsOver = ({ doc: { handoff } }: AgentRecord): boolean => handoff?.enabled !== false;
