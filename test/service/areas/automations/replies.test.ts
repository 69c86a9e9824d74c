/** Automations answer comments with private messages. */
import { expect, test } from 'vitest';
import { sendReply } from '../../../../src/service/areas/automations/replies.ts';
import type { DueRow } from '../../../../src/service/store/store.ts';
import { startService } from '../../../support/service.ts';
import { wrongEvents } from '../../events/judged.ts';

async function scene(more: object) {
  const service = await startService();
  const { _id: accountId } = await service.account('instagram');
  const profileId = await service.profileId();
  const made = await service.api('POST', '/v1/comment-automations', {
    body: { profileId, accountId, name: 'Prices', dmMessage: 'Here is the list.', ...more },
  });
  const says = (text: string) =>
    service.control('POST', '/_local/inbound', {
      type: 'comment',
      accountId,
      nativeId: 'n1',
      text,
      author: { id: '77', name: 'Ann' },
    });
  const sent = () => service.events('message.sent');
  return { ...service, automationId: made.body['automation']?.['id'], says, sent };
}

test('a comment with the word gets a private answer, and one without gets none', async () => {
  const { says, sent, advance, automationId } = await scene({ keywords: ['price'], matchMode: 'word' });
  expect((await says('What a pricey thing')).status).toBe(201);
  await advance(1);
  expect(await sent()).toEqual([]);
  await says('The PRICE, please?');
  await advance(1);
  const events = await sent();
  expect(events).toMatchObject([
    {
      payload: {
        message: { text: 'Here is the list.', automationId, sentVia: 'comment_automation' },
        conversation: { participantId: '77', participantName: 'Ann' },
      },
    },
  ]);
  expect(wrongEvents(events)).toEqual([]);
});

test('words that exclude win, and the answer waits for its delay', async () => {
  const { says, sent, advance } = await scene({ excludeKeywords: ['spam'], dmDelaySeconds: 30 });
  await says('This is spam');
  await says('Nice');
  await advance(29);
  expect(await sent()).toEqual([]);
  await advance(2);
  expect(await sent()).toHaveLength(1);
});

test('an answer whose work is done again after a crash goes out once', async () => {
  const { service, sent, automationId } = await scene({});
  const payload = { automationId, author: { id: '77', name: 'Ann' } };
  const row = { kind: 'automation_reply', ref: `c1/${String(automationId)}`, payload } as unknown as DueRow;
  await sendReply(row, service.desk);
  await sendReply(row, service.desk);
  expect(await sent()).toHaveLength(1);
  await sendReply({ ...row, ref: `c2/${String(automationId)}` }, service.desk);
  expect(await sent()).toHaveLength(2);
});
