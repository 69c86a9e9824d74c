/** docs/reference/events.md: every webhook event with its cause, its resource group, the commands that may cause it, its fields and a sample. */
import prettier from 'prettier';
import { fieldRows } from '../cli/api/schema-rows.ts';
import type { Card } from '../kernel/card.ts';
import { CAUSES, placesOf, type EventCause, type EventOwner } from '../kernel/event.ts';
import { bodyOf } from '../webhooks/envelope.ts';
import type { Compiled } from './compile.ts';
import type { PressedEvent } from './event-rows.ts';
import { LISTED_LEVELS, MARK, type Outputs } from './outputs.ts';

const PAGE = 'docs/reference/events.md';

/** Of every sample. */
const SAMPLE_ID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const SAMPLE_AT = Date.parse('2026-01-05T09:00:00.000Z');

export async function eventsPage({ index, files, events, eventRows }: Compiled): Promise<Outputs> {
  const cards = files.flatMap(({ operations }) => operations);
  const sections = Object.entries(eventRows).map(([event, pressed]) =>
    [
      `## ${event}`,
      `${pressed.summary} ${aboutEvent(event, pressed, cards)}`,
      fieldsOf(event, events.schemas),
      ['```json', JSON.stringify(JSON.parse(sampleOf(event, pressed)), undefined, 2), '```'].join('\n'),
    ].join('\n\n'),
  );
  const text = [
    `<!-- ${MARK} -->`,
    '# Webhook events',
    'The payload of every event; the samples are what `svc webhooks trigger EVENT` sends. Every payload begins with `id` ' +
      '(use it to drop duplicates), `event` and `timestamp`. New events and fields may be added: ignore those you do not know.',
    index.events.map((event) => `- [\`${event}\`](#${anchor(event)}): ${eventRows[event]?.summary ?? ''}`).join('\n'),
    ...sections,
  ].join('\n\n');
  return { [PAGE]: await prettier.format(text, { parser: 'markdown', printWidth: 120 }) };
}

/** What the row says beside its summary, in sentences. */
export function aboutEvent(event: string, { groups, words }: PressedEvent, cards: readonly Card[]): string {
  const { owner = 'nobody', platforms, incomingOnly, inbox, causes = [] } = words ?? {};
  return [
    `A restricted key needs access to \`${groups.join(', ')}\`.`,
    ...(inbox === true ? ['The plan needs inbox access.'] : []),
    ...(platforms === undefined ? [] : [`Fires on ${listed(platforms)}.`]),
    ...(incomingOnly === undefined ? [] : [`On ${listed(incomingOnly)}, for incoming messages only.`]),
    placesOf(owner as EventOwner).meaning,
    ...causedBy(event, cards),
    ...(causes.length === 0 ? [] : [`Comes from ${causes.map((cause) => CAUSES[cause as EventCause]).join(', or ')}.`]),
  ].join(' ');
}

const listed = (words: readonly string[]): string => words.map((word) => `\`${word}\``).join(', ');

function causedBy(event: string, cards: readonly Card[]): string[] {
  const commands = cards.filter(({ emits, deprecated }) => emits.includes(event) && deprecated !== true);
  const words = commands.map(({ command }) => `\`svc ${command.path.join(' ')}\``);
  return words.length === 0 ? [] : [`May be caused by ${words.join(', ')}.`];
}

type Schemas = Compiled['events']['schemas'];

const ENVELOPE: readonly string[] = ['id', 'event', 'timestamp'];

function fieldsOf(event: string, schemas: Schemas): string {
  const rows = fieldRows(schemas[event] ?? {}, { schemas, levels: LISTED_LEVELS }).filter(
    ({ name }) => !ENVELOPE.includes(name),
  );
  return rows
    .map(({ name, type, required, words }) => {
      const sentences = [type, words, required ? 'Always present.' : ''].filter((word) => word !== '');
      return `- \`${name}\`: ${sentences.map((word) => (/[.!?]$/.test(word) ? word : `${word}.`)).join(' ')}`;
    })
    .join('\n');
}

const sampleOf = (event: string, { sample }: PressedEvent): string =>
  bodyOf({ id: SAMPLE_ID, event, at: SAMPLE_AT, payload: sample });

/** As the pages' readers make it of a heading. */
const anchor = (event: string): string => event.replaceAll('.', '');
