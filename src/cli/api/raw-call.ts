/** Sends what was typed for the raw door and shapes what came back. Next stop: cli/answer.ts. */
import type { CallResult } from '../../client/answer.ts';
import { Failure } from '../../kernel/failure.ts';
import { outcomeOf, type Operation } from '../answer.ts';
import { clientFor } from '../calling.ts';
import type { Context, Outcome } from '../command.ts';
import { headText, listening, type AnswerHead } from './head.ts';
import { pagingShown } from './pages.ts';
import type { RawRequest } from './raw.ts';

/** The answer as the result: all pages of it with --all or --limit. */
export async function rawOutcome(request: RawRequest, context: Context): Promise<Outcome> {
  const { card, input, known } = request;
  const operation: Operation = { card, schemas: known?.schemas ?? {} };
  const many = context.flags.all || context.flags.limit !== undefined;
  const client = clientFor(context, await context.target());
  const called: Context = { ...context, call: (one, asked) => client.call(one, asked) };
  if (many && card.paging !== undefined) return outcomeOf(operation, input, called);
  const first = await client.call(card, input);
  if (first.body instanceof Uint8Array) return bytesOutcome(first.body, context);
  const paging = many ? pagingShown(first.body) : undefined;
  if (many && paging === undefined) context.say('The response does not say whether there are more pages.');
  const found: Operation = paging === undefined ? operation : { ...operation, card: { ...card, paging } };
  return outcomeOf(found, input, withAnswer(first, called));
}

/** The same with status and headers: as one document for programs, as one sees them on the wire for people. */
export async function rawOutcomeWithHead(request: RawRequest, context: Context): Promise<Outcome> {
  const { card, input } = request;
  const { world, head } = listening(context.world);
  const client = clientFor({ ...context, world }, await context.target());
  try {
    const { body } = await client.call(card, input);
    return headOutcome(head(), body);
  } catch (error) {
    const refused = head();
    if (!(error instanceof Failure) || refused === undefined) throw error;
    return { ...headOutcome(refused, undefined), failure: error };
  }
}

function headOutcome(head: AnswerHead | undefined, body: unknown): Outcome {
  const shown = body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : body;
  const text = typeof shown === 'string' ? shown : JSON.stringify(shown, withBigints, 2);
  return {
    result: { ...head, ...(shown !== undefined && { body: shown }) },
    ...(head && { text: [headText(head), ...(shown === undefined ? [] : ['', text])].join('\n') }),
  };
}

const withBigints = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

/** The first call has its answer already. */
function withAnswer(first: CallResult, context: Context): Context {
  let answer: CallResult | undefined = first;
  return {
    ...context,
    async call(card, input) {
      const known = answer;
      answer = undefined;
      return known ?? context.call(card, input);
    },
  };
}

/** A file goes out as it came. Text is for eyes as well. */
function bytesOutcome(bytes: Uint8Array, { world }: Context): Outcome {
  const text = world.io.out.isTTY ? textIn(bytes) : undefined;
  return text === undefined ? { result: bytes } : { result: text, text };
}

function textIn(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
