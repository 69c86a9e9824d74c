/** The contact that the examples of the help name can be written to: the account of their broadcast and sequence reaches it. Part of the demo pack; called by demo.ts. */
import { exampleId } from '../../kernel/example.ts';
import { reachedOn } from '../areas/contacts/offers.ts';
import { commit } from '../change.ts';
import type { Desk } from '../desk.ts';
import { withFields } from '../store/record.ts';

const IDENTIFIER = '5550100300';

export async function savePeople(desk: Desk): Promise<void> {
  await commit(desk, [`contact/${exampleId('contact')}`], async (view) => {
    const contact = await view.get('contact', exampleId('contact'));
    const broadcast = await view.get('broadcast', exampleId('broadcast'));
    const account = await view.get('account', broadcast?.doc.accountId ?? '');
    if (contact === undefined || account === undefined) return {};
    const reached = reachedOn(contact, { account, platformIdentifier: IDENTIFIER }, desk.clock.now());
    const entered = await view.get('sequence_enrollment', contact.id);
    const { id: channelId } = reached.channel;
    const { name: contactName = '' } = contact.doc;
    const doc = { contactId: contact.id, channelId, contactName, platformIdentifier: IDENTIFIER };
    const enrollment = entered === undefined ? [] : [withFields(entered, doc)];
    return { records: [reached.contact, reached.channel, ...enrollment] };
  });
}
