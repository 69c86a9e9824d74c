/** What a client does all day: posts, messages, reads, reports and the clock, drawn at random. */
import type { Answer } from '../../../src/build/prove/history/history.ts';
import { openClient, type Client, type Run } from './client.ts';

/** Farther ahead than the clock moves while a create is repeated, most of the time. */
const AHEAD_MS = 60 * 60_000;
const STEP_MS = 15 * 60_000;
/** A page of a conversation holds more. */
const MOST_MESSAGES = 30;
/** Beyond the small window together with those of the other clients. */
const REPORTS = 3;

interface Conversation {
  readonly id: string;
  readonly account: string;
  readonly person: string;
  count: number;
}

interface Desk {
  readonly run: Run;
  readonly client: Client;
  /** Posts by their names, with the number of their last edit. */
  readonly posts: Map<string, number>;
  conversation: Conversation | undefined;
  made: number;
}

type Deed = (desk: Desk) => Promise<unknown>;

/** Each with its weight. */
const DEEDS: readonly (readonly [weight: number, deed: Deed])[] = [
  [5, (desk) => createPost(desk, true)],
  [2, (desk) => createPost(desk, false)],
  [4, (desk) => onPost(desk, editPost)],
  [1, (desk) => onPost(desk, deletePost)],
  [3, (desk) => onPost(desk, ({ client }, post) => client.call({ does: 'read', post }))],
  [2, (desk) => onPost(desk, ({ client }, post) => client.call({ does: 'search', post }))],
  [4, (desk) => onConversation(desk, sendMessage)],
  [
    2,
    (desk) =>
      onConversation(desk, ({ client }, { id, account }) =>
        client.call({ does: 'messages', conversation: id, account }),
      ),
  ],
  [1, (desk) => hear(desk, desk.conversation)],
  [2, ({ client }) => Promise.all(Array.from({ length: REPORTS }, () => client.call({ does: 'report' })))],
  [1, ({ client }) => client.call({ does: 'clock' })],
  [1.5, advance],
];

const WEIGHT = DEEDS.reduce((sum, [weight]) => sum + weight, 0);

/** Works until `isOver`, and ends what it has begun. */
export async function work(name: string, run: Run, isOver: () => boolean): Promise<void> {
  const desk: Desk = { run, client: openClient(name, run), posts: new Map(), conversation: undefined, made: 0 };
  while (!isOver()) {
    let drawn = run.random() * WEIGHT;
    const deed = DEEDS.find(([weight]) => (drawn -= weight) < 0)?.[1];
    await deed?.(desk);
  }
}

const nextName = (desk: Desk): string => `${desk.client.name}-${String((desk.made += 1)).padStart(5, '0')}`;

const one = <T>(all: readonly T[], random: () => number): T | undefined => all[Math.floor(random() * all.length)];

async function createPost(desk: Desk, isScheduled: boolean): Promise<void> {
  const { run, client } = desk;
  const post = nextName(desk);
  const publishers = run.accounts.filter(({ platform }) => platform !== 'telegram');
  const accounts = new Set([one(publishers, run.random)?.id ?? '', one(publishers, run.random)?.id ?? '']);
  const due = isScheduled ? { dueMs: run.journal.nowMs + Math.ceil(run.random() * AHEAD_MS) } : {};
  const answer = await client.call({ does: 'create', post, content: `${post} 0`, accounts: [...accounts], ...due });
  if (isDone(answer)) desk.posts.set(post, 0);
}

/** One of the last posts, most of which are still scheduled. */
async function onPost(desk: Desk, deed: (desk: Desk, post: string) => Promise<unknown>): Promise<void> {
  const post = one([...desk.posts.keys()].slice(-8), desk.run.random);
  if (post === undefined) await createPost(desk, true);
  else await deed(desk, post);
}

async function editPost({ client, posts }: Desk, post: string): Promise<void> {
  const edit = (posts.get(post) ?? 0) + 1;
  posts.set(post, edit);
  await client.call({ does: 'edit', post, content: `${post} ${String(edit)}` });
}

async function deletePost({ client, posts }: Desk, post: string): Promise<void> {
  const answer = await client.call({ does: 'delete', post });
  if (isDone(answer) || answer?.status === 404) posts.delete(post);
}

async function onConversation(
  desk: Desk,
  deed: (desk: Desk, conversation: Conversation) => Promise<unknown>,
): Promise<void> {
  const { conversation } = desk;
  if (conversation === undefined || conversation.count >= MOST_MESSAGES) await hear(desk, undefined);
  else await deed(desk, conversation);
}

async function sendMessage(desk: Desk, conversation: Conversation): Promise<void> {
  conversation.count += 1;
  const { account, id } = conversation;
  await desk.client.call({ does: 'send', text: `${nextName(desk)} to`, account, conversation: id });
}

/** A person writes. @param conversation undefined for a person who has not written before */
async function hear(desk: Desk, conversation: Conversation | undefined): Promise<void> {
  const { client, run } = desk;
  const name = nextName(desk);
  const telegram = run.accounts.filter(({ platform }) => platform === 'telegram');
  const account = conversation?.account ?? one(telegram, run.random)?.id ?? '';
  const person = conversation?.person ?? `person-${name}`;
  if (conversation !== undefined) conversation.count += 1;
  const answer = await client.call({ does: 'hear', text: `${name} from`, account, person });
  if (conversation === undefined && answer?.conversation !== undefined)
    desk.conversation = { id: answer.conversation, account, person, count: 1 };
}

async function advance({ client, run }: Desk): Promise<void> {
  const seconds = Math.ceil((run.random() * STEP_MS) / 1_000);
  await client.call({ does: 'advance', toMs: run.journal.nowMs + seconds * 1_000 });
}

const isDone = (answer: Answer | undefined): boolean => answer !== undefined && answer.status < 300;
