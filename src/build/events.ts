/** docs/reference/events.md: every webhook event with its cause, its resource group, the commands that may cause it, its fields and a sample. */
import prettier from 'prettier';
import { fieldRows } from '../cli/api/schema-rows.ts';
import type { Card } from '../kernel/card.ts';
import { bodyOf } from '../webhooks/envelope.ts';
import { samplePayload } from '../webhooks/sample.ts';
import type { Compiled } from './compile.ts';
import { LISTED_LEVELS, MARK, type Outputs } from './outputs.ts';

const PAGE = 'docs/reference/events.md';

/** Of every sample. */
const SAMPLE_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const SAMPLE_AT = Date.parse('2026-01-05T09:00:00.000Z');

export async function eventsPage({ index, files, events, causes }: Compiled): Promise<Outputs> {
  const cards = files.flatMap(({ operations }) => operations);
  const sections = index.events.map((event) => {
    const { summary, group } = causes[event] ?? { summary: '', group: '' };
    return [
      `## ${event}`,
      `${summary} A restricted key must hold \`${group}\`.${causedBy(event, cards)}`,
      fieldsOf(event, events.schemas),
      ['```json', JSON.stringify(JSON.parse(sampleOf(event, events.schemas)), undefined, 2), '```'].join('\n'),
    ].join('\n\n');
  });
  const text = [
    `<!-- ${MARK} -->`,
    '# Webhook events',
    'What a delivery holds, event by event; the samples are what `svc webhooks trigger EVENT` sends. Every payload begins with ' +
      '`id`, by which one drops doubles, `event` and `timestamp`. Events and fields may be added: pass over what you do not know.',
    index.events.map((event) => `- [\`${event}\`](#${anchor(event)}): ${causes[event]?.summary ?? ''}`).join('\n'),
    ...sections,
  ].join('\n\n');
  return { [PAGE]: await prettier.format(text, { parser: 'markdown', printWidth: 120 }) };
}

function causedBy(event: string, cards: readonly Card[]): string {
  const commands = cards.filter(({ emits, deprecated }) => emits.includes(event) && deprecated !== true);
  const words = commands.map(({ command }) => `\`svc ${command.path.join(' ')}\``);
  return words.length === 0 ? '' : ` May be caused by ${words.join(', ')}.`;
}

type Schemas = Compiled['events']['schemas'];

const ENVELOPE: readonly string[] = ['id', 'event', 'timestamp'];

function fieldsOf(event: string, schemas: Schemas): string {
  const rows = fieldRows(schemas[event] ?? {}, { schemas, levels: LISTED_LEVELS }).filter(
    ({ name }) => !ENVELOPE.includes(name),
  );
  return rows
    .map(({ name, type, required, words }) => {
      const told = [type, words, required ? 'Always there.' : ''].filter((word) => word !== '');
      return `- \`${name}\`: ${told.map((word) => (/[.!?]$/.test(word) ? word : `${word}.`)).join(' ')}`;
    })
    .join('\n');
}

const sampleOf = (event: string, schemas: Schemas): string =>
  bodyOf({ id: SAMPLE_ID, event, at: SAMPLE_AT, payload: samplePayload({ event, schemas, at: SAMPLE_AT }) });

/** As the pages' readers make it of a heading. */
const anchor = (event: string): string => event.replaceAll('.', '');
