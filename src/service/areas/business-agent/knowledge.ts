/** What an agent knows, as passages that it can quote: questions and answers, facts about the business, documents and pages; and the skills that are in force. Next stop: answering.ts. */
import { fieldsIn, isFields, textOf } from '../../../kernel/json.ts';
import { keyOfSingle } from '../../engine/keys.ts';
import type { Reader, RecordOf } from '../../store/store.ts';
import { flowsOf } from '../whatsapp-flows/record.ts';
import type { UiSkill } from './elements.ts';
import type { OfAccount } from './record.ts';

export interface Passage {
  /** What the answer names as its source. */
  readonly source: string;
  /** The words that a question is compared with. */
  readonly about: string;
  /** What the agent says. */
  readonly text: string;
}

/** An instruction in force. */
export interface Skill {
  /** What the answer calls it. */
  readonly name: string;
  /** The words that a question is compared with: when it applies. */
  readonly about: string;
  /** The instruction. */
  readonly text: string;
}

export interface Knowledge {
  readonly passages: readonly Passage[];
  /** The oldest first. */
  readonly skills: readonly Skill[];
  readonly uiSkills: readonly UiSkill[];
}

/** Everything that the agent of an account consults before it answers. */
export async function knowledgeOf(read: Reader, account: OfAccount): Promise<Knowledge> {
  const where = { teamId: account.teamId, parentId: account.accountId };
  const [passages, skills, uiSkills, flows] = await Promise.all([
    passagesOf(read, account),
    read.list('business_agent_skill', where),
    read.list('business_agent_ui_skill', where),
    flowsOf(read, account),
  ]);
  const published = new Set(flows.filter(({ doc }) => doc.status === 'PUBLISHED').map(({ id }) => id));
  return {
    passages,
    skills: skills.filter(({ doc }) => doc.status === 'active').map(skillOf),
    uiSkills: uiSkills
      .map(({ doc }) => doc)
      .filter(
        ({ status, flow_id }) =>
          status === 'enabled' && (typeof flow_id !== 'number' || published.has(String(flow_id))),
      ),
  };
}

function skillOf({ doc }: RecordOf<'business_agent_skill'>): Skill {
  const title = textOf(doc.title) ?? '';
  const description = textOf(doc.description) ?? '';
  return { name: title === '' ? description : title, about: `${title} ${description}`, text: doc.skill ?? '' };
}

/** Questions first, then facts, documents and pages, each the oldest first. */
async function passagesOf(read: Reader, { teamId, accountId }: OfAccount): Promise<readonly Passage[]> {
  const where = { teamId, parentId: accountId };
  const [faqs, files, websites, facts] = await Promise.all([
    read.list('business_agent_faq', where),
    read.list('business_agent_file', where),
    read.list('business_agent_website', where),
    read.get('business_agent_business_information', keyOfSingle(accountId)),
  ]);
  return [
    ...faqs.map(faqPassage),
    ...(facts === undefined ? [] : factPassages(facts)),
    ...files.flatMap(({ doc }) => paragraphs(String(doc.file_name), textOf(doc.content))),
    ...websites.flatMap(pagePassages),
  ];
}

export const faqPassage = ({ doc: { question = '', answer = '' } }: RecordOf<'business_agent_faq'>): Passage => ({
  source: question,
  about: `${question} ${answer}`,
  text: answer,
});

/** What the parts of the business information are called in an answer. */
const TITLES = {
  business_description: 'About us',
  payment_method: 'Payment',
  return_policy: 'Returns and refunds',
  purchase_info: 'How to buy',
  delivery_and_shipping: 'Delivery and shipping',
  email: 'Email',
  hours_of_operation: 'Opening hours',
  address: 'Address',
} as const;

function factPassages({ doc }: RecordOf<'business_agent_business_information'>): readonly Passage[] {
  const contact = isFields(doc.contact_info) ? doc.contact_info : {};
  return Object.entries(TITLES).flatMap(([name, source]) => {
    const text = textOf({ ...doc, ...contact }[name]);
    return text === undefined ? [] : [{ source, about: `${source} ${text}`, text }];
  });
}

function pagePassages({ doc: { pages } }: RecordOf<'business_agent_website'>): readonly Passage[] {
  return fieldsIn(pages).flatMap(({ url, text }) => paragraphs(String(url), textOf(text)));
}

/** Parts of a text that empty lines set apart. */
const paragraphs = (source: string, content = ''): readonly Passage[] =>
  content
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => ({ source, about: text, text }));
