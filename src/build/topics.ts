/** docs/reference/topics: the topics of `svc help` as pages, of the same words. */
import prettier from 'prettier';
import type { Facts, Section, Topic } from '../cli/topics/topic.ts';
import { TOPICS } from '../cli/topics/topics.ts';
import { MARK, type Outputs } from './outputs.ts';

export const TOPICS_FOLDER = 'docs/reference/topics';

export async function topicPages(facts: Facts): Promise<Outputs> {
  const pages = TOPICS.map(async ({ name, load }) => {
    const { default: topicOf } = await load();
    const text = await prettier.format(pageOf(topicOf(facts), name), { parser: 'markdown', printWidth: 120 });
    return [`${TOPICS_FOLDER}/${name}.md`, text] as const;
  });
  return Object.fromEntries(await Promise.all(pages));
}

const pageOf = ({ title, sections }: Topic, name: string): string =>
  [`<!-- ${MARK} -->`, `# ${title}`, `\`svc help ${name}\` prints this page.`, ...sections.flatMap(partsOf)].join(
    '\n\n',
  );

function partsOf({
  heading,
  paragraphs = [],
  rows = [],
  notes = [],
  columns = ['', ''],
  examples = [],
}: Section): string[] {
  const table = [columns, ['---', '---'], ...rows].map(([term, meaning]) => `| ${cell(term)} | ${cell(meaning)} |`);
  return [
    ...(heading === undefined ? [] : [`## ${heading}`]),
    ...paragraphs.map(escaped),
    ...(rows.length === 0 ? [] : [table.join('\n')]),
    ...notes.map(escaped),
    ...(examples.length === 0 ? [] : [['```sh', ...examples, '```'].join('\n')]),
  ];
}

const cell = (text: string): string => escaped(text).replaceAll('|', '\\|');

/** Signs that Markdown would read as its own, outside of what is quoted. */
const escaped = (text: string): string =>
  text
    .split('`')
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(/[<>*]|(?<!\w)_|_(?!\w)/g, '\\$&') : part))
    .join('`');
