/** A client of the tool server of a context, by the official SDK, over the one way out that svc has for HTTP. Used by `svc tools`. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/cfworker';
import { Failure, failure } from '../kernel/failure.ts';
import { isFields, type Fields } from '../kernel/json.ts';
import { TransportFault } from '../kernel/transport.ts';
import { failureOf, failureOfFault, type CallWords } from '../client/failure.ts';
import type { HttpAnswer } from '../world/http-call.ts';
import type { World } from '../world/world.ts';

export interface ToolClientOptions {
  readonly world: Pick<World, 'http' | 'clock' | 'installation'>;
  readonly url: string;
  readonly key: string;
  /** What to do when the key is refused, by where it came from. */
  readonly remedy?: string;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface ToolClient {
  /** Every tool that the server lists, in all pages. */
  list(): Promise<readonly ListedTool[]>;
  call(name: string, given: Fields): Promise<CallToolResult>;
  close(): Promise<void>;
}

/** @throws Failure for a server that refuses, cannot be reached, or does not speak the protocol */
export async function openToolClient(options: ToolClientOptions): Promise<ToolClient> {
  const { url, key, signal, timeoutMs, world } = options;
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: fetchThrough(options),
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  const client = new Client(
    { name: 'svc', version: world.installation.version },
    { capabilities: {}, jsonSchemaValidator: new CfWorkerJsonSchemaValidator() },
  );
  const asking = { signal, timeout: timeoutMs };
  // The library's own types disagree about optional fields.
  await spoken(client.connect(transport as Transport, asking));
  return {
    list: () => spoken(listAll(client, asking)),
    call: async (name, given) =>
      (await spoken(client.callTool({ name, arguments: given }, undefined, asking))) as CallToolResult,
    close: () => client.close(),
  };
}

type Asking = { readonly signal: AbortSignal; readonly timeout: number };

/** A server that goes on for ever is not followed. */
const MOST_PAGES = 100;

async function listAll(client: Client, asking: Asking): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await client.listTools(cursor === undefined ? {} : { cursor }, asking);
    tools.push(...answer.tools);
    cursor = answer.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}

/** What the library throws, as our failures. */
async function spoken<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw failure('bad_answer', { message: `The tool server: ${(error as Error).message}` }, error);
  }
}

/** Our sender in the form that the library asks for. A refusal becomes the failure that it is for every other command. */
const fetchThrough =
  ({ world, signal, timeoutMs, remedy }: ToolClientOptions): FetchLike =>
  async (url, { method = 'GET', headers, body, signal: own } = {}) => {
    const sent = Object.fromEntries(new Headers(headers));
    const words: CallWords = {
      write: false,
      check: 'svc tools list',
      requestId: '',
      nowMs: world.clock.now(),
      ...(remedy !== undefined && { remedy }),
    };
    try {
      const answer = await world.http.pool.send({
        method,
        url: String(url),
        headers: { ...sent, 'user-agent': `svc/${world.installation.version}` },
        timeoutMs,
        sameOrigin: true,
        signal: own ? AbortSignal.any([signal, own]) : signal,
        ...(typeof body === 'string' && { body }),
      });
      if (method === 'POST' && answer.status >= 400) throw failureOf(await refusalIn(answer), words);
      return responseOf(answer);
    } catch (error) {
      throw error instanceof TransportFault ? failureOfFault(error, String(url), words) : error;
    }
  };

async function refusalIn(answer: HttpAnswer) {
  const { status, headers } = answer;
  const text = new TextDecoder().decode(await answer.bytes());
  return { status, headers, body: fieldsIn(text) };
}

function fieldsIn(text: string): Fields {
  try {
    const value = JSON.parse(text) as unknown;
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

/** Statuses whose answer has no body. */
const BARE = [204, 205, 304];

function responseOf(answer: HttpAnswer): Response {
  const { status, headers, body } = answer;
  if (BARE.includes(status)) answer.discard();
  return new Response(BARE.includes(status) ? null : streamOf(body), { status, headers });
}

const streamOf = (body: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> => {
  const pieces = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(stream) {
      const { done, value } = await pieces.next();
      if (done === true) stream.close();
      else stream.enqueue(value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
};
