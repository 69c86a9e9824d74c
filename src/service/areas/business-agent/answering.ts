/** What an agent replies: the words of the skill that applies and the passage that fits the question best, word for word, with their sources. No model. Pure. Next stop: turns.ts. */
import { textOf } from '../../../kernel/json.ts';
import { elementOf, type Element, type UiSkill } from './elements.ts';
import type { Knowledge, Passage, Skill } from './knowledge.ts';
import type { AgentRecord } from './record.ts';
import { bestOf, quotedIn, wordsIn } from './words.ts';

/** Why the agent does not answer itself. */
export type Hindrance = 'no_knowledge' | 'never_say_phrase' | 'no_text' | 'off' | 'not_on_allowlist' | 'budget_spent';

export interface Answer extends Element {
  /** What the customer reads. */
  readonly text: string;
  /** The passage behind it; absent for a reply to a greeting, and for the words of a skill alone. */
  readonly passage?: Passage;
  readonly hindrance?: undefined;
  /** Why people answer from now on: a skill says so. */
  readonly handover?: 'skill';
}

export type Reply = Answer | { readonly hindrance: Hindrance };

/** Source: readings, "Business agent" */
export function replyTo(agent: AgentRecord, question: string, { passages, skills, uiSkills }: Knowledge): Reply {
  if (question.trim() === '') return { hindrance: 'no_text' };
  const asked = wordsIn(question);
  if (asked.length === 0) return { text: GREETING };
  const passage = bestOf(asked, passages, ({ about }) => about);
  const skill = bestOf(asked, skills, ({ about }) => about);
  const answer = answerOf(agent, skill, passage);
  if (answer.hindrance !== undefined) return answer;
  const uiSkill = bestOf(asked, uiSkills, aboutUi);
  return uiSkill === undefined ? answer : { ...answer, ...elementOf(uiSkill, answer.text) };
}

const GREETING = 'Hello! What would you like to know?';

const aboutUi = ({ title, instruction = '' }: UiSkill): string => `${textOf(title) ?? ''} ${instruction}`;

function answerOf(agent: AgentRecord, skill: Skill | undefined, passage: Passage | undefined): Reply {
  const isOver = skill !== undefined && handsOver(agent) && saysHandover(skill.text);
  const said = [...quotedIn(skill?.text ?? ''), ...(passage === undefined ? [] : [passage.text])];
  if (said.length === 0 && !isOver) return { hindrance: 'no_knowledge' };
  if (said.some((text) => isForbidden(agent, text))) return { hindrance: 'never_say_phrase' };
  const sources = [
    ...(skill === undefined ? [] : [`Skill: ${skill.name}`]),
    ...(passage === undefined ? [] : [`Source: ${passage.source}`]),
  ];
  const text = [...said, ...(isOver ? [handoffText(agent)] : []), sources.join('\n')].join('\n\n');
  return { text, ...(passage !== undefined && { passage }), ...(isOver && { handover: 'skill' }) };
}

/** Whether one of the sentences tells the agent to hand over. */
const saysHandover = (instruction: string): boolean =>
  instruction
    .split(/[.!?]/)
    .some(
      (sentence) =>
        /\bhand(?:s|ing)?[ -]?(?:over|off)\b/i.test(sentence) && !/\b(?:not|never|without)\b|n['’]t\b/i.test(sentence),
    );

const isForbidden = ({ doc: { never_say_phrases: phrases = [] } }: AgentRecord, text: string): boolean =>
  phrases.some((phrase) => text.toLowerCase().includes(phrase.toLowerCase()));

/** What the customer reads when people take over, or when nobody does; undefined for nothing. */
export function handoffText({ doc: { handoff } }: AgentRecord): string {
  if (handoff?.enabled === false) return "I'm sorry, I don't know that.";
  const own = handoff?.message_selection === 'CUSTOM' ? textOf(handoff.message) : undefined;
  return own ?? "I'm handing you over to our team. Somebody will get back to you here.";
}

export const handsOver = ({ doc: { handoff } }: AgentRecord): boolean => handoff?.enabled !== false;
