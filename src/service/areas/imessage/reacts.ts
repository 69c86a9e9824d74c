/** What iMessage does about messages: whoever writes the text of a link has opted in through it. */
import type { Changes, View } from '../../change.ts';
import type { DomainEvents } from '../../domain-events.ts';
import type { Reacts } from '../../desk.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { traitsOf } from '../../../platforms/platforms.ts';
import { withFields } from '../../store/record.ts';
import type { RecordOf } from '../../store/store.ts';
import { CONVERSATION } from '../inbox/record.ts';
import { SENDER } from './numbers.ts';

export const LINK = 'imessage_opt_in_link';

/** Source: readings, "iMessage" */
async function messageReceived(
  { conversation: { id, teamId, doc }, message, at }: DomainEvents['messageReceived'],
  view: View,
): Promise<Changes> {
  if (traitsOf(doc.platform).senders !== true || doc.isGroup === true) return {};
  const [sender] = await view.list(SENDER, { teamId, where: { accountId: doc.accountId }, limit: 1 });
  const links = sender === undefined ? [] : await view.list(LINK, { teamId, parentId: sender.id });
  const link = links.findLast((one) => isFollowed(one, message.doc.message));
  const conversation = link && (await view.get(CONVERSATION, id));
  if (conversation === undefined) return {};
  const { parameters = {} } = link?.doc ?? {};
  const optIn = { at: instantOf(at), parameters };
  return { records: [withFields(conversation, { optIn, subscribed: true })] };
}

/** A link is known by its code, which is a word of the text; one without a code, by the whole text. */
function isFollowed({ doc: { optInCode, text } }: RecordOf<typeof LINK>, written: string): boolean {
  const words = written.trim().toLowerCase();
  return optInCode === undefined
    ? words === text?.trim().toLowerCase()
    : words.split(/\s+/).includes(optInCode.toLowerCase());
}

export const reacts: Reacts = { messageReceived };
