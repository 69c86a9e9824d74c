import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../src/catalog/catalog.ts';
import { groupOfEvent } from '../../../../src/service/areas/webhooks/event-groups.ts';
import { needsInbox } from '../../../../src/webhooks/catalogue.ts';

const { events, groups } = openCatalog('dist/cards').index();

describe('groups of events', () => {
  test.each(events.map((event) => [event]))('%s belongs to a group of the contract', (event) => {
    expect(Object.keys(groups)).toContain(groupOfEvent(event));
    const known = /^(webhook|api)\./.test(event);
    if (!known) expect(groupOfEvent(event)).not.toBe('webhooks');
  });

  test.each([
    ['account.connected', 'accounts'],
    ['account.ads.sync_failed', 'ads'],
    ['whatsapp.template.status_updated', 'messages'],
    ['whatsapp.number.released', 'telephony'],
    ['comment.received', 'engagement'],
  ])('%s belongs to %s', (event, group) => {
    expect(groupOfEvent(event)).toBe(group);
  });

  test('WHK-19 WHK-20 every event of the inbox but one needs inbox access', () => {
    expect(events.filter(needsInbox)).toHaveLength(13);
    expect(needsInbox('conversation.control_changed')).toBe(false);
  });
});
