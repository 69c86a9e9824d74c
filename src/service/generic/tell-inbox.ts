/** What sending, answering and handing over in the inbox is told as. Listed in events.ts. */
import type { AccountRecord } from '../records/account.ts';
import { sceneIn, sendMessage } from '../areas/inbox/outgoing.ts';
import { textOf } from '../causes/cause.ts';
import { participantOf, type Participant } from '../areas/inbox/conversation.ts';
import type { NewEvent } from '../store/store.ts';
import { plainId } from './around.ts';
import { write } from '../change.ts';
import { isFields } from '../engine/form.ts';
import { accountOf, type Teller, type Telling } from './telling.ts';

/** Sends what an operation beside the conversations says to somebody. */
async function wrote(
  { tx, staged, record }: Telling,
  account: AccountRecord,
  { person, text }: { readonly person: Participant; readonly text: unknown },
): Promise<readonly NewEvent[]> {
  const scene = sceneIn(tx, staged.desk, record.teamId);
  const { started, changes } = await sendMessage(scene, { account, person, text: textOf(text) ?? null });
  await write(tx, changes);
  return started;
}

/** A private answer to a comment. */
const comment: Teller = async (telling) => {
  const { staged, record } = telling;
  const account = await accountOf(telling);
  if (staged.resource.event !== 'private_reply' || account === undefined) return [];
  const { doc } = record;
  const author = isFields(doc['author']) ? doc['author'] : isFields(doc['from']) ? doc['from'] : {};
  const name = textOf(author['name']) ?? textOf(author['username']);
  const person = { id: textOf(author['id']) ?? plainId(record), ...(name === undefined ? {} : { name }) };
  const { message: text } = staged.call.body;
  return wrote(telling, account, { person: participantOf(person, account.doc.platform), text });
};

export const inbox: Readonly<Record<string, Teller>> = {
  comment,
};
