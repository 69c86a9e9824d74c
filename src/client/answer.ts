/** Reads a raw answer: JSON with its integers intact, or a Failure that says what came instead. Next stop: call.ts. */
import type { Card } from '../kernel/card.ts';
import { failure, type Failure } from '../kernel/failure.ts';
import { REQUEST_ID } from '../kernel/request-id.ts';
import { failureOf, unknownHint, unknownOutcome, type CallWords } from './failure.ts';
import { parsedJson } from './json.ts';
import type { RawAnswer } from './send.ts';

/** An answer with a 2xx status; every other one is thrown as a Failure. */
export interface CallResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; undefined for an empty one; bytes for an answer that is a file. */
  readonly body: unknown;
  readonly requestId: string;
}

/**
 * @throws Failure by code and status for a refusal; `bad_answer`, or `outcome_unknown` on a write, for anything the API
 *   does not send: a web page, half a document, nothing where something belongs, a redirect
 */
export async function resultOf(answer: RawAnswer, card: Card, words: CallWords): Promise<CallResult> {
  const { status, headers, bytes } = answer;
  const requestId = headers[REQUEST_ID] ?? words.requestId;
  if (status >= 400) throw await refusalOf(answer, words);
  if (status < 200 || status >= 300) throw badAnswer(`The service redirects to another host (${status}).`, words);
  if (bytes.byteLength === 0) return { status, headers, body: emptyBody(card, status, words), requestId };
  return { status, headers, body: await bodyOf(answer, card, words), requestId };
}

function emptyBody(card: Card, status: number, words: CallWords): undefined {
  if (card.raw === true || !hasBody(card) || status === 204) return undefined;
  throw badAnswer('The response is empty.', words);
}

async function bodyOf({ headers, bytes }: RawAnswer, card: Card, words: CallWords): Promise<unknown> {
  const type = headers['content-type'] ?? '';
  if (!isJson(type) && (card.raw === true || (!hasBody(card) && !isPage(type)))) return bytes;
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  if (isPage(type) || /^\s*</.test(text)) throw badAnswer('The response is a web page, not JSON.', words);
  try {
    return await parsedJson(text);
  } catch (error) {
    const what = isJson(type)
      ? 'The response is truncated or not JSON'
      : `The response is ${type || 'untyped'}, not JSON`;
    throw badAnswer(`${what}.`, words, error);
  }
}

/** Whether a success of the operation has a body; which of the statuses it comes with is not always known. */
const hasBody = ({ bodied = [] }: Card): boolean => bodied.some((status) => status.startsWith('2'));

const isJson = (type: string): boolean => /^application\/([\w.-]+\+)?json\b/.test(type.toLowerCase());

const isPage = (type: string): boolean => /^(text\/html|application\/xhtml)/.test(type.toLowerCase());

/** Statuses whose meaning does not hang on the body. */
const PLAIN_STATUSES = [429, 503];

async function refusalOf(answer: RawAnswer, words: CallWords): Promise<Failure> {
  const { status, headers, bytes } = answer;
  const body = await parsedJson(Buffer.from(bytes).toString('utf8')).catch(() => undefined);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return failureOf({ status, headers, body: body as Record<string, unknown> }, words);
  }
  if (bytes.byteLength === 0 || PLAIN_STATUSES.includes(status)) return failureOf({ status, headers, body: {} }, words);
  return badAnswer(`The service responded with ${status} and a body that is not JSON.`, words, undefined, status);
}

function badAnswer(message: string, words: CallWords, cause?: unknown, status?: number): Failure {
  const fields = { requestId: words.requestId, ...(status !== undefined && { status }) };
  const unclear = { details: unknownOutcome(words), hint: unknownHint(words) };
  return words.write
    ? failure(
        'outcome_unknown',
        { ...fields, message: `${message} It is unknown whether the request took effect.`, ...unclear },
        cause,
      )
    : failure('bad_answer', { ...fields, message, hint: 'Check the base URL, and whether a proxy intervenes.' }, cause);
}
