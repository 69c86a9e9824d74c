/** Private answers that automations give to comments: to those whose words they wait for, after their delay. Asked by inbox/arrives-public.ts. */
import { type Fields, textOf, textsIn } from '../../../kernel/json.ts';
import type { Desk } from '../../desk.ts';
import { commit } from '../../change.ts';
import { type Scene } from '../../causes/cause.ts';
import { MESSAGE, participantOf } from '../inbox/conversation.ts';
import { hexOf } from '../../networks/chance.ts';
import type { DueRow, NewDue, StoredRecord } from '../../store/store.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../records/account.ts';
import { sceneIn, sendMessage } from '../inbox/outgoing.ts';

/** Kind of the work that sends an answer; `ref` is the comment and the automation. */
export const REPLY = 'automation_reply';

export interface Comment {
  readonly id: string;
  readonly text: string;
  readonly author: Fields;
  /** The post's id here and on the platform. */
  readonly post: readonly unknown[];
}

/** How a word is looked for in a comment. */
const MATCHES: Readonly<Record<string, (text: string, word: string) => boolean>> = {
  exact: (text, word) => text.trim() === word,
  contains: (text, word) => text.includes(word),
  word: (text, word) => text.split(/[^\p{L}\p{N}]+/u).includes(word),
};

/** Whether an automation answers such a comment: one without words answers every one. */
function answers({ doc }: StoredRecord, { text, post }: Comment): boolean {
  const { isActive = true, trigger = 'comment', postId, platformPostId } = doc;
  if (isActive !== true || trigger !== 'comment') return false;
  const posts = [postId, platformPostId].filter((id) => typeof id === 'string');
  if (posts.length > 0 && !posts.some((id) => post.includes(id))) return false;
  const matches = MATCHES[String(doc['matchMode'] ?? 'contains')] ?? MATCHES['contains'];
  const holds = (words: unknown): boolean =>
    textsIn(words).some((word) => matches?.(text.toLowerCase(), word.toLowerCase()) === true);
  return (textsIn(doc['keywords']).length === 0 || holds(doc['keywords'])) && !holds(doc['excludeKeywords']);
}

/** The work that the automations of an account have with a comment. */
export async function repliesTo(
  { read, teamId, now }: Scene,
  account: AccountRecord,
  comment: Comment,
): Promise<readonly NewDue[]> {
  const all = await read.list('automation', { teamId });
  const { id, author } = comment;
  return all
    .filter((one) => one.doc['accountId'] === account.id && answers(one, comment))
    .map((one) => ({
      kind: REPLY,
      ref: `${id}/${one.id}`,
      dueAt: now + Math.max(0, Number(one.doc['dmDelaySeconds'] ?? 0)) * 1_000,
      payload: { automationId: one.id, author },
    }));
}

/** The message has the id that follows from the work, so that work done again after a crash finds it there. */
export async function sendReply({ ref, payload }: DueRow, desk: Desk): Promise<void> {
  const id = hexOf(`reply ${ref}`, 24);
  const { automationId, author } = payload as { readonly automationId?: string; readonly author?: Fields };
  await commit(desk, [`${MESSAGE}/${id}`], async (view) => {
    const automation = await view.get('automation', automationId ?? '');
    const account = await view.get(ACCOUNT_KIND, textOf(automation?.doc['accountId']) ?? '');
    if (automation === undefined || account === undefined || automation.doc['isActive'] === false) return {};
    if ((await view.get(MESSAGE, id)) !== undefined) return {};
    const name = textOf(author?.['name']) ?? textOf(author?.['username']);
    const person = { id: String(author?.['id'] ?? 'unknown'), ...(name === undefined ? {} : { name }) };
    const { changes } = await sendMessage(sceneIn(view, desk, automation.teamId), {
      account: account as AccountRecord,
      id,
      person: participantOf(person, String(account.doc['platform'])),
      text: textOf(automation.doc['dmMessage']) ?? null,
      more: { automationId: automation.id },
    });
    return changes;
  });
}
