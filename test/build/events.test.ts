import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsPage } from '../../src/build/events.ts';
import { pressCards } from '../../src/build/press.ts';
import { problemsOf } from '../../src/schema/problems.ts';
import { groupOfEvent } from '../../src/service/areas/webhooks/event-groups.ts';
import { ROOT } from '../support/module.ts';

const { compiled } = await pressCards(join(ROOT, 'src', 'contract'));
const { index, events, causes } = compiled;
const page = Object.values(await eventsPage(compiled))[0] ?? '';
const sections = new Map(page.split(/^## /m).map((part) => [part.split('\n', 1)[0] ?? '', part]));

test('every event of the catalogue has a section with its cause and a sample that is valid', () => {
  for (const event of index.events) {
    const section = sections.get(event) ?? '';
    expect(section, event).toContain(causes[event]?.summary ?? 'nothing');
    const sample = JSON.parse(/```json\n([\s\S]*?)```/.exec(section)?.[1] ?? 'null') as unknown;
    expect(problemsOf(events.schemas[event] ?? {}, sample, events.schemas), event).toEqual([]);
  }
});

test('the group that the page names is the one that the service asks for', () => {
  for (const event of index.events) expect(causes[event]?.group, event).toBe(groupOfEvent(event));
});

test('the commands that may cause an event are named', () => {
  expect(sections.get('post.cancelled')).toContain('`svc posts ');
});
