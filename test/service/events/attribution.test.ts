/** Where the events of conversations, comments, reviews, leads and calls name their account, each by its own cause. */
import { expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import { PERSON, stage } from '../control/inbound-stage.ts';
import { wrongEvents } from './judged.ts';

const FAMILY = /^(?:message|reaction|referral|conversation|comment|review|lead|call)\./;

test('EVT-02 EVT-03 EVT-123 WHK-95 all of them have it twice, and fit their schemas', async () => {
  const at = await stage();
  const [whatsapp, page] = [await at.account('whatsapp'), await at.account('facebook')];
  const [instagram, listing] = [await at.account('instagram'), await at.account('googlebusiness')];
  for (const accountId of [whatsapp, instagram]) {
    const wrote = await at.tell('message', { accountId, participant: PERSON, text: 'hi' });
    const { messageId, platformMessageId, conversationId } = wrote;
    await at.tell('message_edit', { accountId, messageId, text: 'new' });
    await at.tell('reaction', { accountId, platformMessageId, action: 'added', emoji: '👍' });
    await at.tell('control', { accountId, conversationId, owner: 'other' });
    await at.tell('message_delete', { accountId, messageId, direction: 'incoming' });
  }
  for (const status of ['sent', 'delivered', 'read', 'failed'])
    await at.tell('message_status', { accountId: whatsapp, platformMessageId: 'echo', status, participant: PERSON });
  await at.tell('referral', { accountId: page, participant: PERSON, referral: { ref: 'poster' } });
  await at.tell('comment', { accountId: page, nativeId: '1', author: { id: '2' }, text: 'hi' });
  await at.tell('lead', { accountId: page, formId: 'f', adId: 'a', fields: {} });
  const { reviewId } = await at.tell('review', { accountId: listing, author: {}, rating: 5, text: 'good' });
  await at.tell('review_update', { accountId: listing, reviewId, rating: 4 });
  for (const status of ['received', 'ended', 'failed', 'permission_request'])
    await at.tell('call', { accountId: whatsapp, from: '+15550100300', stage: status });

  const told = (await at.service.events()).filter(({ event }) => FAMILY.test(event));
  const names = openCatalog('dist/cards')
    .index()
    .events.filter((event) => FAMILY.test(event));
  expect([...new Set(told.map(({ event }) => event))].sort()).toEqual([...names].sort());
  expect(wrongEvents(told)).toEqual([]);
  for (const { event, payload } of told) {
    const { id, accountId } = payload['account'] as Readonly<Record<string, unknown>>;
    expect([whatsapp, page, instagram, listing], event).toContain(accountId);
    expect(id, event).toBe(accountId);
  }
});
