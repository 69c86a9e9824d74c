import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsPage } from '../../src/build/events.ts';
import { pressCards } from '../../src/build/press.ts';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { ROOT } from '../support/module.ts';

const { compiled } = await pressCards(join(ROOT, 'src', 'contract'));
const { index, eventRows } = compiled;
const page = Object.values(await eventsPage(compiled))[0] ?? '';
const sections = new Map(page.split(/^## /m).map((part) => [part.split('\n', 1)[0] ?? '', part]));

test('every event of the catalogue has a section with its cause, its group, and the sample that trigger sends', () => {
  const samples = openCatalog('dist/cards').samples();
  for (const event of index.events) {
    const section = sections.get(event) ?? '';
    const { summary, groups } = eventRows[event] ?? { summary: 'nothing', groups: [] };
    expect(section, event).toContain(summary);
    expect(section, event).toContain(`needs access to \`${groups[0] ?? ''}\``);
    const shown = JSON.parse(/```json\n([\s\S]*?)```/.exec(section)?.[1] ?? 'null') as Record<string, unknown>;
    const { id, timestamp } = shown;
    expect(shown, event).toEqual({ id, event, timestamp, ...samples[event] });
  }
});

test('the page says where an event fires, whom it belongs to and what causes it', () => {
  expect(sections.get('post.cancelled')).toContain('`svc posts ');
  expect(sections.get('message.deleted')).toContain('Fires on `instagram`, `whatsapp`. On `instagram`, for incoming');
  expect(sections.get('comment.received')).toContain('The plan needs inbox access.');
  expect(sections.get('comment.received')).toContain('Comes from a person on the platform.');
  expect(sections.get('whatsapp.number.released')).toContain('`number.profileId`');
});
