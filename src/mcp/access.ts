/** What an AI client may do through `svc mcp`. Decided for every call of the API, whichever tool makes it. Source: design, "Tools for AI clients" */
import type { Card } from '../kernel/card.ts';
import { failure } from '../kernel/failure.ts';
import { EVERY_AREA, type Corridor, type ToolCall } from '../kernel/tools.ts';
import { asksFirst } from '../client/confirm.ts';

export interface Access {
  /** Areas that it may change; `all` for every one. */
  readonly allowWrite: readonly string[];
  /** Posts may only be saved as drafts. */
  readonly draftOnly: boolean;
  /** What a command asks about first may be done once a person has agreed. */
  readonly confirmSpend: boolean;
}

/** Areas that `draftOnly` is about, and the operations that it takes to save a draft with its media. */
const DRAFT_AREAS = ['posts', 'media'];
const DRAFTING = ['createPost', 'getMediaPresignedUrl', 'uploadMediaDirect'];

export type Verdict = { readonly does: 'go' } | { readonly does: 'ask' | 'refuse'; readonly sentence: string };

const GO: Verdict = { does: 'go' };

/** The area of an operation: the first word of its command. */
export const areaOf = ({ command }: Card): string => command.path[0] ?? '';

/** @param body of the call, where it is JSON */
export function verdictOn(card: Card, body: unknown, { allowWrite, draftOnly, confirmSpend }: Access): Verdict {
  const area = areaOf(card);
  if (card.reads === true) return GO;
  if (draftOnly && DRAFT_AREAS.includes(area)) return draftVerdict(card, body);
  if (!allowWrite.includes(area) && !allowWrite.includes(EVERY_AREA))
    return refusal(`This server may not change ${area}; start it with \`svc mcp --allow-write ${area}\` to allow it.`);
  if (!asksFirst(card, body)) return GO;
  if (!confirmSpend && !isDeletion(card))
    return refusal(
      'This may spend money or cannot be undone; start the server with `svc mcp --confirm-spend` to let the user confirm it.',
    );
  return { does: 'ask', sentence: card.command.confirm ?? '' };
}

/** Whether any call of the operation may go ahead: what never can is not listed. */
export function mayEver(card: Card, access: Access): boolean {
  if (card.command.confirmWith !== undefined) return verdictOn(card, {}, access).does !== 'refuse';
  return verdictOn(card, card.id === 'createPost' ? { isDraft: true } : undefined, access).does !== 'refuse';
}

/** True when nothing can be changed at all. */
export const isReadOnly = ({ allowWrite, draftOnly }: Access): boolean => allowWrite.length === 0 && !draftOnly;

function draftVerdict(card: Card, body: unknown): Verdict {
  const { isDraft } = (body ?? {}) as { readonly isDraft?: unknown };
  if (!DRAFTING.includes(card.id)) return refusal('This server may only save new posts as drafts.');
  return card.id !== 'createPost' || isDraft === true
    ? GO
    : refusal('This server may only save new posts as drafts: set is_draft to true.');
}

const refusal = (sentence: string): Verdict => ({ does: 'refuse', sentence: `${sentence} Nothing was sent.` });

/** Clients ask about a deletion themselves: its tool says that it is destructive. */
const isDeletion = ({ method }: Card): boolean => method === 'DELETE';

/** Asks the person behind the client. @returns undefined where the client cannot ask */
export type AskPerson = (question: string) => Promise<boolean | undefined>;

/** A corridor whose calls are checked first. A call that may not go ahead throws a Failure whose message says why. */
export const guardedCorridor = (corridor: Corridor, access: Access, askPerson: AskPerson): Corridor => ({
  ...corridor,
  async send(call) {
    const verdict = verdictOn(call.card, bodyIn(call), access);
    if (verdict.does === 'refuse') throw failure('usage', { message: verdict.sentence });
    if (verdict.does === 'ask') await requireConsent(call.card, verdict.sentence, askPerson);
    return corridor.send(call);
  },
});

async function requireConsent(card: Card, question: string, askPerson: AskPerson): Promise<void> {
  const answer = await askPerson(question);
  if (answer === true || (answer === undefined && isDeletion(card))) return;
  const why =
    answer === undefined
      ? `This needs confirmation, and the client cannot ask for one. \`svc ${card.command.path.join(' ')}\` asks on a terminal.`
      : 'This was not confirmed.';
  throw failure('usage', { message: `${why} Nothing was sent.` });
}

function bodyIn({ body }: ToolCall): unknown {
  if (typeof body !== 'string') return undefined;
  return JSON.parse(body) as unknown;
}
